/** What a person does with the console, on the sandbox's sample. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, field, heading, opened, outcome, send, stage, submit } from './stage.js';

const { post, page } = stage();
const CITIZEN = 'ville/numerique/portail-citoyen';

const stateOf = async (iid) => {
  const { issues } = await post('issues/assistant-list', { project_hint: CITIZEN, state: 'all', limit: 100 });
  return issues.find((issue) => issue.iid === iid).state;
};

test('an issue is closed through two clarifications, a click each', () => page('#assistant_close_issue', async (page) => {
  await page.getByLabel('Projet (quelques mots)').fill('citoyen');
  await page.getByLabel('Ticket (quelques mots, ou #numéro)').fill('erreur 500');
  await send(page, 'Quel projet ?');
  await card(page, CITIZEN).filter({ hasNotText: 'mobile' }).getByRole('button').click();
  await heading(page, 'Quel ticket ?');
  assert.equal(await stateOf(3), 'opened');
  await card(page, '#3 ').getByRole('button').click();
  await heading(page, 'Fermé');
  assert.equal(await stateOf(3), 'closed');
  assert.equal(await stateOf(2), 'opened');
  await outcome(page).getByText('Choisi : Portail citoyen › #3 Erreur 500').waitFor();
  assert.match(await outcome(page).getByRole('link', { name: 'Portail citoyen' }).getAttribute('href'), /^http.*portail-citoyen$/);
  // The form does not hold what was chosen: the next time it is sent, the bridge asks again.
  assert.equal(await page.getByLabel('Ticket (quelques mots, ou #numéro)').inputValue(), '');
  await page.getByLabel('Projet (quelques mots)').fill('portail citoyen');
  await page.getByLabel('Ticket (quelques mots, ou #numéro)').fill('page de connexion');
  await send(page, 'Fermé');
  await outcome(page).getByText(/^Le ticket #1\s/).waitFor();
  assert.equal(await stateOf(1), 'closed');
}));

test('a duplicate is shown first, and created only on a second word', () => page('#assistant_create_issue', async (page) => {
  await page.getByRole('button', { name: 'Doublon possible' }).click();
  await send(page, 'Doublon possible');
  await card(page, "#2 Erreur 500 à l'envoi du formulaire de contact").waitFor();
  await page.getByRole('button', { name: 'Créer quand même un nouveau ticket' }).click();
  await heading(page, 'Créé');
  const { issues } = await post('issues/assistant-list', { project_hint: CITIZEN, limit: 1 });
  assert.equal(issues[0].title, 'Erreur 500 sur le formulaire de contact');
}));

test('a label goes to several issues, and to the one chosen for an open hint', () => page('#assistant_bulk_add_label', async (page) => {
  await page.getByLabel('Projet (quelques mots)').fill('portail citoyen');
  await field(page, 'Étiquette').fill('urgent');
  const lines = page.getByRole('textbox', { name: 'Tickets (quelques mots chacun)' });
  await lines.first().fill('double authentification');
  await lines.first().press('Enter');
  await lines.nth(1).fill('formulaire de contact');
  await send(page, '1 ticket modifié, 1 à préciser');
  assert.match(await page.locator('.outcome').getAttribute('class'), /question/);
  const rows = outcome(page).getByRole('table', { name: 'Détail' }).getByRole('row');
  assert.match(await rows.filter({ hasText: 'double authentification' }).first().innerText(), /Mis à jour/);
  assert.match(await rows.filter({ hasText: 'formulaire de contact' }).first().innerText(), /Quel ticket\s\?/);
  await outcome(page).getByRole('radio', { name: "Erreur 500 à l'envoi du formulaire de contact" }).check();
  await outcome(page).getByRole('button', { name: 'Continuer avec ces tickets' }).click();
  await rows.filter({ hasText: '#2' }).filter({ hasText: 'Mis à jour' }).waitFor();
}));

test('a hostile title stays text', async () => {
  const title = '<img src=x onerror="alert(1)"><script>alert(2)</script> javascript:alert(3)';
  await post('issues/create', { project_path: CITIZEN, title, description: '<b>non</b>' });
  await page('#assistant_list_issues', async (page) => {
    await page.getByLabel('Projet (quelques mots)').fill('portail citoyen');
    await send(page, 'Trouvé');
    await outcome(page).getByRole('link', { name: title }).waitFor();
    await outcome(page).getByText('Requête et réponse').click();
    assert.equal(await page.locator('#operation img, #operation script').count(), 0);
  });
  await page('#assistant_close_issue', async (page) => {
    await page.getByLabel('Projet (quelques mots)').fill('portail citoyen');
    await page.getByLabel('Ticket (quelques mots, ou #numéro)').fill(title);
    await send(page, 'Fermé');
    assert.equal(await page.locator('#operation img, #operation script').count(), 0);
  });
});

test('a preview changes nothing, then does what it showed', () => page('#assistant_set_due_date', async (page) => {
  await page.getByLabel('Projet (quelques mots)').fill('portail citoyen');
  await page.getByLabel('Ticket (quelques mots, ou #numéro)').fill('page 404');
  await field(page, 'Échéance').fill('2031-05-04');
  await page.getByLabel('Essai à blanc').check();
  await send(page, 'Essai à blanc');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && !/-show$|\/find$|\/search$/.test(request.url()));
  await page.getByRole('button', { name: 'Faire pour de bon' }).click();
  await heading(page, 'Mis à jour');
  const request = (await sent).postDataJSON();
  assert.equal(request.confirm, true);
  assert.equal(request.resolved_issue_iid, 21);
  assert.equal('dry_run' in request, false);
}));

test('a member is chosen among those that fit', () => page('#assistant_assign_issue', async (page) => {
  await page.getByRole('button', { name: 'Quelle personne ?' }).click();
  await page.getByLabel('Ticket (quelques mots, ou #numéro)').fill('mot de passe oublié');
  await page.getByLabel('Projet (quelques mots)').fill('citoyen');
  await send(page, 'Quel projet ?');
  await card(page, CITIZEN).filter({ hasNotText: 'mobile' }).getByRole('button').click();
  await heading(page, 'Quelle personne ?');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && !/-show$|\/find$|\/search$/.test(request.url()));
  await card(page, '@dev.back').getByRole('button').click();
  assert.equal((await sent).postDataJSON().resolved_assignee_id, 5);
  await heading(page, 'Assigné');
  await outcome(page).getByText('Choisi : Portail citoyen › Développement back').waitFor();
}));

test('a milestone is chosen, and the issues are created in it', () => page('#assistant_batch_create_issues', async (page) => {
  await page.getByRole('button', { name: 'Quel jalon ?' }).click();
  await send(page, 'Quel jalon ?');
  await card(page, 'Sprint 2').getByRole('button').click();
  await heading(page, '2 tickets créés');
  assert.match(await outcome(page).getByRole('row').nth(1).innerText(), /Oui/);
}));

test('progress is a bar', () => page('#assistant_project_progress', async (page) => {
  await page.getByRole('button', { name: 'Trouvé' }).click();
  await send(page, 'Trouvé');
  assert.equal(await outcome(page).getByRole('progressbar').getAttribute('value'), '20');
}));

test('an error says what is wrong, its code and the request', () => page('#assistant_add_label', async (page) => {
  await page.getByRole('button', { name: 'Mis à jour' }).click();
  await field(page, 'Étiquette').fill('nulle part');
  await send(page, 'Introuvable');
  const text = await outcome(page).innerText();
  assert.match(text, /«\snulle part\s» n'existe pas/);
  assert.match(text, /label_not_found/);
  assert.match(text, /Identifiant de la requête/);
}, { expects: ['status of 404'] }));

test('a write without an answer is sent again under the same key', () => page('#assistant_comment_issue', async (page) => {
  const keys = [];
  await page.route('**/assistant-comment', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Commenté' }).click();
  await page.getByLabel('Ticket (quelques mots, ou #numéro)').fill('page 404');
  await send(page, 'Pas de réponse');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await heading(page, 'Commenté');
  assert.equal(keys.length, 2);
  assert.match(keys[0], /^console-[0-9a-f]{32}$/);
  assert.equal(keys[0], keys[1]);
}, { expects: ['net::ERR_FAILED'] }));

test('every operation has a form, and its last example is answered', () => page('', async (page) => {
  await page.locator('#operations a').first().waitFor();
  const links = await page.getByRole('navigation', { name: 'Opérations' }).getByRole('link').evaluateAll((all) => all.map(({ hash }) => hash));
  assert.ok(links.length >= 23, `${links.length}`);
  for (const hash of links) {
    await page.goto(`${page.url().split('#')[0]}${hash}`);
    await opened(page, hash.slice(1));
    const examples = page.locator('.examples').getByRole('button');
    await examples.first().waitFor();
    await examples.last().click();
    await submit(page);
    await outcome(page).getByText('Requête et réponse').waitFor();
    assert.equal(await page.locator('.outcome.bad').count(), 0, hash);
  }
}));
