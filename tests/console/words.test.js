/** What the console offers for words, and that its own words are all there, in both languages. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { heading, opened, outcome, stage, submit } from './stage.js';

const { page } = stage();
const FILES = new URL('../../src/api/faces/console/', import.meta.url);

const box = (page) => page.getByRole('combobox', { name: 'Que voulez-vous faire ?' });
const offers = (page) => page.getByRole('listbox', { name: 'Ce que ces mots désignent' }).getByRole('option');

test('words offer operations, and real projects and issues, by the keyboard alone', () => page('', async (page) => {
  await box(page).fill('page de connexion');
  const issue = offers(page).filter({ hasText: '#1 Corriger la page de connexion' });
  await issue.first().waitFor();
  assert.equal(await box(page).getAttribute('aria-expanded'), 'true');
  while (!/Corriger la page de connexion/.test(await pointed(page))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await opened(page, 'assistant_show_issue');
  // What was chosen is read at once, and what can be done with it is offered.
  await heading(page, 'Trouvé');
  await outcome(page).getByRole('button', { name: 'Fermer ce ticket' }).click();
  await opened(page, 'assistant_close_issue');
  assert.equal(await page.locator('form:visible').getByLabel('Ticket (quelques mots').inputValue(), '#1');
}));

/** The text of the offer that the box points at. */
const pointed = (page) => box(page).evaluate((one) => document.getElementById(one.getAttribute('aria-activedescendant'))?.innerText ?? '');

test('the first offer is taken by Enter, and Escape closes the list', () => page('', async (page) => {
  const sent = [];
  page.on('request', (request) => { if (request.url().includes('assistant-')) sent.push(request.url()); });
  await box(page).fill('fermer');
  await offers(page).first().waitFor();
  assert.match(await offers(page).first().innerText(), /Fermer un ticket/);
  await page.keyboard.press('Escape');
  await offers(page).first().waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowDown');
  await offers(page).first().waitFor();
  await page.keyboard.press('Enter');
  await opened(page, 'assistant_close_issue');
  assert.deepEqual(sent, []);
}));

test('other words for an operation offer it, and words that lead to nothing are told so', () => page('', async (page) => {
  for (const [words, title] of [['clôturer', 'Fermer un ticket'], ['tickets en retard', 'Chercher des tickets'], ['ajouter une étiquette', 'Étiqueter un ticket']]) {
    await box(page).fill(words);
    await offers(page).filter({ hasText: title }).first().waitFor();
  }
  await box(page).fill('ferme le ticket sur la page de connexion du portail citoyen');
  await offers(page).filter({ hasText: 'Fermer un ticket' }).first().waitFor();
  await box(page).fill('xylophone');
  await page.getByText(/^Rien de tel\. Tapez une action/).waitFor();
  // The bridge drops the word of an action from a search: no project is offered for it.
  const searched = page.waitForResponse((response) => response.url().endsWith('/projects/find'));
  await box(page).fill('rouvrir');
  await searched;
  await offers(page).first().waitFor();
  assert.equal(await offers(page).filter({ hasText: 'ville/numerique/portail-citoyen' }).count(), 0);
}));

test('a list of a few values is boxes, which send what they stand for', () => page('#assistant_update_issue', async (page) => {
  const form = page.locator('form:visible');
  await form.getByLabel('Ticket (quelques mots').fill('#1');
  await form.getByLabel('Projet (quelques mots').fill('portail citoyen');
  await form.getByRole('group', { name: 'À retirer' }).getByLabel('Jalon').check();
  await form.getByLabel('Essai à blanc').check();
  const asked = page.waitForRequest((request) => request.url().endsWith('assistant-update'));
  await submit(page);
  assert.deepEqual((await asked).postDataJSON().clear, ['milestone']);
}));

