/** A call that an address lays out, as a refused model gives it to its person: it fills the form, and the person decides. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, field, heading, opened, outcome, stage, submit } from './stage.js';

const TOKEN = 'un-jeton-de-test';
const { post, page } = stage({ PASSERELLE__SERVER__AUTH_TOKENS: TOKEN });
const AUTHORISED = { Authorization: `Bearer ${TOKEN}` };
const CITIZEN = 'ville/numerique/portail-citoyen';
const CLOSE = 'assistant_close_issue';
const ASKED = 'project_hint=portail%20citoyen&issue_hint=erreur%20500';

const issueOf = async (iid) => {
  const { issue } = await post('issues/assistant-show', { project_hint: CITIZEN, issue_hint: `#${iid}` }, AUTHORISED);
  return issue;
};
const states = async () => (await post('issues/assistant-list', { project_hint: CITIZEN, state: 'all', limit: 100 }, AUTHORISED))
  .issues.map(({ iid, title, state }) => [iid, title, state].join(' ')).sort();

/** Shows the token as a person does, in the panel that is open. */
const arrive = async (page) => {
  await page.getByLabel('Jeton d’accès').fill(TOKEN);
  await page.getByLabel('Jeton d’accès').press('Enter');
};

/** Every call of an operation that the page sends, its fields. */
const sent = (page) => {
  const requests = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/v1/')) requests.push(request.postDataJSON());
  });
  return requests;
};

