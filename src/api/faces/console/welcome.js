/** The welcome: a box that offers operations, projects and issues for what is typed, and where to begin. */

import { combobox } from './combobox.js';
import { HOST_REFUSES, hostFault } from './description.js';
import { button, el, folded } from './dom.js';
import { find, naming, placeOf } from './finder.js';
import { nameOf } from './records.js';
import { text } from './text.js';

/** Operations that show best what the bridge does. */
const TRIALS = [
  'project_summary', 'assistant_list_issues', 'assistant_close_issue', 'assistant_create_issue', 'assistant_add_label', 'assistant_bulk_close_issues',
];
/** How many operations are offered for a few words. */
const MOST = 6;
/** From this score on an object comes before an operation that has only some of the words. */
const SURE = 80;
/** Other words that people use for an operation, beside its title and its purpose. */
const ALSO = {
  find_projects: 'trouver retrouver nom search name',
  create_project: 'nouveau new',
  assistant_create_project: 'nouveau démarrer lancer ouvrir new start launch',
  check_create_project: 'existe déjà possible already exists',
  assistant_list_projects: 'mes quels lesquels travailler my which',
  project_summary: 'bilan récap aperçu point état vue ensemble résumé santé summary recap overview status health',
  assistant_project_progress: 'avancée avance pourcentage combien reste fini terminé percent percentage far along done completed',
  assistant_project_tasks: 'reste faire todo left remaining work',
  assistant_project_members: 'équipe qui gens collègues travaille team who people works colleagues',
  assistant_project_milestones: 'étapes versions calendrier planning dates stages releases schedule roadmap',
  search_groups: 'trouver service équipe département search department',
  find_issues: 'trouver retrouver où retard date limite search late overdue deadline where unassigned',
  assistant_list_issues: 'liste tous toutes demandes ouverts encore reste cours requests open all',
  assistant_show_issue: 'voir afficher montrer détail entier complet contenu qui occupe demande see display details whole full content who request',
  assistant_create_issue: 'nouveau nouvelle ajouter signaler déclarer ouvrir demande problème panne bug incident new add report raise open request problem',
  assistant_batch_create_issues: 'nouveaux nouvelles ajouter signaler coup lot série liste paquet ensemble new add report file bunch batch once several list many',
  assistant_close_issue: 'clore clôturer terminer terminé finir fini résoudre résolu réglé fait finish finished resolve resolved solved done fixed complete completed wrap shut',
  assistant_bulk_close_issues: 'clore clôturer terminer résoudre lot coup paquet ensemble tous finish resolve done shut bunch batch once several all clean',
  assistant_reopen_issue: 'réouvrir relancer remettre reprendre revenu encore again back undo',
  assistant_update_issue: 'renommer changer retirer corriger éditer réécrire titre description texte rename change remove correct edit rewrite fix title description',
  assistant_comment_issue: 'ajouter laisser commentaire répondre réponse écrire noter note mot message fil discussion add reply answer write note message thread',
  assistant_set_due_date: 'date limite délai repousser reporter avancer décaler deadline postpone delay date when',
  assistant_assign_issue: 'attribuer affecter confier donner passer refiler charger responsable personne collègue hand give over charge owner someone responsible',
  assistant_list_labels: 'label tags mots clés quelles existent lesquelles which exist available',
  assistant_add_label: 'ajouter mettre coller poser label tag taguer add put',
  assistant_bulk_add_label: 'ajouter mettre coller label tag taguer coup lot même ensemble add put same few once batch several',
  assistant_add_label_all: 'ajouter mettre coller label tag taguer add put every',
};
/** What a word counts in a title, among the other words, in a purpose. */
const WORTH = [1.5, 1.25, 1];
/** Words that say nothing of what is to be done. */
const SMALL = wordsOf('a au aux avec ce ces cet cette dans de des dont du elle en est et faut il je la le les leur ma me moi mon ne nos notre on ou par pas peut plus pour que sa se ses son sont sur un une veux vous'
  + ' about an and are as at be but by can for from has have he her him his i in is it its me of on or our please she so that the their them they this to want was we with you your');
/** What shows an object of each kind, as far as it is served. */
const SHOWN_BY = { projects: ['project_summary', 'assistant_list_issues'], issues: ['assistant_show_issue'] };

/**
 * @param {import('./description.js').Description} description
 * @param {{token: () => string}} page
 * @param {(operation: import('./description.js').Operation, request: object, isSent?: boolean) => void} open shows an operation
 *   with its form filled in
 */
