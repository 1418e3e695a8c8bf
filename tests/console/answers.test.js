/** How answers are shown: counts, tones, evidence, what comes nearest, and what is asked before much is changed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, field, heading, outcome, send, stage, submit, take } from './stage.js';

const { post, page } = stage();
const CITIZEN = 'ville/numerique/portail-citoyen';
const PROJECT = { id: 1, name: 'Portail citoyen', path_with_namespace: CITIZEN };

const project = (page) => field(page, 'Projet (quelques mots)');
const issue = (page) => field(page, 'Ticket (quelques mots, ou #numéro)');
const chosen = (iid, row = null) => ({ row, name: `#${iid}`, title: `#${iid}`, fields: { confirm: true, resolved_project_path: CITIZEN, ...(row === null ? { resolved_issue_iid: iid } : { issue_hints: [`#${iid}`] }) } });
const tone = (page) => page.locator('.outcome').getAttribute('class');

/** Answers an operation as a bridge would that says this. */
const answering = (page, path, answer, status = 200) => page.route(`**/${path}`, (route) => route.fulfill({ status, json: { success: true, ...answer } }));

const paste = (input, pasted) => input.evaluate((one, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  one.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, pasted);

/** The body of the next request of the page, once it is answered: one under way as the page closes would reach the bridge. */
const nextRequest = async (page, click) => {
  const isMeant = (request) => request.method() === 'POST' && !/-show$|\/find$|\/search$/.test(request.url());
  const [sent] = await Promise.all([page.waitForRequest(isMeant), click()]);
  await sent.response();
  return sent.postDataJSON();
};

test('a bulk answer counts its items and has the tone of the worst', () => page('#assistant_bulk_close_issues', async (page) => {
  const item = (status) => ({ issue_hint: status, status, message: '', issue: null, labels: [], candidate_issues: [] });
  await project(page).fill('portail citoyen');
  await page.getByRole('textbox', { name: 'Tickets (quelques mots chacun)' }).fill('x');
  for (const [statuses, title, expected] of [
    [['closed', 'closed'], '2 tickets fermés', 'good'],
    [['closed', 'unchanged'], '1 ticket fermé, 1 inchangé', 'good'],
    [['closed', 'issue_clarification_needed'], '1 ticket fermé, 1 à préciser', 'question'],
    [['issue_clarification_needed', 'issue_not_found', 'issue_not_found'], '1 à préciser, 2 introuvables', 'warning'],
    [['closed', 'issue_not_found', 'error'], '1 ticket fermé, 1 introuvable, 1 en erreur', 'bad'],
  ]) {
    await answering(page, 'assistant-bulk-close', { status: 'processed', message: 'Fait.', project: PROJECT, results: statuses.map(item) });
    await send(page, title);
    assert.equal(await tone(page), `outcome ${expected}`);
    await page.unroute('**/assistant-bulk-close');
  }
}));

test('equal scores say so, and bars differ as scores do', () => page('#assistant_close_issue', async (page) => {
  await answering(page, 'assistant-close', {
    status: 'issue_clarification_needed', message: 'Lequel ?', project: PROJECT, choices: [1, 2, 3, 4].map((iid) => chosen(iid)),
    candidate_issues: [
      { id: 1, iid: 1, title: 'Erreur 500 du formulaire', state: 'opened', web_url: '', score: 80 },
      { id: 2, iid: 2, title: 'Erreur de saisie', state: 'opened', web_url: '', score: 60 },
      { id: 3, iid: 3, title: 'Page blanche', state: 'opened', web_url: '', score: 60 },
      { id: 4, iid: 4, title: 'Panne', state: 'opened', web_url: '', score: 50 },
    ],
  });
  await project(page).fill('portail citoyen');
  await issue(page).fill('erreur 500');
  await send(page, 'Quel ticket ?');
  const words = (text) => card(page, text).innerText();
  assert.doesNotMatch(await words('#1 '), /à égalité/);
  assert.match(await words('#2 '), /à égalité/);
  const bars = await outcome(page).locator('.meter span').evaluateAll((all) => all.map(({ style }) => style.inlineSize));
  assert.deepEqual(bars, ['80%', '60%', '60%', '50%']);
  await outcome(page).getByText('À égalité, l’ordre ne dit rien').waitFor();
}));

test('what comes nearest to a hint that found nothing is confirmed by a click', () => page('#assistant_close_issue', async (page) => {
  await answering(page, 'assistant-close', {
    status: 'issue_not_found', message: 'Aucun ticket.', project: PROJECT, candidate_issues: [],
    suggested_issues: [{ id: 9, iid: 3, title: 'Erreur 500', state: 'opened', web_url: '', score: 35 }], choices: [chosen(3)],
  });
  await project(page).fill('portail citoyen');
  await issue(page).fill('formulaire de paie');
  await send(page, 'Ticket introuvable');
  await outcome(page).getByRole('heading', { name: 'Ce qui s’en approche le plus' }).waitFor();
  const request = await nextRequest(page, () => card(page, '#3 ').getByRole('button').click());
  assert.equal(request.confirm, true);
  assert.equal(request.resolved_project_path, CITIZEN);
  assert.equal(request.resolved_issue_iid, 3);
}));

test('what comes nearest to a project takes the place of its words, so that the issue is still looked for', () => page('#assistant_close_issue', async (page) => {
  await answering(page, 'assistant-close', {
    status: 'project_not_found', message: 'Aucun projet.', project: null, candidate_projects: [], suggested_projects: [{ ...PROJECT, web_url: '', score: 30 }],
    choices: [{ row: null, name: CITIZEN, title: 'Portail citoyen', fields: { project_hint: `http://host/${CITIZEN}` } }],
  });
  await project(page).fill('guichet');
  await issue(page).fill('erreur 500');
  await send(page, 'Projet introuvable');
  const request = await nextRequest(page, () => card(page, CITIZEN).getByRole('button').click());
  assert.deepEqual(request, { project_hint: `http://host/${CITIZEN}`, issue_hint: 'erreur 500' });
}));

test('an item of a bulk answer is settled with what comes nearest', () => page('#assistant_bulk_close_issues', async (page) => {
  const nearest = [{ id: 9, iid: 3, title: 'Erreur 500', state: 'opened', web_url: '', score: 35 }];
  await answering(page, 'assistant-bulk-close', {
    status: 'processed', message: '', project: PROJECT,
    results: [{ issue_hint: 'paie', status: 'issue_not_found', message: '', issue: null, labels: [], candidate_issues: [], suggested_issues: nearest }],
    choices: [{ ...chosen(3, 0) }],
  });
  await project(page).fill('portail citoyen');
  await page.getByRole('textbox', { name: 'Tickets (quelques mots chacun)' }).fill('paie');
  await send(page, '1 introuvable');
  await outcome(page).getByRole('group', { name: 'Rien pour « paie »' }).getByRole('radio').check();
  const request = await nextRequest(page, () => outcome(page).getByRole('button', { name: 'Continuer avec ces tickets' }).click());
  assert.deepEqual(request.issue_hints, ['#3']);
}));

test('an answer is marked once a field has changed, and what it offers can no longer be clicked', () => page('#assistant_close_issue', async (page) => {
  await project(page).fill('portail citoyen');
  await issue(page).fill('erreur 500');
  await send(page, 'Quel ticket ?');
  const notice = outcome(page).getByText('La demande a changé depuis cette réponse');
  assert.equal(await notice.isVisible(), false);
  await issue(page).fill('erreur');
  await notice.waitFor();
  assert.equal(await card(page, '#3 ').getByRole('button').isDisabled(), true);
  await issue(page).fill('erreur 500');
  await notice.waitFor({ state: 'hidden' });
  assert.equal(await card(page, '#3 ').getByRole('button').isDisabled(), false);
}));

test('all issues of a project are labelled only after their number was seen', () => page('#assistant_add_label_all', async (page) => {
  await project(page).fill('formation');
  await field(page, 'Étiquette').fill('à revoir');
  await field(page, 'Créer l\'étiquette si elle manque').check();
  const first = await nextRequest(page, () => submit(page));
  assert.equal(first.dry_run, true);
  await heading(page, 'Essai à blanc : 2 à faire');
  const second = await nextRequest(page, () => page.getByRole('button', { name: 'Modifier 2 tickets' }).click());
  assert.equal('dry_run' in second, false);
  await heading(page, '2 tickets modifiés');
  // Sent again, it has nothing left to do, and nothing is offered.
  await send(page, 'Essai à blanc : 2 inchangés');
  assert.equal(await page.getByRole('button', { name: /^Modifier \d/ }).count(), 0);
}));

test('a list of titles is pasted, and those that exist already are created on a second word alone', () => page('#assistant_batch_create_issues', async (page) => {
  await project(page).fill('portail citoyen');
  const titles = page.getByRole('textbox', { name: /^Titre/ });
  await paste(titles.first(), 'Erreur 500 sur le formulaire de contact\n\nChanger le fond du bandeau\nchanger le fond du bandeau \n');
  assert.equal(await titles.count(), 3);
  await send(page, '1 ticket créé, 2 doublons possibles');
  await answering(page, 'assistant-batch-create', {
    status: 'completed', message: '', project: PROJECT, results: ['un', 'deux'].map((title) => ({ title, status: 'created', message: '', issue: null })) });
  const again = await nextRequest(page, () => outcome(page).getByRole('button', { name: 'Créer les 2 tickets quand même' }).click());
  assert.equal(again.create_duplicates, true);
  assert.deepEqual(again.issues.map(({ title }) => title), ['Erreur 500 sur le formulaire de contact', 'changer le fond du bandeau']);
  await heading(page, '2 tickets créés');
}));

test('several lines pasted into a title make several entries', () => page('#assistant_batch_create_issues', async (page) => {
  const titles = page.getByRole('textbox', { name: /^Titre/ });
  await paste(titles.first(), 'un\ndeux\r\n\ntrois');
  assert.deepEqual(await titles.evaluateAll((all) => all.map(({ value }) => value)), ['un', 'deux', 'trois']);
}));

test('work that takes more than a second has a bar', () => page('#assistant_bulk_close_issues', async (page) => {
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  await page.route('**/assistant-bulk-close', async (route) => { await held; await route.continue(); });
  await page.getByRole('button', { name: 'Essai à blanc', exact: true }).click();
  await submit(page);
  await page.getByRole('progressbar', { name: 'En cours' }).waitFor();
  await page.getByText(/3 tickets\s: en cours depuis \d+ s…/).waitFor();
  go();
  await heading(page, /^Essai à blanc/);
  assert.equal(await page.getByRole('progressbar').count(), 0);
}));

test('a due date is picked from a calendar, and taken away only by a box', () => page('#assistant_set_due_date', async (page) => {
  assert.equal(await field(page, 'Échéance').getAttribute('type'), 'date');
  await project(page).fill('portail citoyen');
  await issue(page).fill('#21');
  await submit(page);
  // The browser asks for a day: nothing was sent.
  assert.equal(await outcome(page).count(), 0);
  await field(page, 'Retirer l’échéance').check();
  const request = await nextRequest(page, () => submit(page));
  assert.equal(request.due_date, '');
}));

test('a read-only bridge says so before anything is sent, and sends dry runs alone', () => page('#assistant_close_issue', async (page) => {
  await page.getByText('Vous ne pouvez que lire ici').waitFor();
  await project(page).fill('portail citoyen');
  await issue(page).fill('page 404');
  const request = await nextRequest(page, () => submit(page));
  assert.equal(request.dry_run, true);
  await heading(page, 'Essai à blanc');
  assert.equal(await page.getByRole('button', { name: 'Faire pour de bon' }).count(), 0);
}, { about: { read_only: true } }));

test('a token that may only read shows what it may do as soon as it is given', () => page('#assistant_close_issue', async (page) => {
  await page.route('**/console/about.json', async (route) => {
    const response = await route.fetch();
    const about = await response.json();
    const isReader = route.request().headers().authorization === 'Bearer reader';
    await route.fulfill({ response, json: isReader ? { ...about, read_only: true } : about });
  });
  await project(page).waitFor();
  assert.equal(await page.getByText('Vous ne pouvez que lire ici').count(), 0);
  await page.getByText('Jeton', { exact: true }).click();
  await page.getByLabel('Jeton d’accès').fill('reader');
  await page.getByLabel('Jeton d’accès').press('Tab');
  await page.getByText('Vous ne pouvez que lire ici').waitFor();
}));

test('a milestone whose day is over is not called active', () => page('#assistant_batch_create_issues', async (page) => {
  const milestone = { iid: 1, title: 'Sprint', state: 'active', web_url: '', score: 70 };
  await answering(page, 'assistant-batch-create', {
    status: 'milestone_clarification_needed', message: 'Lequel ?', project: PROJECT, results: [],
    candidate_milestones: [{ ...milestone, id: 1, due_date: '2020-01-31' }, { ...milestone, id: 2, due_date: '2999-01-31' }],
    choices: ['1', '2'].map((name) => ({ row: null, name, title: 'Sprint', fields: { resolved_milestone_id: Number(name) } })),
  });
  await page.getByRole('button', { name: 'Quel jalon ?' }).click();
  await submit(page);
  await outcome(page).waitFor();
  assert.match(await card(page, '2020').innerText(), /Échu/);
  assert.match(await card(page, '2999').innerText(), /Actif/);
}));

test('no name that programs have for a field is shown', async () => {
  await page('#assistant_bulk_close_issues', async (page) => {
    await answering(page, 'assistant-bulk-close', { success: false, code: 'invalid_request', detail: 'Le champ « issue_hints[1] » est trop long, envoyez dry_run à true.' }, 422);
    await page.getByRole('button', { name: 'Essai à blanc', exact: true }).click();
    await send(page, 'Demande à corriger');
    await outcome(page).getByText('Le champ « Tickets 2 » est trop long, cochez « Essai à blanc ».').waitFor();
  }, { expects: ['status of 422'] });
  const hashes = [];
  await page('', async (page) => {
    await page.locator('#operations a').first().waitFor();
    hashes.push(...await page.locator('#operations a').evaluateAll((all) => all.map(({ hash }) => hash)));
  });
  for (const hash of hashes) {
    await page(hash, async (page) => {
      await page.locator('article').waitFor();
      assert.doesNotMatch(await page.locator('article form').innerText(), /_hint|resolved_|dry_run|Confirmer|Identifiant/, hash);
    });
  }
});

test('a candidate of the demonstration can be looked at', () => page('#assistant_close_issue', async (page) => {
  await project(page).fill('portail citoyen');
  await issue(page).fill('erreur 500');
  await send(page, 'Quel ticket ?');
  const address = await card(page, '#3 ').getByRole('link', { name: /^Voir/ }).getAttribute('href');
  const response = await fetch(address, { headers: { 'accept-language': 'fr' } });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /<h1>#3 Erreur 500/);
}));

test('a search says whether it found anything', () => page('#search_groups', async (page) => {
  await field(page, 'Recherche').fill('numérique');
  await send(page, 'Trouvé');
  await field(page, 'Recherche').fill('zzzzzz');
  await send(page, 'Introuvable');
  assert.equal(await tone(page), 'outcome warning');
}));

test('English has no space before a semicolon or a percent sign', async () => {
  await page('', async (page) => {
    await page.locator('#operations a').first().waitFor();
    await take(page, 'assistant_create_issue', 'duplicate_warning');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Possible duplicate', exact: true }).waitFor();
    await take(page, 'assistant_project_progress', 'resolved');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^\d+% done$/).waitFor();
  }, { language: 'en' });
});

