/** The console at `/`: the list of operations, and the welcome or one operation beside it. */

import { ask, load } from './description.js';
import { el } from './dom.js';
import { folded } from './evidence.js';
import { speak, text } from './text.js';
import { View } from './view.js';
import { welcome } from './welcome.js';

const $ = (id) => document.getElementById(id);

/** What the view of an operation needs from the page. */
const page = {
  token: () => $('token').value.trim(),
  askForToken: () => { document.querySelector('.token').open = true; },
  /** Announces a text to screen readers at once, whatever has the focus. */
  announce: (said) => { $('announcement').textContent = said; },
};

/** The list on the side. */
class List {
  constructor(description) {
    this.groups = description.families().map(([family, operations]) => {
      const entries = operations.map((operation) => ({
        text: folded([operation.title, operation.purpose, operation.name, operation.path].join(' ')),
        element: el('li', {}, el('a', { href: `#${operation.name}` }, operation.title)),
      }));
      return { entries, element: el('section', {}, el('h2', {}, description.word(family)), el('ul', {}, entries.map(({ element }) => element))) };
    });
    $('operations').replaceChildren(...this.groups.map(({ element }) => element));
    this.search();
  }

  /** Shows the operations that have all words of the search. */
  search() {
    const words = folded($('filter').value).split(/\s+/);
    for (const { entries, element } of this.groups) {
      for (const entry of entries) entry.element.hidden = !words.every((word) => entry.text.includes(word));
      element.hidden = entries.every((entry) => entry.element.hidden);
    }
    $('none').hidden = this.groups.some(({ element }) => !element.hidden);
  }
}

/** The views of the operations. Each is kept, so that the outcome of a write is still there after a look at another operation. */
class Views {
  constructor(description) {
    this.description = description;
    this.made = new Map();
  }

  of(operation) {
    if (!this.made.has(operation.name)) this.made.set(operation.name, new View(this.description, operation, page));
    return this.made.get(operation.name);
  }
}

/** Shows the operation that the address names, in its last state; the welcome if it names none. */
function route({ operations }, views, isFirst) {
  const name = location.hash.slice(1);
  const operation = operations.find((one) => one.name === name);
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
    $('operation').replaceChildren(views.of(operation).element);
    scrollTo(0, 0);
    $('operation').querySelector('h1').focus({ preventScroll: true });
  }
}

/** Builds the page from what the bridge allows: at the start, and again when a token is entered. */
function build(description) {
  const views = new Views(description);
  const list = new List(description);
  $('filter').oninput = () => list.search();
  $('welcome').replaceWith(welcome(description, (operation, request, words) => {
    views.of(operation).fill(request, words);
    location.hash = operation.name;
  }));
  onhashchange = () => route(description, views, false);
  route(description, views, true);
}

try {
  const description = await load();
  build(description);
  $('token').addEventListener('change', async () => {
    const about = await ask(page.token()).catch(() => description.about);
    if (JSON.stringify(about) === JSON.stringify(description.about)) return;
    description.about = about;
    build(description);
  });
} catch (error) {
  speak(navigator.language.slice(0, 2));
  $('main').append(el('p', { class: 'box bad', role: 'alert' }, text('unread', error.message)));
}
