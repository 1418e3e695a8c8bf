/** The welcome: a box for loose words, the operations that fit them, and in the demonstration some suggestions. */

import { button, el } from './dom.js';
import { pick } from './meaning.js';
import { sampleOf } from './sample.js';
import { text } from './text.js';

/** Operations that show best what the bridge does. */
const TRIALS = [
  'project_summary', 'assistant_list_issues', 'assistant_close_issue', 'assistant_create_issue', 'assistant_add_label', 'assistant_bulk_close_issues',
];

/**
 * @param {import('./description.js').Description} description
 * @param {(operation: import('./description.js').Operation, request: object, words?: string) => void} open shows an operation
 *   with its form filled in
 */
export function welcome(description, open) {
  const box = el('input', { id: 'words', autocomplete: 'off', placeholder: text('askExample'), 'aria-describedby': 'words-help' });
  const picks = el('div', { class: 'picks' });
  const found = () => (box.value.trim() ? pick(description.operations, box.value) : []);
  const show = () => picks.replaceChildren(...(box.value.trim() ? picked(description, found(), openPick) : []));
  const openPick = ({ operation, request }) => open(operation, request, box.value.trim());
  const submit = (event) => {
    event.preventDefault();
    const [best] = found();
    if (best) openPick(best);
    else box.focus();
  };
  box.addEventListener('input', show);
  return el('section', { id: 'welcome', class: 'welcome' },
    el('h1', {}, text('slogan')),
    el('p', { class: 'lead' }, text('lead')),
    el('form', { class: 'ask', submit },
      el('label', { for: 'words' }, text('ask')),
      el('div', { class: 'line' }, box, el('button', { type: 'submit', class: 'primary' }, text('prepare'))),
      el('p', { id: 'words-help', class: 'help' }, text('askHelp')),
      picks,
      el('p', { class: 'help' }, text('askLike'))),
    description.about.sample && sample(description, open),
    el('ul', { class: 'ways' }, [['good', 'one', 'oneSays'], ['question', 'several', 'severalSays'], ['plain', 'noOne', 'noOneSays']].map(([tone, name, says]) => (
      el('li', {}, el('span', { class: `chip ${tone}` }, text(name)), el('p', {}, text(says)))))));
}

/** The operations that words fit, with what they fill in. */
function picked(description, picks, open) {
  if (picks.length === 0) return [el('p', { class: 'help', role: 'status' }, text('unpicked'))];
  return [el('ul', { class: 'cards', 'aria-label': text('picked') }, picks.map((one) => el('li', { class: 'card open' },
    el('div', { class: 'what' },
      el('strong', {}, one.operation.title),
      el('span', { class: 'notes' }, filled(one).map(([label, value]) => el('span', {}, text('labelled', label), el('b', {}, value))))),
    el('span', { class: `chip ${one.operation.effect === 'reads' ? 'plain' : 'effect'}` }, description.word(one.operation.effect)),
    button(text('prepare'), () => open(one), { class: 'choose', 'aria-label': text('prepareOne', one.operation.title) }))))];
}

/** The filled fields as people read them. */
function filled({ operation, request }) {
  return operation.fields.filter(({ name }) => name in request).map(({ name, label }) => {
    const values = [request[name]].flat().map((value) => value.title ?? value);
    return [label.replace(/\s*\(.*$/, ''), values.join(', ')];
  });
}

/** The objects of the demonstration, marked as a sample. */
function sample({ operations }, open) {
  const { projects, issues, groups } = sampleOf(operations);
  const names = (title, list) => list.length > 0 && el('div', {}, el('dt', {}, text(title)), el('dd', {}, list.join(' · ')));
  const trials = operations.filter(({ name, examples }) => TRIALS.includes(name) && examples.length > 0);
  return el('section', { class: 'sample', 'aria-labelledby': 'sample-title' },
    el('h2', { id: 'sample-title' }, text('sampleTitle'), ' ', el('span', { class: 'chip effect' }, text('sample'))),
    el('p', { class: 'help' }, text('sampleLead')),
    el('dl', { class: 'holds' }, names('sampleProjects', projects), names('sampleIssues', issues), names('sampleGroups', groups)),
    el('ul', { class: 'trials', 'aria-label': text('sampleTrials') }, trials.map((operation) => (
      el('li', {}, button(operation.title, () => open(operation, operation.examples[0].request), { class: 'quiet' }))))));
}