test('a box stands apart from its words', () => page('#assistant_update_issue', async (page) => {
  await page.locator('label.check').first().waitFor({ state: 'attached', timeout: 5000 });
  const gaps = await page.locator('label.check').evaluateAll((all) => all.map((label) => {
    const words = document.createRange();
    words.selectNodeContents(label.lastChild);
    return words.getBoundingClientRect().left - label.firstElementChild.getBoundingClientRect().right;
  }));
  assert.ok(gaps.length >= 3 && gaps.every((gap) => gap >= 4), `${gaps}`);
}));

test('a label that does not exist is created with a click', () => page('#assistant_add_label', async (page) => {
  await project(page).fill('portail citoyen');
  await issue(page).fill('page 404');
  await field(page, 'Étiquette').fill('à revoir');
  await send(page, 'Introuvable');
  await outcome(page).getByText('Pour la créer, cochez « Créer l\'étiquette si elle manque ».').waitFor();
  await outcome(page).getByRole('button', { name: 'Créer l\'étiquette si elle manque' }).click();
  await heading(page, 'Mis à jour');
  const { labels } = await post('issues/assistant-list-labels', { project_hint: CITIZEN });
  assert.ok(labels.some(({ name }) => name === 'à revoir'));
}, { expects: ['status of 404'] }));