test('a call waits for who the person is, asks what is open, shows what it would do, and is done by a button', () => (
  page(`#${CLOSE}?${ASKED}`, async (page) => {
    const requests = sent(page);
    await page.getByText('Cette demande vient d’un lien').waitFor();
    await page.getByText('Cette passerelle demande un jeton').first().waitFor();
    assert.equal(await page.getByLabel('Projet (quelques mots)').inputValue(), 'portail citoyen');
    assert.deepEqual(requests, []);
    const before = await states();
    await arrive(page);
    await heading(page, 'Quel ticket ?');
    // The address keeps nothing of it: a reload asks nothing.
    assert.equal(new URL(page.url()).hash, `#${CLOSE}`);
    await card(page, '#3 ').getByRole('button', { name: 'Choisir' }).click();
    await heading(page, 'Essai à blanc');
    assert.match(await outcome(page).locator('.message').innerText(), /#3.*fermé/s);
    assert.ok(requests.length >= 2 && requests.every((request) => request.dry_run), JSON.stringify(requests));
    assert.deepEqual(await states(), before);
    await outcome(page).getByRole('button', { name: 'Faire pour de bon' }).click();
    await heading(page, 'Fermé');
    assert.equal((await issueOf(3)).state, 'closed');
    assert.equal((await issueOf(2)).state, 'opened');
    await page.getByText('Cette demande vient d’un lien').waitFor({ state: 'hidden' });
    await outcome(page).getByRole('button', { name: 'Annuler' }).click();
    await heading(page, 'Rouvert');
    assert.deepEqual(await states(), before);
  })));

test('what stands in the form of a laid out call is previewed too where the person sends it themselves', () => (
  page(`#assistant_comment_issue?project_hint=portail%20citoyen&issue_hint=%2321&body=Vu.%0AMerci.`, async (page) => {
    await arrive(page);
    await heading(page, 'Essai à blanc');
    assert.equal(await field(page, 'Commentaire').inputValue(), 'Vu.\nMerci.');
    const requests = sent(page);
    await submit(page);
    await heading(page, 'Essai à blanc');
    assert.deepEqual(requests.map((request) => request.dry_run), [true]);
  })));

test('every kind of field is filled', async () => {
  const filled = {
    assistant_bulk_add_label: ['project_hint=citoyen&issue_hints=page%20404&issue_hints=%231&label_name=urgent&create_label_if_missing=true&limit=50',
      { project_hint: 'citoyen', issue_hints: ['page 404', '#1'], label_name: 'urgent', create_label_if_missing: true, limit: 50 }],
    assistant_set_due_date: ['project_hint=citoyen&issue_hint=%231&due_date=', { project_hint: 'citoyen', issue_hint: '#1', due_date: '' }],
    assistant_update_issue: ['issue_hint=%231&labels=&clear=milestone&clear=due_date&title=%C3%89t%C3%A9',
      { issue_hint: '#1', labels: [], clear: ['milestone', 'due_date'], title: 'Été' }],
    assistant_add_label_all: ['project_hint=citoyen&state=all&label_name=tri', { project_hint: 'citoyen', state: 'all', label_name: 'tri' }],
    assistant_batch_create_issues: [`project_hint=citoyen&issues=${encodeURIComponent('{"title":"Un","labels":["a","b"]}')}&issues=${encodeURIComponent('{"title":"Deux"}')}`,
      { project_hint: 'citoyen', issues: [{ title: 'Un', labels: ['a', 'b'] }, { title: 'Deux' }], create_duplicates: false }],
  };
  for (const [operation, [written, fields]] of Object.entries(filled)) {
    await page(`#${operation}?${written}`, async (page) => {
      await page.getByText('Cette demande vient d’un lien').waitFor();
      const first = page.waitForRequest((request) => request.url().includes('/api/v1/'));
      await arrive(page);
      const { dry_run: isPreview, ...asked } = (await first).postDataJSON();
      assert.deepEqual([isPreview, asked], [true, fields], operation);
    }, { expects: ['status of 4'] });
  }
});

test('an address with anything that no form holds fills none, and sends nothing', async () => {
  const before = await states();
  const hostile = [
    `${CLOSE}?${ASKED}&confirm=true`,
    `${CLOSE}?${ASKED}&confirm=true&resolved_project_path=${encodeURIComponent(CITIZEN)}&resolved_issue_iid=3`,
    `${CLOSE}?${ASKED}&dry_run=false`,
    `${CLOSE}?${ASKED}&unknown=1`,
    `${CLOSE}?${ASKED}&__proto__=1`,
    `${CLOSE}?${ASKED}&constructor=1`,
    `${CLOSE}?${ASKED}&issue_hint=%232`,
    `${CLOSE}?${ASKED}&limit=1e9`,
    `${CLOSE}?${ASKED}&limit=-1`,
    `${CLOSE}?project_hint=%`,
    `${CLOSE}?project_hint=%ff`,
    `${CLOSE}?project_hint`,
    `${CLOSE}?&&&`,
    `${CLOSE}?project_hint=portail%20citoyen&issue_hint=${'a'.repeat(3000)}`,
    `assistant_add_label_all?project_hint=citoyen&label_name=tri&create_label_if_missing=constructor`,
    `assistant_add_label_all?project_hint=citoyen&label_name=tri&state=toString`,
    `assistant_update_issue?${ASKED}&clear=milestone&clear=title`,
    `assistant_set_due_date?${ASKED}&due_date=demain`,
    `assistant_batch_create_issues?project_hint=citoyen&create_duplicates=true&issues=${encodeURIComponent('{"title":"Un"}')}`,
    `assistant_batch_create_issues?project_hint=citoyen&issues=${encodeURIComponent('{"title":{"a":1}}')}`,
    `assistant_batch_create_issues?project_hint=citoyen&issues=${encodeURIComponent('{"__proto__":"x","title":"Un"}')}`,
    'assistant_batch_create_issues?project_hint=citoyen&issues=%7B',
  ];
  await page(`#${CLOSE}`, async (page) => {
    await page.locator('.token summary').click();
    await arrive(page);
    await page.getByLabel('Jeton d’accès').waitFor({ state: 'hidden' });
    const requests = sent(page);
    for (const address of hostile) {
      await page.evaluate((hash) => { location.hash = hash; }, address);
      const [operation] = address.split('?');
      await opened(page, operation);
      await page.waitForFunction((name) => location.hash === `#${name}`, operation);
      assert.equal(await page.getByLabel('Projet (quelques mots)').inputValue(), '', address);
      assert.equal(await page.getByText('Cette demande vient d’un lien').isVisible(), false, address);
    }
    assert.deepEqual(requests, []);
  });
  assert.deepEqual(await states(), before);
});

test('an operation that there is not, or that the address writes as a script, shows the welcome', async () => {
  for (const address of ['assistant_delete_all?project_hint=x', 'constructor?a=1', '__proto__?a=1', '<img src=x onerror=alert(1)>?a=1', '?project_hint=x', 'javascript:alert(1)?']) {
    await page(`#${address}`, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Quelques mots, le bon ticket' }).waitFor();
      assert.equal(await page.locator('#main img').count(), 0);
    });
  }
});

test('a script in an address is a text like any other, and what reads alone is filled in and not sent', async () => {
  const script = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await page(`#${CLOSE}?project_hint=${encodeURIComponent(script)}&issue_hint=javascript%3Aalert(3)`, async (page) => {
    await arrive(page);
    await page.locator('.outcome').waitFor();
    assert.equal(await page.getByLabel('Projet (quelques mots)').inputValue(), script);
    assert.equal(await page.locator('#operation img, #operation script').count(), 0);
  });
  await page('#assistant_list_issues?project_hint=citoyen', async (page) => {
    const requests = sent(page);
    await arrive(page);
    await page.getByLabel('Jeton d’accès').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => location.hash === '#assistant_list_issues');
    assert.equal(await page.getByLabel('Projet (quelques mots)').inputValue(), 'citoyen');
    assert.deepEqual(requests, []);
  });
});
