/** What the console makes of loose words, and that its own words are all there, in both languages. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { opened, stage } from './stage.js';

const { page } = stage();
const FILES = new URL('../../src/api/faces/console/', import.meta.url);

/** Sentences, the operation that they mean, and the fields that they fill. */
const SENTENCES = [
  ['ferme le ticket page de connexion dans portail citoyen', 'assistant_close_issue', { project_hint: 'portail citoyen', issue_hint: 'page de connexion' }],
  ['clos le ticket #12 du projet portail citoyen', 'assistant_close_issue', { project_hint: 'portail citoyen', issue_hint: '#12' }],
  ['close the issue login page in citizen portal', 'assistant_close_issue', { project_hint: 'citizen portal', issue_hint: 'login page' }],
  ['ferme le ticket ajouter le paiement par carte dans portail citoyen', 'assistant_close_issue', { project_hint: 'portail citoyen', issue_hint: 'ajouter le paiement par carte' }],
  ['ferme la page de connexion du portail citoyen', 'assistant_close_issue', { project_hint: 'portail citoyen', issue_hint: 'page de connexion' }],
  ['rouvre le ticket catalogue dans formation', 'assistant_reopen_issue', { project_hint: 'formation', issue_hint: 'catalogue' }],
  ['crée un ticket « Ajouter un module » dans formation', 'assistant_create_issue', { title: 'Ajouter un module', project_hint: 'formation' }],
  ['signale un bug : la carte ne s’affiche pas', 'assistant_create_issue', { title: 'La carte ne s’affiche pas' }],
  ['create an issue "Login fails on mobile" in citizen portal', 'assistant_create_issue', { title: 'Login fails on mobile', project_hint: 'citizen portal' }],
  ['crée un projet Carte des fontaines dans voirie', 'assistant_create_project', { project_name: 'Carte des fontaines', target_group_hint: 'voirie' }],
  ['vérifie si le projet Carte des fontaines existe', 'check_create_project', { project_name: 'Carte des fontaines' }],
  ['ajoute l’étiquette urgent au ticket page 404 dans portail citoyen', 'assistant_add_label', { label_name: 'urgent', project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['étiquette page 404 comme urgent sur portail citoyen', 'assistant_add_label', { label_name: 'urgent', project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['ajoute l’étiquette urgent à tous les tickets du projet formation', 'assistant_add_label_all', { label_name: 'urgent', project_hint: 'formation' }],
  ['label all the issues of formation as urgent', 'assistant_add_label_all', { label_name: 'urgent', project_hint: 'formation' }],
  ['liste les tickets du portail agents', 'assistant_list_issues', { project_hint: 'portail agents' }],
  ['quelles étiquettes dans formation ?', 'assistant_list_labels', { project_hint: 'formation' }],
  ['lis le ticket page 404 dans portail citoyen', 'assistant_show_issue', { project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['montre le ticket #4 du projet formation', 'assistant_show_issue', { project_hint: 'formation', issue_hint: '#4' }],
  ['show the issue login page in citizen portal', 'assistant_show_issue', { project_hint: 'citizen portal', issue_hint: 'login page' }],
  ['quels sont les membres du projet formation ?', 'assistant_project_members', { project_hint: 'formation' }],
  ['liste les jalons du projet formation', 'assistant_project_milestones', { project_hint: 'formation' }],
  ['quels projets dans transports', 'assistant_list_projects', { group_hint: 'transports' }],
  ['find the group culture', 'search_groups', { query: 'culture' }],
  ['où en est le projet éclairage public ?', 'assistant_project_progress', { project_hint: 'éclairage public' }],
  ['résume le projet formation', 'project_summary', { project_hint: 'formation' }],
  ['les tâches du projet formation', 'assistant_project_tasks', { project_hint: 'formation' }],
  ['commente page 404 dans portail citoyen : reproduit ce matin', 'assistant_comment_issue', { body: 'reproduit ce matin', project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['comment on page 404 in citizen portal: seen this morning', 'assistant_comment_issue', { body: 'seen this morning', project_hint: 'citizen portal', issue_hint: 'page 404' }],
  ['assigne page 404 dans portail citoyen à Camille', 'assistant_assign_issue', { assignee_hint: 'Camille', project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['assigne la page de connexion à @dev.front', 'assistant_assign_issue', { assignee_hint: '@dev.front', issue_hint: 'page de connexion' }],
  ['mets l’échéance de page 404 au 2031-05-04 dans portail citoyen', 'assistant_set_due_date', { due_date: '2031-05-04', project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['set the due date of page 404 to 4/5/2031 in citizen portal', 'assistant_set_due_date', { due_date: '2031-05-04', project_hint: 'citizen portal', issue_hint: 'page 404' }],
  ['renomme le ticket page 404 dans portail citoyen', 'assistant_update_issue', { project_hint: 'portail citoyen', issue_hint: 'page 404' }],
  ['ferme plusieurs tickets page 404, cookies et contraste dans portail citoyen', 'assistant_bulk_close_issues', { project_hint: 'portail citoyen', issue_hints: ['page 404', 'cookies', 'contraste'] }],
  ['crée plusieurs tickets maquettes et contraste dans formation', 'assistant_batch_create_issues', { project_hint: 'formation', issues: [{ title: 'Maquettes' }, { title: 'Contraste' }] }],
  ['donne-moi un résumé du portail familles', 'project_summary', { project_hint: 'portail familles' }],
  ['combien de tickets sont fermés dans formation', 'assistant_project_progress', { project_hint: 'formation' }],
  ['tickets du portail citoyen', 'assistant_list_issues', { project_hint: 'portail citoyen' }],
  ['ajoute un commentaire sur #4 dans formation : vu avec l’équipe', 'assistant_comment_issue', { body: 'vu avec l’équipe', project_hint: 'formation', issue_hint: '#4' }],
  ['repousse l’échéance de #4 au 12/01/2031 dans formation', 'assistant_set_due_date', { due_date: '2031-01-12', project_hint: 'formation', issue_hint: '#4' }],
  ['ferme #3, #4 et #5 dans formation', 'assistant_bulk_close_issues', { project_hint: 'formation', issue_hints: ['#3', '#4', '#5'] }],
  ['mets le label bug sur page 404', 'assistant_add_label', { label_name: 'bug', issue_hint: 'page 404' }],
  ['please reopen the ticket about the catalogue in formation', 'assistant_reopen_issue', { project_hint: 'formation', issue_hint: 'catalogue' }],
  ['bonjour', undefined, undefined],
  ['portail citoyen', undefined, undefined],
];

test('a sentence is an operation and its fields', () => page('', async (page) => {
  const picked = await page.evaluate(async (sentences) => {
    const { load } = await import('./console/description.js');
    const { pick } = await import('./console/meaning.js');
    const { operations } = await load();
    return sentences.map((sentence) => {
      const [best] = pick(operations, sentence);
      return [sentence, best?.operation.name, best?.request];
    });
  }, SENTENCES.map(([sentence]) => sentence));
  assert.deepEqual(picked, SENTENCES);
}));

test('each sentence that the pages show as an example finds what it names in the demonstration', async () => {
  for (const language of ['fr', 'en']) {
    await page('', async (page) => {
      await page.locator('#words').waitFor();
      const sentences = await page.evaluate(async () => {
        const { text } = await import('./console/text.js');
        return [text('askExample'), ...Array.from(text('askLike').matchAll(/[«“]\s?(.+?)\s?[»”]/g), ([, sentence]) => sentence)];
      });
      assert.equal(sentences.length, 4);
      for (const sentence of sentences) {
        await page.evaluate(() => { location.hash = ''; });
        await page.locator('#words').fill(sentence);
        await page.locator('#words').press('Enter');
        const preview = page.locator('form:visible').getByLabel(/^(Essai à blanc|Dry run)/);
        await page.locator('form:visible button[type=submit]').waitFor();
        if (await preview.count()) await preview.check();
        await page.locator('form:visible button[type=submit]').click();
        await page.locator('.outcome:visible').waitFor();
        assert.match(await page.locator('.outcome:visible').getAttribute('class'), /good|preview/, sentence);
      }
    }, { language });
  }
});

test('what was picked is shown, and fills the form that nothing was sent from', () => page('', async (page) => {
  const sent = [];
  page.on('request', (request) => { if (request.method() === 'POST') sent.push(request.url()); });
  await page.getByLabel('Dites-le avec vos mots').fill('ferme page de connexion dans portail citoyen');
  const best = page.locator('.picks').getByRole('listitem').first();
  assert.match(await best.innerText(), /Fermer un ticket[^]*Projet\s: portail citoyen[^]*Ticket\s: page de connexion/);
  await page.keyboard.press('Enter');
  await opened(page, 'assistant_close_issue');
  assert.equal(await page.getByLabel('Projet (quelques mots)').inputValue(), 'portail citoyen');
  assert.equal(await page.getByLabel('Ticket (quelques mots, ou #numéro)').inputValue(), 'page de connexion');
  await page.getByText(/D’après «\sferme page de connexion dans portail citoyen\s»/).waitFor();
  assert.deepEqual(sent, []);
}));

test('the demonstration shows what there is to ask for, and no other bridge does', async () => {
  await page('', async (page) => {
    const sample = page.getByRole('region', { name: /Ce que vous pouvez demander ici/ });
    assert.match(await sample.innerText(), /Échantillon[^]*Portail agents/);
    await sample.getByRole('button', { name: 'Fermer un ticket' }).click();
    await opened(page, 'assistant_close_issue');
    assert.equal(await page.getByLabel('Ticket (quelques mots, ou #numéro)').inputValue(), 'page de connexion');
  }, { about: { sample: true } });
  await page('', async (page) => {
    await page.getByLabel('Dites-le avec vos mots').waitFor();
    assert.equal(await page.locator('.sample').count(), 0);
  }, { about: { sample: false } });
});

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
      // A status has its name made: `status404`.
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
  // A part is filled after it is unfolded.
  await lines.nth(operations - 1).waitFor();
  assert.equal(await lines.count(), operations);
}));

test('an address leads to its place in the reference, unfolded', async () => {
  for (const [hash, name] of [['assistant_close_issue', 'Fermer un ticket'], ['CandidateIssue', 'CandidateIssue'], ['errors', 'Erreurs']]) {
    await page(`docs#${hash}`, async (page) => {
      await page.locator('#errors').waitFor();
      const place = page.locator(`#${hash}`);
      await place.waitFor();
      assert.match(await place.innerText(), new RegExp(name));
      assert.equal(await place.evaluate((one) => one.closest('details').open), true);
    });
  }
});