test('an issue is shown with what it says, who wrote it, and its last comments', async () => {
  await post('issues/assistant-comment', { project_hint: CITIZEN, issue_hint: '#1', body: 'Vu ce matin.\nÀ reprendre.' });
  await page('#assistant_show_issue', async (page) => {
    await project(page).fill('portail citoyen');
    await issue(page).fill('page de connexion');
    await send(page, 'Trouvé');
    const shown = await outcome(page).innerText();
    for (const said of ['#1 Corriger la page de connexion', 'front', 'Développement front', 'Sprint 2', 'Auteur', 'À reprendre.']) {
      assert.ok(shown.includes(said), `${said} in ${shown}`);
    }
    assert.doesNotMatch(shown, /\d{4}-\d\d-\d\dT/, 'moments are written for people');
  });
});

test('members are shown with their roles in words', () => page('#assistant_project_members', async (page) => {
  await project(page).fill('portail citoyen');
  await send(page, 'Trouvé');
  assert.match(await outcome(page).innerText(), /Chef de projet\s+Mainteneur/);
}));

test('only the button of a candidate acts, and it says what it does', () => page('#assistant_close_issue', async (page) => {
  await project(page).fill('portail citoyen');
  await issue(page).fill('erreur 500');
  await send(page, 'Quel ticket ?');
  let sent = 0;
  page.on('request', (request) => { if (request.url().endsWith('/assistant-close')) sent += 1; });
  const first = page.locator('.outcome .card').first();
  await first.locator('.what').click();
  await first.click({ position: { x: 5, y: 5 } });
  assert.equal(sent, 0);
  const act = first.getByRole('button');
  assert.equal(await act.innerText(), 'Fermer ce ticket');
  await act.click();
  await heading(page, 'Fermé');
  assert.equal(sent, 1);
}));