export function welcome(description, page, open) {
  const box = el('input', { id: 'words', autocomplete: 'off', placeholder: text('askExample'), 'aria-describedby': 'words-help' });
  const show = (kind, record) => {
    const operation = SHOWN_BY[kind].map((name) => description.named(name)).find(Boolean);
    return operation && { label: nameOf(record), note: placeOf(record), score: record.score, take: () => open(operation, wanted(operation, naming(record)), true) };
  };
  const objects = async (kind, query, signal) => (
    (await find(description, kind, { query }, page.token(), signal))
      // A record without a score answers no word: the bridge found none to search for, as in "close the issue".
      .filter(({ score }) => !query || score > 0)
      .map((record) => show(kind, record)).filter(Boolean));
  const offers = combobox(box, text('offers'), {
    known: (words) => fitting(description, words).map(({ operation, isAll }) => (
      { label: operation.title, note: description.word(operation.effect), score: isAll ? 100 : SURE, take: () => open(operation, {}) })),
    find: async (words, signal) => (
      (await Promise.all(Object.keys(SHOWN_BY).map((kind) => objects(kind, words, signal)))).flat().sort((one, other) => other.score - one.score)),
    nothing: () => description.about.admitted && text('askNothing'),
    isEager: true,
  });
  return el('section', { id: 'welcome', class: 'welcome' },
    el('h1', {}, text('slogan')),
    el('p', { class: 'lead' }, text('lead')),
    host(page),
    !description.about.admitted && el('p', { class: 'box note' }, text(description.about.client ? 'signInNone' : 'tokenNone')),
    el('div', { class: 'ask' },
      el('label', { for: 'words' }, text('ask')), box, offers,
      el('p', { id: 'words-help', class: 'help' }, text('askHelp'))),
    description.about.sample && sample(description, open),
    projects(() => objects('projects', '')),
    el('ul', { class: 'ways' }, [['good', 'one', 'oneSays'], ['question', 'several', 'severalSays'], ['plain', 'noOne', 'noOneSays']].map(([tone, name, says]) => (
      el('li', {}, el('span', { class: `chip ${tone}` }, text(name)), el('p', {}, text(says)))))));
}

/** The fields that an operation has. */
const wanted = ({ fields }, request) => Object.fromEntries(Object.entries(request).filter(([name]) => fields.some((field) => field.name === name)));

/** The operations that words may mean, best first: a word tells the more, the fewer operations have it. */
function fitting({ operations }, words) {
  const all = wordsOf(words);
  const told = all.filter((word) => !SMALL.includes(word));
  const sought = told.length > 0 ? told : all;
  const own = operations.map(({ name, title, purpose }) => [title, ALSO[name] ?? '', purpose].map(wordsOf));
  const worth = sought.map((word) => {
    const has = own.map((places) => WORTH[places.findIndex((place) => place.some((one) => isLike(one, word)))] ?? 0);
    const count = has.filter(Boolean).length;
    return has.map((much) => much && much * Math.log(1 + operations.length / count));
  });
  return operations
    .map((operation, index) => ({ operation, has: worth.filter((one) => one[index]).length, worth: worth.reduce((sum, one) => sum + one[index], 0) }))
    .filter(({ has }) => has > 0)
    .sort((one, other) => other.worth - one.worth)
    .slice(0, MOST)
    .map(({ operation, has }) => ({ operation, isAll: has === sought.length }));
}

function wordsOf(written) {
  return folded(written).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a word is what was typed of it so far, or another form of what was. */
function isLike(word, typed) {
  if (word.startsWith(typed)) return typed.length > 2 || word === typed;
  const shared = [...word].findIndex((letter, index) => letter !== typed[index]);
  return (shared < 0 ? word.length : shared) >= Math.max(4, Math.max(word.length, typed.length) - 2);
}

/** A notice while the bridge can't use the host, with why; nothing is shown while it can. */
function host(page) {
  const why = el('p', {});
  const notice = el('div', { class: 'box note', role: 'status', hidden: true }, why, button(text('again'), () => look(), { class: 'quiet' }));
  const look = async () => {
    const fault = await hostFault(page.token());
    why.textContent = text(fault === HOST_REFUSES ? 'hostRefusesAll' : 'hostAway');
    notice.hidden = !fault;
  };
  look();
  return notice;
}

/** The projects where something happened last, a button each. */
function projects(read) {
  const list = el('ul', { class: 'trials', 'aria-labelledby': 'projects-title' });
  const section = el('section', { class: 'recent', 'aria-labelledby': 'projects-title', hidden: true }, el('h2', { id: 'projects-title' }, text('recentProjects')), list);
  read().then((found) => {
    list.append(...found.map(({ label, note, take }) => el('li', {}, button(label, take, { class: 'quiet', title: note }))));
    section.hidden = found.length === 0;
  });
  return section;
}

/** What the demonstration is, and requests that show what can be asked of it. */
function sample({ operations }, open) {
  const trials = operations.filter(({ name, examples }) => TRIALS.includes(name) && examples.length > 0);
  return el('section', { class: 'sample', 'aria-labelledby': 'sample-title' },
    el('h2', { id: 'sample-title' }, text('sampleTitle'), ' ', el('span', { class: 'chip effect' }, text('sample'))),
    el('p', { class: 'help' }, text('sampleLead')),
    el('ul', { class: 'trials', 'aria-label': text('sampleTrials') }, trials.map((operation) => (
      el('li', {}, button(operation.title, () => open(operation, operation.examples[0].request), { class: 'quiet' }))))));
}
