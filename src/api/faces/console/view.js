/** One operation on the page: its form, and below it the outcome of the last call. */

import { isUndoable } from './after.js';
import { call as newCall, send as sendCall } from './call.js';
import { button, el } from './dom.js';
import { offer } from './finder.js';
import { form } from './form.js';
import { outcome } from './outcome.js';
import { asksForToken, unanswered } from './refusal.js';
import { text } from './text.js';

/** After how long a waiting call is announced, and how often again. */
const TICK = 1000;

/** Whether an operation may change all issues of a project. */
const isSweeping = ({ fields }) => fields.some(({ name }) => name === 'state');

export class View {
  /**
   * @param {import('./description.js').Description} description
   * @param {import('./description.js').Operation} operation
   * @param {{token: () => string, askForToken: () => void, announce: (said: string) => void, open: (operation: object, request: object) => void}} page
   */
  constructor(description, operation, page) {
    Object.assign(this, { description, operation, page });
    this.form = form(operation.fields, (word) => description.word(word));
    this.isRefused = description.refuses(operation);
    if (this.isRefused) this.form.fix('dry_run', true);
    offer(this.form, description, page.token);
    this.answer = el('div', { class: 'answer' });
    this.submit = el('button', { type: 'submit', class: 'primary' }, text('send'));
    /** Whether the call was laid out by an address, so that nothing is done before a preview showed it. */
    this.isLaidOut = false;
    this.notice = el('p', { class: 'box note', hidden: true }, text('laidOut'));
    this.busy = false;
    this.element = this.draw();
  }

  draw() {
    const { operation, description } = this;
    const changed = () => this.markStale();
    return el('article', {},
      el('a', { class: 'back', href: '#' }, text('back')),
      el('header', { class: 'head' },
        el('h1', { tabindex: '-1' }, operation.title),
        el('p', { class: 'lead' }, operation.purpose)),
      this.isRefused && el('p', { class: 'box note' }, text('readOnly')),
      this.notice,
      el('form', { submit: (event) => { event.preventDefault(); this.start(); }, input: changed, change: changed, click: changed },
        this.form.element,
        el('div', { class: 'actions' }, this.submit, button(text('clear'), () => this.fill({}), { class: 'quiet' }))),
      this.examples(),
      this.answer,
      el('p', { class: 'route' },
        el('span', { class: `chip ${operation.effect === 'reads' ? 'plain' : 'effect'}` }, description.word(operation.effect)),
        el('code', {}, operation.path),
        el('a', { href: `docs#${operation.name}` }, text('reference'))));
  }

  examples() {
    const { operation: { examples }, description } = this;
    const take = (request) => {
      this.fill(request);
      this.page.announce(text('exampleTaken'));
      this.submit.focus();
    };
    return examples.length > 0 && el('div', { class: 'examples' },
      el('h2', { id: 'examples' }, text('examples')),
      el('ul', { 'aria-labelledby': 'examples' }, examples.map(({ status, request }) => (
        el('li', {}, button(description.word(status), () => take(request), { class: 'quiet' }))))),
      !description.about.sample && el('p', { class: 'help' }, text('examplesElsewhere')));
  }

  /** Puts a request into the form. */
  fill(request, isLaidOut = false) {
    this.isLaidOut = isLaidOut;
    this.notice.hidden = !isLaidOut;
    this.form.fill(request);
    this.markStale();
  }

  /** Shows what the call that an address laid out would do, or asks. A call that only reads is not sent unless the reader asks for it. */
  prepare() {
    if (this.operation.effect !== 'reads' && this.element.querySelector('form').checkValidity()) this.start();
  }

  /** Once a field has changed, the answer no longer belongs to the form, and its buttons are disabled. */
  markStale() {
    const isStale = this.sent !== undefined && !this.busy && this.sent !== JSON.stringify(this.form.read());
    this.answer.classList.toggle('stale', isStale);
    const notice = this.answer.querySelector('.notice');
    if (notice) notice.hidden = !isStale;
    for (const one of this.answer.querySelectorAll('.choose, .actions button:not(.quiet)')) one.disabled = isStale;
  }