test('a close is taken back, and its words leave the form', () => page('#assistant_close_issue', async (page) => {
  await project(page).fill('portail citoyen');
  await issue(page).fill('#2');
  await send(page, 'Fermé');
  assert.equal(await issue(page).inputValue(), '');
  assert.equal(await project(page).inputValue(), 'portail citoyen');
  const request = await nextRequest(page, () => outcome(page).getByRole('button', { name: 'Annuler' }).click());
  assert.deepEqual(request, { confirm: true, resolved_project_path: CITIZEN, resolved_issue_iid: 2 });
  await heading(page, 'Rouvert');
}));

test('a label is taken back, and one that was there before is not, however it was written', async () => {
  const labels = async () => (await post('issues/assistant-show', { project_hint: CITIZEN, issue_hint: '#21' })).issue.labels;
  const before = await labels();
  const [own] = before;
  for (const [written, isBack] of [[own.toUpperCase(), false], [` ${own} `, false], [own, false], ['URGENT', true]]) {
    await page('#assistant_add_label', async (page) => {
      await project(page).fill('portail citoyen');
      await issue(page).fill('#21');
      await field(page, 'Étiquette').fill(written);
      await send(page, 'Mis à jour');
      const back = outcome(page).getByRole('button', { name: 'Annuler' });
      assert.equal(await back.count(), isBack ? 1 : 0, written);
      if (!isBack) return;
      const answered = page.waitForResponse((response) => response.url().endsWith('/assistant-update'));
      await back.click();
      await answered;
    });
    assert.deepEqual(await labels(), before);
  }
});

