/** Who can use the console: with a keyboard alone, with a screen reader, on a phone, with a token. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { heading, opened, outcome, send, stage, submit, take } from './stage.js';

const TOKEN = "jeton-d'essai";
const { page } = stage({ PASSERELLE__SERVER__AUTH_TOKENS: TOKEN });
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const withToken = async (page) => {
  await page.getByText('Jeton', { exact: true }).click();
  await page.getByLabel('Jeton d’accès').fill(TOKEN);
  await page.getByText('Jeton', { exact: true }).click();
};

/** Fails on what a checker finds against WCAG 2.2 AA, and on a page wider than its window. */
async function check(page, what) {
  // What the bar covers counts as hidden.
  await page.evaluate(() => scrollTo(0, 0));
  const session = await page.context().newCDPSession(page);
  // Through the debugger, since the page lets no other script in.
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result } = await session.send('Runtime.evaluate', {
    expression: "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => JSON.stringify(r.violations.map((v) => [v.id, v.nodes.map((n) => n.html)])))",
    awaitPromise: true,
    returnByValue: true,
  });
  assert.deepEqual(JSON.parse(result.value), [], what);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${what} is too wide`);
}

/** Presses Tab until an element of this name has the focus. */
async function tabTo(page, name) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement: one } = document;
      return one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
    });
    if (focused.startsWith(name)) return;
  }
  assert.fail(`Tab does not lead to ${name}`);
}

/** Both schemes, both widths, both languages. */
const KINDS = [['light', 360, 'fr'], ['light', 1280, 'en'], ['dark', 360, 'en'], ['dark', 1280, 'fr']];

/** What is looked at: an operation, its example of a status, and the status that sending it leads to. */
const SHOWN = [
  ['assistant_close_issue', 'project_clarification_needed'],
  ['assistant_create_issue', 'duplicate_warning'],
  ['assistant_bulk_close_issues', 'preview'],
  ['assistant_add_label_all', 'processed', 'preview'],
  ['assistant_set_due_date', 'issue_not_found'],
  ['assistant_batch_create_issues', 'milestone_clarification_needed'],
  ['project_summary', 'resolved'],
  ['assistant_list_labels', 'resolved'],
  ['assistant_show_issue', 'resolved'],
  ['assistant_project_members', 'resolved'],
];

for (const [scheme, width, language] of KINDS) {
  test(`a checker finds nothing in ${scheme} at ${width} px, in ${language}`, async () => {
    await page('', async (page) => {
      await page.locator('#operations a').first().waitFor();
      await check(page, 'the welcome');
      await page.locator('.token summary').click();
      await page.locator('#token').fill(TOKEN);
      await page.locator('#token').press('Enter');
      await page.locator('#token').waitFor({ state: 'hidden' });
      await page.locator('#words').fill('portail');
      await page.locator('.offers [role=option]').nth(2).waitFor();
      await page.keyboard.press('ArrowDown');
      await check(page, 'the welcome with words');
      await page.locator('#words').fill('');
      for (const [operation, example, status = example] of SHOWN) {
        await take(page, operation, example);
        await check(page, `the form of ${operation}`);
        const answered = page.waitForResponse(async (response) => response.url().includes('/api/v1/') && (await response.json()).status === status);
        await page.locator('form:visible button[type=submit]').click();
        await answered;
        await page.locator('.outcome:visible .exchange > summary').click();
        await check(page, `${status} of ${operation}`);
      }
    }, { width, scheme, language, about: { sample: true } });
    await page('docs', async (page) => {
      await page.locator('#errors').waitFor();
      await check(page, 'the reference');
      for (const part of ['#assistant_close_issue', '#assistant_batch_create_issues', '#records', '#errors']) {
        await page.locator(`${part} > summary`).click();
        await page.locator(`${part} > .content > *`).first().waitFor();
      }
      await page.locator('#assistant_close_issue details').first().locator('summary').click();
      await check(page, 'the reference, unfolded');
    }, { width, scheme, language });
  });
}

test('a keyboard is enough', () => page('', async (page) => {
  await page.locator('#operations a').first().waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.innerText), 'Aller au contenu');
  await tabTo(page, 'Jeton');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Jeton d’accès');
  await page.keyboard.type(TOKEN);
  await page.keyboard.press('Enter');
  await page.getByLabel('Jeton d’accès').waitFor({ state: 'hidden' });
  await tabTo(page, 'Chercher une opération');
  await page.keyboard.type('fermer ticket');
  await tabTo(page, 'Fermer un ticket');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Fermer un ticket' }).waitFor();
  await tabTo(page, 'Projet (quelques mots)');
  await page.keyboard.type('portail citoyen');
  await tabTo(page, 'Ticket (quelques mots');
  await page.keyboard.type('erreur 500');
  await page.keyboard.press('Enter');
  await heading(page, 'Quel ticket ?');
  await tabTo(page, 'Fermer ce ticket');
  await page.keyboard.press('Enter');
  await heading(page, 'Fermé');
  // What came of it is said at once, and Tab goes on from there.
  assert.match(await page.locator('#announcement').innerText(), /est fermé/);
  assert.equal(await page.evaluate(() => document.activeElement.innerText), 'Fermé');
}));

test('a token is not asked for where the host refuses the bridge’s own', () => page('#assistant_list_issues', async (page) => {
  await withToken(page);
  await page.route('**/assistant-list', (route) => route.fulfill({
    status: 401, json: { success: false, code: 'upstream_unauthorized', detail: 'GitLab a répondu 401.' } }));
  await page.getByLabel('Projet (quelques mots)').fill('formation');
  await send(page, 'GitLab refuse la passerelle');
  await outcome(page).getByText('Ce n’est pas votre jeton').waitFor();
  assert.equal(await page.getByLabel('Jeton d’accès').isVisible(), false);
}, { expects: ['status of 401'] }));

test('a refusal of the bridge’s own token is no outage, whatever its status', () => page('#assistant_list_issues', async (page) => {
  await withToken(page);
  await page.route('**/assistant-list', (route) => route.fulfill({
    status: 502, json: { success: false, code: 'upstream_unauthorized', detail: 'Les groupes n’ont pas pu être listés. GitLab a répondu 401.' } }));
  await page.getByLabel('Projet (quelques mots)').fill('formation');
  await send(page, 'GitLab refuse la passerelle');
  await outcome(page).getByText('Prévenez qui s’en occupe').waitFor();
  assert.equal(await outcome(page).getByRole('button', { name: 'Réessayer' }).count(), 0);
}, { expects: ['status of 502'] }));

test('a token is asked for, sent, and never shown', () => page('#assistant_list_issues', async (page) => {
  await page.getByLabel('Projet (quelques mots)').fill("portail de l'agent");
  await send(page, 'Jeton demandé');
  await outcome(page).getByText('Cette passerelle demande un jeton d’accès').waitFor();
  await page.getByLabel('Jeton d’accès').fill('un-autre');
  await page.getByLabel('Jeton d’accès').press('Enter');
  await page.getByText('La passerelle ne reconnaît pas ce jeton').waitFor();
  await send(page, 'Jeton non reconnu');
  await page.getByLabel('Jeton d’accès').fill(TOKEN);
  await page.getByLabel('Jeton d’accès').press('Enter');
  // The panel closes, and what stood in the form is still there.
  await page.getByLabel('Jeton d’accès').waitFor({ state: 'hidden' });
  await submit(page);
  await page.locator('.outcome:not(.bad)').waitFor();
  await outcome(page).getByText('Requête et réponse').click();
  const line = await outcome(page).getByRole('region', { name: 'Ligne curl' }).innerText();
  assert.match(line, /-H "Authorization: Bearer \$PASSERELLE_TOKEN"/);
  assert.ok(line.includes(String.raw`'{"project_hint":"portail de l'\''agent"}'`), line);
  assert.equal((await page.content()).includes(TOKEN), false);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.equal(stored, '[{},{},""]');
}, { expects: ['status of 401'] }));

test('the skip link leads to the content and leaves the operation open', () => page('#assistant_list_issues', async (page) => {
  await page.getByRole('heading', { level: 1, name: "Lister les tickets d'un projet" }).waitFor();
  await page.getByText('Aller au contenu').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await page.getByRole('heading', { level: 1, name: "Lister les tickets d'un projet" }).waitFor();
}));

test('the list is searched without accents, and on a phone gives way to the operation', () => page('', async (page) => {
  await page.getByLabel('Chercher une opération').fill('etiqueter plusieurs');
  const shown = page.getByRole('navigation', { name: 'Opérations' }).getByRole('link');
  assert.deepEqual(await shown.allInnerTexts(), ['Étiqueter plusieurs tickets']);
  await shown.click();
  await page.getByRole('heading', { level: 1, name: 'Étiqueter plusieurs tickets' }).waitFor();
  await page.getByRole('navigation', { name: 'Opérations' }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: '‹ Opérations' }).click();
  await page.getByRole('navigation', { name: 'Opérations' }).waitFor();
}, { width: 360 }));
