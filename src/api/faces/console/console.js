/** The console at `/`: the list of operations, the form of one, and what came of sending it. */

import { call as newCall, send } from './call.js';
import { load } from './description.js';
import { button, el } from './dom.js';
import { form } from './form.js';
import { outcome, unanswered } from './outcome.js';

const $ = (id) => document.getElementById(id);

/** Accents and case say nothing in a search. */
const folded = (text) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();

/** Texts that a screen reader says at once, whatever has the focus. */
const announce = (text) => { $('announcement').textContent = text; };

/** One operation on the page: its form, and below it the outcome of the last call. */
class View {
  constructor(description, operation) {
    this.description = description;
    this.operation = operation;
    this.form = form(operation.fields, (word) => description.word(word));
    this.answer = el('div', { class: 'answer' });
    this.submit = el('button', { type: 'submit', class: 'primary' }, 'Envoyer');
    this.busy = false;
  }

  element() {
    const { operation, description } = this;
    return el('article', {},
      el('a', { class: 'back', href: '#' }, '‹ Opérations'),
      el('header', { class: 'head' },
        el('h1', { tabindex: '-1' }, operation.title),
        el('p', { class: 'lead' }, operation.purpose),
        el('p', { class: 'route' },
          el('span', { class: `chip ${operation.effect === 'reads' ? 'plain' : 'effect'}` }, description.word(operation.effect)),
          el('code', {}, operation.path),
          el('a', { href: `docs#${operation.name}` }, 'Référence'))),
      this.examples(),
      el('form', { submit: (event) => { event.preventDefault(); this.start(this.form.read()); } },
        this.form.element,
        el('div', { class: 'actions' }, this.submit, button('Vider', () => this.form.fill({}), { class: 'quiet' }))),
      this.answer);
  }

  examples() {
    const { examples } = this.operation;
    const buttons = examples.map(({ status, request }) => (
      el('li', {}, button(this.description.word(status), () => { this.form.fill(request); announce('Exemple repris dans la demande.'); this.submit.focus(); }, { class: 'quiet' }))));
    return examples.length > 0 && el('div', { class: 'examples' }, el('h2', { id: 'examples' }, 'Exemples'), el('ul', { 'aria-labelledby': 'examples' }, buttons));
  }

  /** Sends what the form holds: a new question, without any earlier choice. */
  start(request) {
    this.run(newCall(this.operation, request), []);
  }

  /**
   * Sends a call and shows what came of it. What a person chose goes into the next call, not into the form: a form that
   * kept a confirmed object would act on it again when only its words are changed.
   */
  async run(call, trail) {
    if (this.busy) return;
    this.busy = true;
    this.submit.textContent = 'Envoi…';
    this.answer.setAttribute('aria-busy', 'true');
    announce('Envoi…');
    const ways = {
      go: (request, chosen) => this.run(newCall(this.operation, request), chosen ? [...trail, chosen] : trail),
      retry: () => this.run(call, trail),
      revise: (field) => this.form.focus(field),
    };
    const token = $('token').value.trim();
    let reply;
    try {
      reply = await send(call, token);
    } catch {
      reply = null;
    }
    this.busy = false;
    this.submit.textContent = 'Envoyer';
    this.answer.removeAttribute('aria-busy');
    this.show(reply ? outcome(this.description, call, reply, { ways, trail, withToken: token !== '' }) : unanswered(call, ways));
    if (reply?.status === 401) document.querySelector('.token').open = true;
  }

  show(section) {
    this.answer.replaceChildren(section);
    announce(section.querySelector('.message')?.textContent ?? '');
    section.querySelector('h2').focus({ preventScroll: true });
    section.scrollIntoView({ block: 'start' });
  }
}

/** The list on the side, and the search in it. */
function operationList(description) {
  const groups = description.families().map(([family, operations]) => {
    const entries = operations.map((operation) => ({
      text: folded([operation.title, operation.purpose, operation.name, operation.path].join(' ')),
      element: el('li', {}, el('a', { href: `#${operation.name}` }, operation.title)),
    }));
    return { entries, element: el('section', {}, el('h2', {}, description.word(family)), el('ul', {}, entries.map(({ element }) => element))) };
  });
  $('operations').replaceChildren(...groups.map(({ element }) => element));
  $('filter').addEventListener('input', ({ target }) => {
    const words = folded(target.value).split(/\s+/);
    for (const { entries, element } of groups) {
      for (const entry of entries) entry.element.hidden = !words.every((word) => entry.text.includes(word));
      element.hidden = entries.every((entry) => entry.element.hidden);
    }
    $('none').hidden = groups.some(({ element }) => !element.hidden);
  });
}

/** Shows the operation that the address names, as it was left; the welcome where it names none. */
function route(description, views, isFirst) {
  const name = location.hash.slice(1);
  const operation = description.operations.find((one) => one.name === name);
  // The skip link's target, and other places on this page.
  if (name && !operation && $(name) && !isFirst) return;
  for (const entry of $('operations').querySelectorAll('a')) {
    if (entry.hash === `#${name}`) entry.setAttribute('aria-current', 'page');
    else entry.removeAttribute('aria-current');
  }
  document.body.dataset.view = operation ? 'operation' : 'list';
  document.title = operation ? `${operation.title} · Passerelle` : 'Passerelle';
  $('welcome').hidden = Boolean(operation);
  $('operation').hidden = !operation;
  if (operation) {
    // Kept: what a write came to must not be lost by looking at something else meanwhile.
    if (!views.has(name)) views.set(name, new View(description, operation).element());
    $('operation').replaceChildren(views.get(name));
    scrollTo(0, 0);
    $('operation').querySelector('h1').focus({ preventScroll: true });
  }
}

try {
  const description = await load();
  operationList(description);
  const views = new Map();
  addEventListener('hashchange', () => route(description, views, false));
  route(description, views, true);
} catch (error) {
  $('main').append(el('p', { class: 'box bad', role: 'alert' }, `La liste des opérations n’a pas pu être lue (${error.message}). Rechargez la page.`));
}