test('a refusal says what became of the change, and what to do next', () => page('#assistant_close_issue', async (page) => {
  await project(page).fill('portail citoyen');
  await issue(page).fill('x');
  for (const [status, code, title, words] of [
    [401, 'unauthorized', 'Jeton demandé', /Rien n’a été modifié/],
    [403, 'forbidden', 'Interdit', /Rien n’a été modifié/],
    [502, 'upstream_error', 'GitLab ne répond pas comme il faut', /Rien n’a été modifié/],
    [500, 'internal_error', 'Échec', /peut-être été faite/],
  ]) {
    await answering(page, 'assistant-close', { success: false, detail: 'Non.', code }, status);
    await send(page, title);
    assert.match(await outcome(page).innerText(), words);
    await page.unroute('**/assistant-close');
  }
}, { expects: ['Failed to load resource'] }));

test('a failure of the host says whether something was changed, and offers to try again', () => page('#assistant_close_issue', async (page) => {
  for (const [detail, told] of [
    ['GitLab est injoignable.', 'Rien n’a été modifié sur GitLab.'],
    ['GitLab n’a pas répondu à temps. La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer.', 'La modification a peut-être été faite. Regardez'],
  ]) {
    await answering(page, 'assistant-close', { success: false, code: 'upstream_unreachable', detail }, 502);
    await project(page).fill('portail citoyen');
    await issue(page).fill('#21');
    await send(page, 'GitLab ne répond pas comme il faut');
    await outcome(page).getByText(told).waitFor();
    await page.unroute('**/assistant-close');
  }
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await heading(page, 'Fermé');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await heading(page, 'Rouvert');
}, { expects: ['status of 502'] }));

