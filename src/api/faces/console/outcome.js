/** What came of a call, as a person wants it: a word, a sentence, what was found or done, and how to go on. */

import { act, onIssue, undo } from './after.js';
import { outcomeOf, readable } from './description.js';
import { button, el, link } from './dom.js';
import { Records, dated, isThere, nameOf, pathOf, score } from './records.js';
import { exchange, frame, refused } from './refusal.js';
import { naming } from './finder.js';
import { spoken, text } from './text.js';
import { countsOf, toneOf, toneOfAnswer } from './tone.js';

/**
 * @typedef {object} Ways how a person goes on
 * @property {(request: object, chosen?: string) => void} go sends another request of the operation
 * @property {(request: object) => void} act sends the request that a preview showed
 * @property {(operation: object, request: object) => void} run sends a request of any operation
 * @property {(operation: object, request: object) => void} open shows the form of an operation, filled
 * @property {() => void} retry sends the same call again
 * @property {(field?: string) => void} revise goes back to the form
 */

/**
 * The section that shows a reply.
 *
 * @param {import('./description.js').Description} description
 * @param {{operation: object, request: object}} call
 * @param {object} reply as `send` gives it
 * @param {{ways: Ways, trail: string[], withToken: boolean, before?: object}} context with the issue as it was before a change
 */
export function outcome(description, call, reply, context) {
  if (!reply.ok || !reply.body) return refused(description, call, reply, context);
  return new Outcome(description, call, reply, context).section();
}

/** Below this score nothing resembles the words: what is chosen then is shown before it is changed. */
const NEAR = 25;
/** Fields of an issue that stand beside its name, or below. */
const NAMED = ['id', 'iid', 'title', 'state', 'web_url', 'overdue', 'description'];

class Outcome {
  constructor(description, call, reply, { ways, trail, withToken, before }) {
    Object.assign(this, { description, call, reply, ways, trail, withToken, before });
    this.operation = call.operation;
    this.answer = reply.body;
    /** @type {{row: number?, name: string, title: string, fields: object}[]} what answers the question */
    this.choices = this.answer.choices ?? [];
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
      this.duplicates(),
      this.question(),
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
    return message && el('p', { class: 'message' }, dated(this.description.plain(message)));
  }