  /** Sends the content of the form: a new request, without earlier choices. */
  start() {
    if (this.busy) return;
    const request = this.form.read();
    this.sent = JSON.stringify(request);
    this.ask(request, []);
  }

  /** Sends a request. One that may change all issues of a project, or that an address laid out, is previewed first. */
  ask(request, trail) {
    const { operation, isLaidOut } = this;
    const isPreviewed = operation.effect !== 'reads' && (isLaidOut || isSweeping(operation));
    return this.run(newCall(operation, isPreviewed ? { ...request, dry_run: true } : request), trail);
  }

  /**
   * Sends a call and shows what came of it. What a person chose goes into the next call, not into the form: a form that
   * kept a confirmed object would act on it again when only its words are changed.
   */
  async run(call, trail) {
    if (this.busy) return;
    const { description, page } = this;
    const token = page.token();
    const reply = await this.wait(call.request, async () => {
      call.before ??= await this.before(call, token);
      return sendCall(call, token).catch(() => null);
    });
    const ways = { ...this.ways(trail), retry: () => this.run(call, trail) };
    if (reply?.ok) this.forget(call, reply.body);
    this.show(reply ? outcome(description, call, reply, { ways, trail, withToken: token !== '', before: call.before }) : unanswered(call, ways));
    if (asksForToken(reply)) page.askForToken();
    if (reply?.status === 422) this.form.mark(fieldIn(reply.body?.detail ?? '', call.operation));
  }

  /** The issue as it stands before a change that can be taken back. */
  async before({ operation, request }, token) {
    const show = this.description.named('assistant_show_issue');
    if (!show || !isUndoable(operation) || request.dry_run) return null;
    const meant = Object.fromEntries(show.fields.filter(({ name }) => name in request).map(({ name }) => [name, request[name]]));
    const reply = await sendCall(newCall(show, meant), token).catch(() => null);
    return reply?.ok ? reply.body?.issue ?? null : null;
  }

  /** Once a change is made, the words for its issue leave the form: they might mean the next one now. */
  forget({ operation, request }, answer) {
    const isOpen = /^preview$|_(needed|not_found|warning)$|^ambiguous/.test(answer?.status ?? 'preview');
    if (operation.effect === 'reads' || request.dry_run || isOpen) return;
    const { issue_hint: _, issue_hints: __, ...kept } = this.form.read();
    this.fill(kept);
    this.sent = JSON.stringify(this.form.read());
  }

  /** How a person goes on from an outcome. */
  ways(trail) {
    return {
      go: (request, chosen) => this.ask(request, chosen ? [...trail, chosen] : trail),
      // Sent without another preview: one was just shown.
      act: (request) => this.run(newCall(this.operation, request), trail),
      run: (operation, request) => this.run(newCall(operation, request), []),
      open: this.page.open,
      revise: (field) => this.form.focus(field),
    };
  }

  /** Waits for some work, and says so when it takes more than a moment. */
  async wait(request, work) {
    this.busy = true;
    this.submit.textContent = text('sending');
    this.answer.setAttribute('aria-busy', 'true');
    this.page.announce(text('sending'));
    const count = request.issues?.length ?? request.issue_hints?.length;
    let bar;
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      bar ??= this.answer.insertAdjacentElement('beforebegin', working());
      bar.firstChild.textContent = text('working', seconds, count);
    }, TICK);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      bar?.remove();
      this.busy = false;
      this.submit.textContent = text('send');
      this.answer.removeAttribute('aria-busy');
    }
  }

  show(section) {
    section.prepend(el('p', { class: 'notice', hidden: true }, text('stale')));
    this.answer.replaceChildren(section);
    this.markStale();
    this.page.announce(section.querySelector('.message')?.textContent ?? '');
    section.querySelector('h2').focus({ preventScroll: true });
    section.scrollIntoView({ block: 'start' });
  }
}

/** A bar for work of unknown length: the bridge reports nothing before the end of a call. */
function working() {
  return el('div', { class: 'working' }, el('p', {}), el('progress', { 'aria-label': text('workingLabel') }));
}

/** The field that a refusal names. */
const fieldIn = (detail, { fields }) => fields.map(({ name }) => name).filter((name) => detail.includes(name))
  .sort((one, other) => other.length - one.length)[0];
