/** What came of a call, as a person wants it: a word, a sentence, what was found or done, and how to go on. */

import { curl } from './call.js';
import { button, code, el, link, sentence } from './dom.js';
import { act, asks, choose, chooseIssues, createAnyway } from './next.js';
import { Records, nameOf, toneOf } from './records.js';

const REFUSALS = {
  401: 'Jeton demandé',
  403: 'Interdit',
  404: 'Introuvable',
  409: 'Conflit',
  413: 'Demande trop grande',
  422: 'Demande à corriger',
  429: 'Trop de demandes',
  503: 'Indisponible',
  504: 'Trop long',
};

/**
 * @typedef {object} Ways how a person goes on
 * @property {(request: object, chosen?: string) => void} go sends another request of the operation
 * @property {() => void} retry sends the same call again
 * @property {(field?: string) => void} revise goes back to the form
 */

/**
 * The section that shows a reply. Its heading takes the focus.
 *
 * @param {import('./description.js').Description} description
 * @param {{operation: object, request: object}} call
 * @param {object} reply as `send` gives it
 * @param {{ways: Ways, trail: string[], withToken: boolean}} context
 */
export function outcome(description, call, reply, context) {
  if (!reply.ok || !reply.body) return refused(call, reply, context);
  return new Outcome(description, call, reply, context).section();
}

/** The section for a call that no answer came to. */
export function unanswered(call, ways) {
  const writes = call.operation.effect !== 'reads';
  return frame('bad', 'Pas de réponse', [
    el('p', { class: 'message' }, `La passerelle n’a pas répondu.${writes ? ' Renvoyer la même demande ne fait rien deux fois.' : ''}`),
    el('div', { class: 'actions' }, button('Renvoyer', ways.retry, { class: 'primary' })),
  ]);
}

function refused(call, reply, context) {
  const title = REFUSALS[reply.status] ?? (reply.status >= 500 ? 'Échec' : 'Refusé');
  const facts = [['Statut HTTP', reply.status], ['Code', reply.body?.code], ['Identifiant de la requête', reply.requestId]];
  return frame('bad', title, [
    el('p', { class: 'message' }, sentence(reply.body?.detail ?? 'La réponse n’est pas lisible.')),
    el('dl', { class: 'facts small' }, facts.filter(([, value]) => value).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, el('code', {}, String(value)))))),
    exchange(call, reply, context),
  ]);
}

function frame(tone, title, content) {
  const heading = el('h2', { tabindex: '-1' }, title);
  return el('section', { class: `outcome ${tone}`, 'aria-label': 'Réponse' }, heading, content);
}

/** The request and the answer for programs. */
function exchange(call, reply, { withToken }) {
  return el('details', { class: 'exchange' },
    el('summary', {}, 'Requête et réponse'),
    code('Requête', JSON.stringify(call.request, null, 2)),
    code('Ligne curl', curl(call, withToken)),
    code(`Réponse (${reply.status}, ${reply.milliseconds} ms)`, JSON.stringify(reply.body, null, 2)));
}

class Outcome {
  constructor(description, call, reply, { ways, trail, withToken }) {
    Object.assign(this, { call, reply, ways, trail, withToken });
    this.operation = call.operation;
    this.answer = reply.body;
    this.records = new Records(description);
    this.description = description;
    this.status = this.answer.status ?? 'done';
    this.tone = toneOf(this.status);
    /** Whether something was found or done, and is to be shown. */
    this.settled = this.tone !== 'question' && this.tone !== 'warning';
  }

  section() {
    const { answer, trail } = this;
    return frame(this.tone, this.description.word(this.status), [
      answer.message && el('p', { class: 'message' }, sentence(answer.message)),
      trail.length > 0 && el('p', { class: 'trail' }, 'Choisi : ', trail.join(' › ')),
      this.settled && [this.facts(), this.figures(), this.lists()],
      this.question(),
      this.duplicates(),
      this.pending(),
      this.actions(),
      exchange(this.call, this.reply, this),
    ]);
  }

