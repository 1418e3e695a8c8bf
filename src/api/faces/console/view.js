/** One operation on the page: its form, and below it the outcome of the last call. */

import { duplicates, isBatch, isSweeping, resemblances } from './before.js';
import { call as newCall, send as sendCall } from './call.js';
import { button, el } from './dom.js';
import { form } from './form.js';
import { outcome } from './outcome.js';
import { asksForToken, unanswered } from './refusal.js';
import { text } from './text.js';

/** After how long a waiting call is announced, and how often again. */
const TICK = 1000;

export class View {
  /**
   * @param {import('./description.js').Description} description
   * @param {import('./description.js').Operation} operation
   * @param {{token: () => string, askForToken: () => void, announce: (said: string) => void}} page
   */
  constructor(description, operation, page) {
    Object.assign(this, { description, operation, page });
    this.form = form(operation.fields, (word) => description.word(word));
    this.isRefused = description.refuses(operation);
    if (this.isRefused) this.form.fix('dry_run', true);
    this.origin = el('p', { class: 'help origin', hidden: true });
    this.answer = el('div', { class: 'answer' });
    this.submit = el('button', { type: 'submit', class: 'primary' }, text('send'));
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
        el('p', { class: 'lead' }, operation.purpose),
        el('p', { class: 'route' },
          el('span', { class: `chip ${operation.effect === 'reads' ? 'plain' : 'effect'}` }, description.word(operation.effect)),
          el('code', {}, operation.path),
          el('a', { href: `docs#${operation.name}` }, text('reference')))),
      this.isRefused && el('p', { class: 'box note' }, text('readOnly')),
      this.examples(),
      el('form', { submit: (event) => { event.preventDefault(); this.start(); }, input: changed, change: changed, click: changed },
        this.origin,
        this.form.element,
        el('div', { class: 'actions' }, this.submit, button(text('clear'), () => this.fill({}), { class: 'quiet' }))),
      this.answer);
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

  /**
   * Puts a request into the form.
   *
   * @param {object} request
   * @param {string} [words] that it was made of
   */
  fill(request, words) {
    this.form.fill(request);
    this.origin.textContent = words ? text('from', words) : '';
    this.origin.hidden = !words;
    this.markStale();
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

  /** Sends a request; if it may change much, after a check of what it would do. */
  async ask(request, trail) {
    if (this.busy) return;
    const { operation, description } = this;
    // People who have seen the similar issues and go on are not asked again.
    const isChecked = request.dry_run || !isBatch(operation) || this.agreed === JSON.stringify(request.issues);
    if (isChecked) return this.run(newCall(operation, isSweeping(operation) ? { ...request, dry_run: true } : request), trail);
    const alike = await this.wait(request, () => resemblances(description, request, this.page.token()));
    if (alike.length === 0) return this.run(newCall(operation, request), trail);
    const send = (chosen) => {
      this.agreed = JSON.stringify(chosen.issues);
      return this.run(newCall(operation, chosen), trail);
    };
    return this.show(duplicates(request, alike, { ...this.ways(trail), send }));
  }

  /**
   * Sends a call and shows what came of it. What a person chose goes into the next call, not into the form: a form that
   * kept a confirmed object would act on it again when only its words are changed.
   */
  async run(call, trail) {
    if (this.busy) return;
    const { description, page } = this;
    const token = page.token();
    const reply = await this.wait(call.request, () => sendCall(call, token).catch(() => null));
    const ways = { ...this.ways(trail), retry: () => this.run(call, trail) };
    if (reply?.ok) this.forget(call, reply.body);
    this.show(reply ? outcome(description, call, reply, { ways, trail, withToken: token !== '' }) : unanswered(call, ways));
    if (asksForToken(reply)) page.askForToken();
  }

  /** Once a change is made, the words for its issue leave the form: they might mean the next one now. */
  forget({ operation, request }, answer) {
    const isOpen = /^preview$|_(needed|not_found|warning)$|^ambiguous/.test(answer?.status ?? 'preview');
    if (operation.effect === 'reads' || request.dry_run || isOpen) return;
    const { issue_hint: _, issue_hints: __, ...kept } = this.form.read();
    this.form.fill(kept);
    this.sent = JSON.stringify(this.form.read());
  }

  /** How a person goes on from an outcome. */
  ways(trail) {
    return {
      go: (request, chosen) => this.ask(request, chosen ? [...trail, chosen] : trail),
      // The number of issues that would change was shown.
      act: (request) => (isSweeping(this.operation) ? this.run(newCall(this.operation, request), trail) : this.ask(request, trail)),
      undo: (operation, request) => this.run(newCall(operation, request), []),
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
