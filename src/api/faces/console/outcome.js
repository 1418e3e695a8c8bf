/** What came of a call, as a person wants it: a word, a sentence, what was found or done, and how to go on. */

import { outcomeOf, readable } from './description.js';
import { button, el, link } from './dom.js';
import { act, asks, choose, chooseIssues, createAnyway, hintFor, subjectOf, undo } from './next.js';
import { Records, isThere, nameOf } from './records.js';
import { exchange, frame, refused } from './refusal.js';
import { spaced, spoken, text } from './text.js';
import { countsOf, toneOf, toneOfAnswer } from './tone.js';

/**
 * @typedef {object} Ways how a person goes on
 * @property {(request: object, chosen?: string) => void} go sends another request of the operation
 * @property {(request: object) => void} act sends the request that a preview showed
 * @property {(operation: object, request: object) => void} undo sends the request that takes a change back
 * @property {() => void} retry sends the same call again
 * @property {(field?: string) => void} revise goes back to the form
 */

/**
 * The section that shows a reply.
 *
 * @param {import('./description.js').Description} description
 * @param {{operation: object, request: object}} call
 * @param {object} reply as `send` gives it
 * @param {{ways: Ways, trail: string[], withToken: boolean}} context
 */
export function outcome(description, call, reply, context) {
  if (!reply.ok || !reply.body) return refused(description, call, reply, context);
  return new Outcome(description, call, reply, context).section();
}

/** Fields of an issue that stand beside its name, or below. */
const NAMED = ['id', 'iid', 'title', 'state', 'web_url', 'due_date', 'description'];

class Outcome {
  constructor(description, call, reply, { ways, trail, withToken }) {
    Object.assign(this, { description, call, reply, ways, trail, withToken });
    this.operation = call.operation;
    this.answer = reply.body;
    this.records = new Records(description);
    this.status = outcomeOf(this.operation.effect, this.answer);
    this.counts = countsOf(this.answer);
    /** Whether something was found or done, and is to be shown. */
    this.settled = !['question', 'warning'].includes(toneOf(this.status));
  }

  section() {
    return frame(toneOfAnswer({ ...this.answer, status: this.status }), this.title(),
      this.message(),
      this.trail.length > 0 && el('p', { class: 'trail' }, text('chosen'), this.trail.join(' › ')),
      this.settled && [this.facts(), this.sheet(), this.figures()],
      this.question(),
      this.duplicates(),
      this.pending(),
      this.settled && this.lists(),
      this.actions(),
      exchange(this.call, this.reply, this.withToken));
  }

  /** A word for the status; of a bulk answer, what its items came to. */
  title() {
    const word = this.description.word(this.status);
    if (!this.counts) return word;
    const counts = this.counts.map(([name, count]) => text(name, count)).join(', ') || text('countNone');
    return this.status === 'preview' ? `${text('labelled', word)}${counts}` : counts;
  }

  message() {
    const { message } = this.answer;
    return message && el('p', { class: 'message' }, spaced(message));
  }

  /** The answer's fields of a kind, in the order of the schema, with their labels. */
  fields(isWanted) {
    const { properties } = this.operation.answer;
    const told = ['success', 'status', 'message', 'truncated'];
    const names = Object.keys(this.answer).filter((name) => !told.includes(name) && isWanted(this.answer[name], name));
    return names.map((name) => ({
      name, label: properties[name]?.['x-label'] ?? readable(name), value: this.answer[name], schema: properties[name] ?? {},
    }));
  }