  /** The answer's fields of a kind, in the order of the schema, with their labels. */
  fields(isWanted) {
    const { properties } = this.operation.answer;
    const told = ['success', 'status', 'message', 'truncated', 'choices'];
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
      !('description' in value) && this.records.due(value),
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
        el('div', {}, el('dt', {}, known[name]?.['x-label'] ?? readable(name)), el('dd', {}, this.records.value(name, issue[name], issue)))))),
      issue.description && el('p', { class: 'written' }, issue.description),
    ];
  }

  /** The address of a project whose record has none, from another record of the answer. */
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
    if (this.settled) return null;
    const shown = this.fields((value, name) => Array.isArray(value) && value.some((record) => this.fieldsFor(record)) && name !== 'results');
    const records = shown.flatMap(({ value }) => value);
    const others = this.choices.filter(({ row, name }) => row === null && !records.some((record) => keyOf(record) === name));
    return [
      shown.map(({ name, label, value }) => el('section', { class: 'list-of' },
        el('h3', {}, name.startsWith('suggested_') ? text('nearest') : label),
        this.records.cards(value, (record) => this.choosing(record)))),
      others.length > 0 && el('div', { class: 'actions' }, others.map(({ title, fields }) => (
        button(title, () => this.ways.go({ ...this.call.request, ...fields }, title), { class: 'primary' })))),
    ];
  }

  /** What the choice of a record puts into the next request: the bridge's word, or for an issue of another project its name. */
  fieldsFor(record) {
    const isElsewhere = record.project && record.iid && record.project.id !== this.answer.project?.id
      && this.operation.fields.some(({ name }) => name === 'issue_hint');
    return isElsewhere ? naming(record) : this.choices.find(({ row, name }) => row === null && name === keyOf(record))?.fields;
  }

  /** The button that chooses a record. It says what it does, where that is more than a step: "Close this issue". */
  choosing(record) {
    const { operation, call: { request }, ways } = this;
    const fields = this.fieldsFor(record);
    if (!fields) return [];
    const acts = operation.effect !== 'reads' && !request.dry_run && fields.confirm && record.iid && 'state' in record && !('due_date' in record);
    const previews = acts && record.score < NEAR;
    return [[acts && !previews ? text('onThis', operation.title) : text('choose'), () => ways.go({ ...request, ...fields, ...(previews && { dry_run: true }) }, nameOf(record))]];
  }

  /** Issues that say the same as the one to create, each with what can be done with it instead. */
  duplicates() {
    const { duplicate_issues: duplicates = [], candidate_projects: [project] = [] } = this.answer;
    const instead = (issue) => this.onThis(issue, project).filter(({ operation: { name } }) => INSTEAD.includes(name));
    return duplicates.length > 0 && el('section', { class: 'list-of' },
      el('h3', {}, this.operation.answer.properties.duplicate_issues['x-label']),
      this.records.cards(duplicates, (issue) => instead(issue).map(({ operation, request }) => (
        [text('onThis', operation.title), () => this.ways.open(operation, request)]))));
  }

  /** What can be done with one issue. */
  onThis(issue, project) {
    return project ? onIssue(this.description, issue, project) : [];
  }

  /** The open questions of a bulk call: one choice a hint, then one call for all of them. */
  pending() {
    const rows = (this.answer.results ?? []).map((item, row) => ({ ...item, choices: this.choices.filter((choice) => choice.row === row) }));
    const open = rows.filter(({ choices }) => choices.length > 0);
    if (open.length === 0) return null;
    const questions = open.map((item, index) => this.pick(item, index));
    const error = el('p', { class: 'help', role: 'alert' });
    const proceed = () => {
      const chosen = open.flatMap(({ choices }, index) => choices.filter(({ name }) => questions[index].querySelector(':checked')?.value === name));
      if (chosen.length > 0) this.ways.go(this.merged(chosen), chosen.map(({ title }) => title).join(', '));
      else error.textContent = text('pickOne');
    };
    return el('section', { class: 'list-of' }, el('h3', {}, text('pending')), questions,
      el('div', { class: 'actions' }, button(text('goOn'), proceed, { class: 'primary' }), error));
  }

  /** The request for the chosen rows. A preview has done nothing to the others yet, so they stay in it. */
  merged(chosen) {
    const { request } = this.call;
    const clear = request.dry_run ? this.answer.results.flatMap(({ issue }) => (issue ? `#${issue.iid}` : [])) : [];
    const rows = chosen.flatMap(({ fields }) => fields.issue_hints);
    return { ...request, ...chosen[0].fields, issue_hints: [...clear, ...rows] };
  }

  pick({ issue_hint: hint, status, choices, candidate_issues: candidates = [], suggested_issues: nearest = [] }, index) {
    const scores = new Map([...candidates, ...nearest].map((issue) => [keyOf(issue), issue.score]));
    return el('fieldset', { class: 'pick' },
      el('legend', {}, text(toneOf(status) === 'warning' ? 'nearestTo' : 'which', hint)),
      choices.map(({ name, title }) => el('label', { class: 'check' },
        el('input', { type: 'radio', name: `pick-${index}`, value: name }),
        el('span', {}, title), isThere(scores.get(name)) && score(scores.get(name)))));
  }

  actions() {
    const { status, ways, answer } = this;
    const back = undo(this.description, this.call, answer, this.before);
    const isSheet = answer.issue && 'description' in answer.issue;
    const further = isSheet ? this.onThis(answer.issue, answer.project) : [];
    const actions = [
      status === 'preview' && this.forReal(),
      this.createAnyway(),
      back && button(text('undo'), () => ways.run(back.operation, back.request), { class: 'quiet' }),
      further.map(({ operation, request }) => button(text('onThis', operation.title), () => ways.open(operation, request), { class: 'quiet' })),
      (!this.settled || status === 'preview') && button(text('revise'), () => ways.revise(fieldOf(status)), { class: 'quiet' }),
    ].flat().filter(Boolean);
    return actions.length > 0 && el('div', { class: 'actions' }, actions);
  }

  /** The button that creates the rows of a batch that were held back, as they say what another issue says. */
  createAnyway() {
    const { ways, call: { request }, answer: { results = [] } } = this;
    const issues = request.issues?.filter((_, row) => results[row]?.status === 'duplicate_warning') ?? [];
    return issues.length > 0 && button(text('createAll', issues.length), () => ways.act({ ...request, issues, create_duplicates: true }));
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

/** What can be done with an issue that is there already, in the place of a new one. */
const INSTEAD = ['assistant_comment_issue', 'assistant_reopen_issue'];

/** The name by which the bridge tells an object from others in a question. */
const keyOf = (record) => pathOf(record) ?? (record.iid && !('due_date' in record) ? `#${record.iid}` : String(record.id));

/** The field that a status is about: `issue_hint` for `issue_not_found`. */
function fieldOf(status) {
  const subject = /^(project|group|issue|milestone|assignee)_/.exec(status)?.[1];
  return subject && `${subject}_hint`;
}
