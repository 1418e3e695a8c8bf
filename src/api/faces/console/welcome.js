/** The welcome: a box that offers operations, projects and issues for what is typed, and where to begin. */

import { combobox } from './combobox.js';
import { hostAnswers } from './description.js';
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
/** Other words that people use for an operation, beside its title and its purpose. */
const ALSO = {
  find_projects: 'trouver search',
  project_summary: 'bilan aperçu retard summary overview late overdue',
  assistant_project_progress: 'avancée pourcentage percent',
  assistant_project_members: 'équipe qui team who',
  search_groups: 'trouver search',
  find_issues: 'trouver retard date limite search late overdue deadline',
  assistant_show_issue: 'voir afficher see',
  assistant_create_issue: 'nouveau ajouter signaler new add report',
  assistant_batch_create_issues: 'nouveaux ajouter new add',
  assistant_close_issue: 'clore clôturer terminer résoudre finish resolve done',
  assistant_bulk_close_issues: 'clore clôturer terminer résoudre finish resolve done',
  assistant_reopen_issue: 'réouvrir',
  assistant_update_issue: 'renommer changer retirer titre rename change remove title',
  assistant_comment_issue: 'ajouter commentaire répondre add reply',
  assistant_set_due_date: 'date limite délai repousser deadline postpone',
  assistant_assign_issue: 'attribuer affecter confier responsable',
  assistant_add_label: 'ajouter label tag',
  assistant_bulk_add_label: 'ajouter label tag',
  assistant_add_label_all: 'ajouter label tag',
};
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
    known: (words) => fitting(description, words).map((operation) => (
      { label: operation.title, note: description.word(operation.effect), take: () => open(operation, {}) })),
    find: async (words, signal) => (
      (await Promise.all(Object.keys(SHOWN_BY).map((kind) => objects(kind, words, signal)))).flat().sort((one, other) => other.score - one.score)),
    nothing: () => description.about.admitted && text('askNothing'),
    isEager: true,
  });
  return el('section', { id: 'welcome', class: 'welcome' },
    el('h1', {}, text('slogan')),
    el('p', { class: 'lead' }, text('lead')),
    host(),
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

/** The operations whose title, purpose or other words have all these, those whose title has them first. */
function fitting({ operations }, words) {
  const all = folded(words).split(/\s+/);
  // Articles and the like say nothing of an operation.
  const long = all.filter((word) => word.length > 2);
  const sought = long.length > 0 ? long : all;
  const has = (written) => sought.every((word) => folded(written).includes(word));
  const inTitle = operations.filter(({ title }) => has(title));
  return [...inTitle, ...operations.filter((one) => !inTitle.includes(one) && has(`${one.title} ${one.purpose} ${ALSO[one.name] ?? ''}`))].slice(0, MOST);
}

/** A notice while the host does not answer the bridge; nothing is shown while it does. */
function host() {
  const notice = el('div', { class: 'box note', role: 'status', hidden: true },
    el('p', {}, text('hostAway')), button(text('again'), () => look(), { class: 'quiet' }));
  const look = async () => { notice.hidden = await hostAnswers(); };
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