  /** What the answer is about: objects and names. */
  facts() {
    const facts = this.fields((value) => value && (typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value))));
    return facts.length > 0 && el('dl', { class: 'facts' }, facts.map(({ label, value }) => (
      el('div', {}, el('dt', {}, label), el('dd', {}, typeof value === 'string' ? value : this.object(value))))));
  }

  object(value) {
    const address = value.web_url ?? this.addressOf(value);
    const path = value.path_with_namespace ?? (value.username && `@${value.username}`);
    return [
      link(address, nameOf(value)),
      path && el('span', { class: 'path' }, path),
      value.state && this.records.value('state', value.state, value),
      value.due_date && this.records.value('due_date', value.due_date),
    ];
  }

  /** What an issue that was read says beside its name: its fields, its text last. */
  sheet() {
    const { issue } = this.answer;
    if (!issue || !('description' in issue)) return null;
    const known = this.description.resolve(this.operation.answer.properties.issue).properties ?? {};
    const names = Object.keys(issue).filter((name) => !NAMED.includes(name) && issue[name] !== false && isThere(issue[name]));
    return [
      el('dl', { class: 'facts small' }, names.map((name) => (
        el('div', {}, el('dt', {}, known[name]?.['x-label'] ?? readable(name)), el('dd', {}, this.records.value(name, issue[name])))))),
      issue.description && el('p', { class: 'written' }, issue.description),
    ];
  }

  /** Where a project is whose record has no address: another record of the answer says. */
  addressOf({ path_with_namespace: path }) {
    if (!path) return undefined;
    const records = Object.values(this.answer).flat().flatMap((value) => [value, value?.issue]);
    const addresses = records.map((record) => record?.web_url).filter(Boolean);
    const address = addresses.find((one) => one.endsWith(`/${path}`) || one.includes(`/${path}/-/`));
    return address?.split('/-/')[0];
  }

  /** Numbers, and progress as a bar. */
  figures() {
    const figures = this.fields((value) => typeof value === 'number');
    const percent = this.answer.progress_percent;
    const counts = figures.filter(({ name }) => name !== 'progress_percent');
    return [
      percent !== undefined && el('div', { class: 'progress' },
        el('p', {}, el('strong', {}, String(percent)), text('done')),
        el('progress', { max: '100', value: percent, 'aria-label': text('progress') })),
      counts.length > 0 && el('dl', { class: 'figures' }, counts.map(({ label, value }) => (
        el('div', {}, el('dt', {}, label), el('dd', {}, value.toLocaleString(spoken())))))),
    ];
  }

  lists() {
    const isList = (value, name) => Array.isArray(value) && name !== 'duplicate_issues' && !/^(candidate|suggested)_/.test(name);
    const lists = this.fields(isList).filter(({ name, value }) => value.length || name !== 'similar_projects');
    return lists.map(({ name, label, value, schema }) => el('section', { class: 'list-of' },
      el('h3', {}, label, el('span', { class: 'count' }, ` ${value.length}${this.answer.truncated && value.length ? text('andMore') : ''}`)),
      this.list(name, label, value, schema)));
  }

  list(name, label, value, schema) {
    if (value.length === 0) return el('p', { class: 'help' }, text('empty'));
    if (typeof value[0] === 'object') return this.records.table(label, value, this.description.resolve(schema.items ?? {}));
    return name === 'labels' ? this.records.value(name, value) : el('ul', { class: 'titles' }, value.map((title) => el('li', {}, title)));
  }

  /** The candidates of an open question, or what comes nearest to what was not found; a click goes on with one. */
  question() {
    const open = this.fields((value, name) => Array.isArray(value) && value.length > 0 && asks(this.answer, name));
    return open.map(({ name, label, value }) => el('section', { class: 'list-of' },
      el('h3', {}, name.startsWith('suggested_') ? text('nearest') : label),
      this.records.cards(value, {
        choose: (one) => this.ways.go(choose(this.operation, this.call.request, this.answer, name, one), nameOf(one)),
        act: this.actOn(name, value[0]),
        hint: hintFor(name, this.call.request),
      })));
  }

  /** What a choice in a list does at once: "Close this issue"; nothing where it is only a step. */
  actOn(list, candidate) {
    const { operation, call: { request }, answer } = this;
    const isStep = operation.effect === 'reads' || request.dry_run || !list.endsWith('_issues');
    const next = !isStep && choose(operation, request, answer, list, candidate);
    return next.confirm ? text('onThis', operation.title) : undefined;
  }

  duplicates() {
    const duplicates = this.answer.duplicate_issues ?? [];
    return duplicates.length > 0 && el('section', { class: 'list-of' },
      el('h3', {}, this.operation.answer.properties.duplicate_issues['x-label']),
      this.records.cards(duplicates, { hint: this.call.request.title }));
  }

  /** The open questions of a bulk call: one choice a hint, then one call for all of them. */
  pending() {
    const items = (this.answer.results ?? []).map((item) => ({ ...item, choices: choicesOf(item) }));
    const open = items.filter(({ choices }) => choices.length > 0);
    if (open.length === 0) return null;
    const questions = open.map((item, index) => this.pick(item, index));
    const error = el('p', { class: 'help', role: 'alert' });
    const proceed = () => {
      const chosen = open.flatMap(({ choices }, index) => (
        choices.filter(({ iid }) => questions[index].querySelector(':checked')?.value === String(iid))));
      if (chosen.length) this.ways.go(chooseIssues(this.operation, this.call.request, this.answer, chosen), chosen.map(nameOf).join(', '));
      else error.textContent = text('pickOne');
    };
    return el('section', { class: 'list-of' }, el('h3', {}, text('pending')), questions,
      el('div', { class: 'actions' }, button(text('goOn'), proceed, { class: 'primary' }), error));
  }

  pick({ issue_hint: hint, status, choices }, index) {
    return el('fieldset', { class: 'pick' },
      el('legend', {}, text(toneOf(status) === 'warning' ? 'nearestTo' : 'which', hint)),
      choices.map((issue) => el('label', { class: 'check' },
        el('input', { type: 'radio', name: `pick-${index}`, value: issue.iid }),
        el('span', {}, nameOf(issue)), this.records.value('score', issue.score))));
  }

  actions() {
    const { status, ways, operation, call: { request }, answer } = this;
    const lost = status === 'duplicate_warning' && request.milestone_hint && !(request.resolved_milestone_id > 0);
    const actions = [
      status === 'duplicate_warning' && button(text('createAnyway'), () => ways.go(createAnyway(request, answer), text('createdAnyway')), { class: 'primary' }),
      status === 'preview' && this.forReal(),
      this.takeBack(),
      (!this.settled || status === 'preview') && button(text('revise'), () => ways.revise(fieldOf(status)), { class: 'quiet' }),
    ].filter(Boolean);
    return actions.length > 0 && [
      lost && el('p', { class: 'help' }, text('milestoneLost', request.milestone_hint)),
      el('div', { class: 'actions' }, actions),
    ];
  }

  /** The button that takes the change back, where the answer says enough for it. */
  takeBack() {
    const back = undo(this.description.operations, this.operation, this.call.request, this.answer);
    if (!back || this.description.refuses(back.operation)) return null;
    return button(text('undo'), () => this.ways.undo(back.operation, back.request), { class: 'quiet' });
  }

  /** The button that does what a preview showed; none where that is nothing, or is refused. */
  forReal() {
    const { ways, operation, call: { request }, answer } = this;
    const count = answer.updated_count;
    if (count === 0 || this.description.refuses(operation)) return null;
    const label = count === undefined ? text('forReal') : text('forRealAll', count);
    return button(label, () => ways.act(act(operation, request, answer)), { class: 'primary' });
  }
}

/** What an item of a bulk answer can be settled with. */
const choicesOf = ({ candidate_issues: candidates = [], suggested_issues: nearest = [], status }) => {
  if (!['question', 'warning'].includes(toneOf(status))) return [];
  return candidates.length > 0 ? candidates : nearest;
};

/** The field that a status is about: `issue_hint` for `issue_not_found`. */
function fieldOf(status) {
  const subject = subjectOf(status);
  return subject && `${subject}_hint`;
}
