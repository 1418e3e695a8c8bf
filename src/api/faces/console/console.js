/** The console at `/`: the list of operations, and the welcome or one operation beside it. */

import { load } from './description.js';
import { button, el, folded } from './dom.js';
import { laidOut } from './laid-out.js';
import { signIn, signOut, signedIn } from './sign-in.js';
import { TEXTS, languageSwitch, speak, text } from './text.js';
import { View } from './view.js';
import { welcome } from './welcome.js';

const $ = (id) => document.getElementById(id);

/** The token of who signed in. Only this page's memory holds it. */
let personal = '';
/** Forgets a person whose sign-in has ended. */
let forget = () => {};

/** What the views need from the page. */
const page = {
  token: () => $('token').value.trim() || personal,
  /** Opens the panel to sign in or give a token, and says what is wrong with what was given. */
  askForToken() {
    const isPasted = $('token').value !== '';
    say(isPasted ? text('tokenUnknown') : personal && text('signInOver'));
    if (!isPasted) forget();
  },
  /** Announces a text to screen readers at once, whatever has the focus. */
  announce: (said) => { $('announcement').textContent = said; },
};

/** Shows a text in the panel for the token and the sign-in. */
function say(said) {
  document.querySelector('.token').open = true;
  $('token-said').textContent = said;
}

/** Says why nobody is signed in. */
const sayWhy = ({ name, message }) => say(text(name in TEXTS ? name : 'signInAway', message));

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
  #made = new Map();

  /** @param {Object<string, object>} filled what stood in the forms of earlier views, by operation */
  constructor(description, filled) {
    Object.assign(this, { description, filled });
  }

  of(operation) {
    const { name } = operation;
    if (!this.#made.has(name)) {
      const view = new View(this.description, operation, { ...page, open: (...shown) => this.open(...shown) });
      if (this.filled[name]) view.fill(this.filled[name]);
      this.#made.set(name, view);
    }
    return this.#made.get(name);
  }

  /** Shows an operation with its form filled, and sends it if it only reads what somebody chose. */
  open(operation, request, isSent = false) {
    const view = this.of(operation);
    view.fill(request);
    location.hash = operation.name;
    if (isSent) view.start();
  }

  /**
   * Puts the call that the address lays out into its form, and shows what it would do. Whoever may not call yet says first who they
   * are: until then the address keeps the call.
   */
  layOut(operation, written) {
    const { client, admitted } = this.description.about;
    const [request, view] = [laidOut(operation, written), this.of(operation)];
    if (request) view.fill(request, true);
    if (request && !admitted) return say(text(client ? 'signInNone' : 'tokenNone'));
    history.replaceState(null, '', `#${operation.name}`);
    return request && view.prepare();
  }

  requests() {
    return { ...this.filled, ...Object.fromEntries([...this.#made].map(([name, view]) => [name, view.form.read()])) };
  }
}

/** Shows the operation that the address names, in its last state; the welcome if it names none. */
function route(description, views, isFirst) {
  const [name, written] = location.hash.slice(1).split(/\?(.*)/s);
  const operation = description.named(name);
  // The skip link's target, and other places on this page.
  if (name && !operation && $(name) && !isFirst) return;
  for (const entry of $('operations').querySelectorAll('a')) {
    if (entry.hash === `#${name}`) entry.setAttribute('aria-current', 'page');
    else entry.removeAttribute('aria-current');
  }
  $('operations').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  document.body.dataset.view = operation ? 'operation' : 'list';
  document.title = operation ? `${operation.title} · Passerelle` : 'Passerelle';
  $('welcome').hidden = Boolean(operation);
  $('operation').hidden = !operation;
  if (operation) {
    $('operation').replaceChildren(views.of(operation).element);
    scrollTo(0, 0);
    $('operation').querySelector('h1').focus({ preventScroll: true });
    if (written) views.layOut(operation, written);
  }
}

/** Builds the page from what the bridge allows, with what stood in its forms before. */
function build(description, filled = {}) {
  const views = new Views(description, filled);
  const list = new List(description);
  $('filter').oninput = () => list.search();
  $('welcome').replaceWith(welcome(description, page, (...shown) => views.open(...shown)));
  onhashchange = () => route(description, views, false);
  route(description, views, true);
  return views;
}

/** What the page is built from: which operations there are, and whether they may change anything. */
const shapeOf = ({ about, operations }) => JSON.stringify([about.read_only, operations.map(({ name }) => name)]);

/** Says who is signed in, with the button that changes it; nothing where people don't sign in. */
function showPerson({ about: { client, person } }, leave) {
  if (!client) return;
  $('who').textContent = person ?? text('signIn');
  const arrive = () => signIn(client).catch(sayWhy);
  $('person').replaceChildren(...(person
    ? [el('p', {}, text('signedInAs', person)), button(text('signOut'), leave)]
    : [button(text('signIn'), arrive, { class: 'primary' }), el('p', { class: 'help' }, text('signInOr'))]));
}

/** The page's description: for the person who has just come back from the authorization server, else for a reader without a token. */
async function arrived() {
  const description = await load();
  try {
    personal = await signedIn(description.about.client) ?? '';
    return personal ? await load(personal) : description;
  } catch (error) {
    sayWhy(error);
    return description;
  }
}

try {
  let description = await arrived();
  let views = build(description);
  const rebuild = (read) => {
    description = read;
    views = build(read, views.requests());
    showPerson(read, leave);
  };
  const leave = async () => {
    const [{ client }, token] = [description.about, personal];
    personal = '';
    rebuild(await load(page.token()));
    say(text('signedOut'));
    await signOut(client, token).catch(() => {});
  };
  forget = () => {
    personal = '';
    description.about.person = null;
    showPerson(description, leave);
  };
  showPerson(description, leave);
  $('token').addEventListener('change', async () => {
    const read = await load(page.token()).catch(() => description);
    if (read.about.admitted) document.querySelector('.token').open = false;
    else page.askForToken();
    if (shapeOf(read) !== shapeOf(description)) return rebuild(read);
    Object.assign(description.about, read.about);
    // The call that the address lays out has waited for its reader to sign in.
    return read.about.admitted && location.hash.includes('?') && route(description, views, false);
  });
  languageSwitch($('language'), async (language) => rebuild(await load(page.token(), language)));
} catch (error) {
  speak(navigator.language.slice(0, 2));
  $('main').append(el('p', { class: 'box bad', role: 'alert' }, text('unread', error.message)));
}