  /** The answer's fields of a kind, in the order of the schema, with their labels. */
  fields(isWanted) {
    const { properties } = this.operation.answer;
    const told = ['success', 'status', 'message', 'truncated'];
    const names = Object.keys(this.answer).filter((name) => !told.includes(name) && isWanted(this.answer[name], name));
    return names.map((name) => ({ name, label: properties[name]?.['x-label'] ?? name, value: this.answer[name], schema: properties[name] ?? {} }));
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
      value.state && this.records.value('state', value.state),
      value.due_date && this.records.value('due_date', value.due_date),
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
        el('p', {}, el('strong', {}, `${percent} %`), ' d’avancement'),
        el('progress', { max: '100', value: percent, 'aria-label': 'Avancement' })),
      counts.length > 0 && el('dl', { class: 'figures' }, counts.map(({ label, value }) => (
        el('div', {}, el('dt', {}, label), el('dd', {}, value.toLocaleString('fr')))))),
    ];
  }

  lists() {
    const lists = this.fields((value, name) => Array.isArray(value) && name !== 'duplicate_issues' && !name.startsWith('candidate_'));
    return lists.filter(({ name, value }) => value.length || name !== 'similar_projects').map(({ name, label, value, schema }) => el('section', { class: 'list-of' },
      el('h3', {}, label, el('span', { class: 'count' }, ` ${value.length}${this.answer.truncated && value.length ? ' et plus' : ''}`)),
      this.list(name, label, value, schema)));
  }

  list(name, label, value, schema) {
    if (value.length === 0) return el('p', { class: 'help' }, 'Rien ici.');
    if (typeof value[0] === 'object') return this.records.table(label, value, this.description.resolve(schema.items ?? {}));
    return name === 'labels' ? this.records.value(name, value) : el('ul', { class: 'titles' }, value.map((title) => el('li', {}, title)));
  }

  /** The candidates of an open question; a click goes on with one. */
  question() {
    const open = this.fields((value, name) => Array.isArray(value) && value.length > 0 && asks(this.answer, name));
    return open.map(({ name, label, value }) => el('section', { class: 'list-of' },
      el('h3', {}, label),
      this.records.cards(value, (candidate) => (
        this.ways.go(choose(this.operation, this.call.request, this.answer, name, candidate), nameOf(candidate))))));
  }

  duplicates() {
    const duplicates = this.answer.duplicate_issues ?? [];
    return duplicates.length > 0 && el('section', { class: 'list-of' },
      el('h3', {}, this.operation.answer.properties.duplicate_issues['x-label']), this.records.cards(duplicates));
  }

  /** The open questions of a bulk call: one choice a hint, then one call for all of them. */
  pending() {
    const open = (this.answer.results ?? []).filter((item) => item.candidate_issues?.length > 0);
    if (open.length === 0) return null;
    const questions = open.map((item, index) => el('fieldset', { class: 'pick' },
      el('legend', {}, 'Quel ticket pour « ', item.issue_hint, ' » ?'),
      item.candidate_issues.map((issue) => el('label', { class: 'check' },
        el('input', { type: 'radio', name: `pick-${index}`, value: issue.iid }),
        el('span', {}, nameOf(issue)), this.records.value('score', issue.score)))));
    const error = el('p', { class: 'help', role: 'alert' });
    const proceed = () => {
      const chosen = open.flatMap((item, index) => (
        item.candidate_issues.filter(({ iid }) => questions[index].querySelector(':checked')?.value === String(iid))));
      if (chosen.length) this.ways.go(chooseIssues(this.operation, this.call.request, this.answer, chosen), chosen.map(nameOf).join(', '));
      else error.textContent = 'Choisissez au moins un ticket.';
    };
    return el('section', { class: 'list-of' }, el('h3', {}, 'À préciser'), questions,
      el('div', { class: 'actions' }, button('Continuer avec ces tickets', proceed, { class: 'primary' }), error));
  }

  actions() {
    const { status, ways, operation, call: { request }, answer } = this;
    const lost = status === 'duplicate_warning' && request.milestone_hint && !(request.resolved_milestone_id > 0);
    const actions = [
      status === 'duplicate_warning' && button('Créer quand même', () => ways.go(createAnyway(request, answer), 'créer quand même'), { class: 'primary' }),
      status === 'preview' && button('Faire pour de bon', () => ways.go(act(operation, request, answer)), { class: 'primary' }),
      !this.settled && button('Modifier la demande', () => ways.revise(fieldOf(status)), { class: 'quiet' }),
    ].filter(Boolean);
    return actions.length > 0 && [
      lost && el('p', { class: 'help' }, `Une création confirmée ne cherche pas de jalon : « ${request.milestone_hint} » n’y sera pas, sauf à donner son identifiant.`),
      el('div', { class: 'actions' }, actions),
    ];
  }
}

/** The field that a status is about: `issue_hint` for `issue_not_found`. */
function fieldOf(status) {
  const subject = /^(project|group|issue|milestone|assignee)_/.exec(status)?.[1];
  return subject && `${subject}_hint`;
}