test('fields of a form offer what is really there, and say what was chosen', () => page('#assistant_close_issue', async (page) => {
  const issue = page.getByRole('combobox', { name: /^Ticket/ });
  await issue.fill('page 404');
  const offered = page.getByRole('listbox', { name: 'Tickets' }).getByRole('option').first();
  await offered.click();
  assert.equal(await issue.inputValue(), '#21');
  assert.equal(await page.getByRole('combobox', { name: /^Projet/ }).inputValue(), 'ville/numerique/portail-citoyen');
  await page.getByText(/^Choisi\s: #21 /).waitFor();
  await issue.fill('#2');
  await page.getByText(/^Choisi\s: #21 /).waitFor({ state: 'hidden' });
}));

test('the demonstration shows what there is to ask for, and any bridge its projects', async () => {
  await page('', async (page) => {
    const sample = page.getByRole('region', { name: /Ce que vous pouvez demander ici/ });
    await sample.getByRole('button', { name: 'Fermer un ticket' }).click();
    await opened(page, 'assistant_close_issue');
    assert.equal(await page.locator('form:visible').getByLabel('Ticket (quelques mots').inputValue(), 'page de connexion');
  });
  await page('', async (page) => {
    await page.getByRole('region', { name: 'Projets actifs dernièrement' }).getByRole('button').first().click();
    await heading(page, 'Trouvé');
    assert.equal(await page.locator('.sample').count(), 0);
  }, { about: { sample: false } });
});

test('the language is the browser’s, or the one that is switched to, which is kept', () => page('', async (page) => {
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'A few words, the right issue' }).waitFor();
  await page.goto(`${page.url()}docs`);
  await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('heading', { level: 1, name: 'Référence' }).waitFor();
  await page.evaluate(() => localStorage.clear());
}));

test('the pages have the language of the document, and ask the bridge for answers in it', async () => {
  for (const [language, title, operation, send] of [
    ['fr', 'Quelques mots, le bon ticket', 'Chercher un groupe', 'Envoyer'],
    ['en', 'A few words, the right issue', 'Find a group', 'Send'],
  ]) {
    await page('', async (page) => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), language);
      await page.evaluate(() => { location.hash = 'search_groups'; });
      const asked = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: send, exact: true }).click();
      assert.equal((await (await asked).allHeaders())['accept-language'], language);
      await page.getByRole('heading', { level: 1, name: operation }).waitFor();
    }, { language });
  }
});

test('each text has both languages and is used', async () => {
  const names = (await readdir(FILES)).filter((name) => /\.(js|html)$/.test(name) && name !== 'text.js');
  const sources = (await Promise.all(names.map((name) => readFile(new URL(name, FILES), 'utf8')))).join('\n');
  await page('', async (page) => {
    const texts = await page.evaluate(async () => Object.entries((await import('./console/text.js')).TEXTS)
      .map(([name, [french, english]]) => [name, typeof french, typeof english]));
    for (const [name, french, english] of texts) {
      assert.equal(french, english, name);
      // Names such as `status404` are made by the code.
      assert.ok(/^status\d+$/.test(name) || new RegExp(`['"]${name}['"]`).test(sources), `nobody says ${name}`);
    }
    const known = texts.map(([name]) => name);
    for (const [, name] of sources.matchAll(/\btext\('(\w+)'|data-(?:text|label|placeholder)="(\w+)"/g)) {
      if (name) assert.ok(known.includes(name), `${name} is missing`);
    }
  });
});

test('the reference is short, is searched, and has a curl line for each operation', () => page('docs', async (page) => {
  await page.locator('#errors').waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) < 3000);
  await page.getByLabel('Chercher une opération').fill('due_date');
  const part = page.locator('details.part:visible');
  assert.equal(await part.count(), 1);
  assert.equal(await part.getAttribute('id'), 'assistant_set_due_date');
  const line = await part.getByRole('region', { name: 'Ligne curl' }).innerText();
  assert.match(line, /^curl -sS 'http[^]*assistant-set-due-date'[^]*"due_date"/);
  await part.getByText('Quel ticket ?').click();
  await part.getByRole('region', { name: 'Réponse' }).first().waitFor();
  await page.getByLabel('Chercher une opération').fill('');
  await page.getByRole('button', { name: 'Tout déplier' }).click();
  const operations = await page.locator('#operations a, #contents a').count() - 2;
  const lines = page.getByRole('region', { name: 'Ligne curl' });
  // A part gets its content when it is unfolded.
  await lines.nth(operations - 1).waitFor();
  assert.equal(await lines.count(), operations);
}));

test('an address leads to its place in the reference, unfolded', async () => {
  for (const [hash, name] of [['assistant_close_issue', 'Fermer un ticket'], ['IssueCandidateItem', 'IssueCandidateItem'], ['errors', 'Erreurs']]) {
    await page(`docs#${hash}`, async (page) => {
      await page.locator('#errors').waitFor();
      const place = page.locator(`#${hash}`);
      await place.waitFor();
      assert.match(await place.innerText(), new RegExp(name));
      assert.equal(await place.evaluate((one) => one.closest('details').open), true);
    });
  }
});