test('the start page says that the host is away, or refuses the bridge, until it can be used', () => page('', async (page) => {
  await page.getByRole('button', { name: 'English' }).waitFor();
  const notice = page.getByText('GitLab ne répond pas à la passerelle');
  assert.equal(await notice.isVisible(), false);
  await page.route('**/health/host', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await notice.waitFor();
  await page.unroute('**/health/host');
  await page.route('**/health/host', (route) => route.fulfill({ status: 503, json: { code: 'upstream_unauthorized' } }));
  await page.getByRole('button', { name: 'Réessayer' }).click();
  const refused = page.getByText('GitLab refuse l’accès à la passerelle');
  await refused.waitFor();
  await page.unroute('**/health/host');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await refused.waitFor({ state: 'hidden' });
}, { expects: ['status of 503'] }));

test('what is missing is named, and a refused field is marked until it is changed', () => page('#assistant_list_issues', async (page) => {
  await answering(page, 'assistant-list', { success: false, code: 'project_not_found', detail: 'Aucun projet.' }, 404);
  await project(page).fill('zzz');
  await send(page, 'Projet introuvable');
  await page.unroute('**/assistant-list');
  await answering(page, 'assistant-list', { success: false, code: 'invalid_request', detail: 'Le champ « project_hint » est trop long.' }, 422);
  await send(page, 'Demande à corriger');
  assert.equal(await project(page).getAttribute('aria-invalid'), 'true');
  await project(page).fill('formation');
  assert.equal(await project(page).getAttribute('aria-invalid'), null);
}, { expects: ['status of 404', 'status of 422'] }));

test('a duplicate can be commented or reopened instead', () => page('#assistant_create_issue', async (page) => {
  await page.getByRole('button', { name: 'Doublon possible' }).click();
  await send(page, 'Doublon possible');
  await card(page, '#2 ').getByRole('button', { name: 'Commenter ce ticket' }).click();
  assert.equal(await page.locator('form:visible').getByLabel('Ticket (quelques mots').inputValue(), '#2');
  assert.equal(await page.locator('form:visible').getByLabel('Projet (quelques mots)').inputValue(), CITIZEN);
}));

test('a due date has its label, says that it is late, and is written in one way', () => page('#assistant_show_issue', async (page) => {
  const due = { id: 9, iid: 3, title: 'Panne', state: 'opened', web_url: '', description: '', labels: [], assignees: [], due_date: '2020-01-31', overdue: true };
  await answering(page, 'assistant-show', { status: 'resolved', message: 'Échéance le 2020-01-31, « sortie 2020-01-31 ».', project: PROJECT, issue: due, comments: [] });
  await issue(page).fill('#3');
  await send(page, 'Trouvé');
  const said = await outcome(page).innerText();
  assert.match(said, /Échéance le 31 janvier 2020, «\ssortie 2020-01-31\s»/);
  assert.match(said, /Échéance[^]*31 janvier 2020\s+en retard/);
}));

const sheet = async (iid) => (await post('issues/assistant-show', { project_hint: CITIZEN, issue_hint: `#${iid}` })).issue;

/** Each change that has an opposite: its form, and what it changes. */
const CHANGES = [
  ['assistant_set_due_date', 'Mis à jour', async (page) => page.locator('form:visible input[type=date]').fill('2031-05-04'), ({ due_date: day }) => day],
  ['assistant_assign_issue', 'Assigné', async (page) => field(page, 'Personne (quelques mots)').fill('@dev.back'), ({ assignees }) => assignees.map(({ username }) => username)],
  ['assistant_add_label', 'Mis à jour', async (page) => { await field(page, 'Étiquette').fill('relu'); await field(page, 'Créer l\'étiquette si elle manque').check(); }, ({ labels }) => labels],
  ['assistant_update_issue', 'Mis à jour', async (page) => field(page, 'Titre').fill('Autre titre'), ({ title }) => title],
  ['assistant_close_issue', 'Fermé', async () => {}, ({ state }) => state],
];

for (const [operation, done, fill, read] of CHANGES) {
  test(`what ${operation} changed is taken back`, () => page(`#${operation}`, async (page) => {
    const before = read(await sheet(12));
    await project(page).fill('portail citoyen');
    await issue(page).fill('#12');
    await page.keyboard.press('Escape');
    await fill(page);
    await send(page, done);
    assert.notDeepEqual(read(await sheet(12)), before);
    const undone = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await undone;
    await page.waitForFunction(() => !document.querySelector('.answer[aria-busy]'));
    assert.deepEqual(read(await sheet(12)), before);
  }));
}
