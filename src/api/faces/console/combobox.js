/** A text box with a list of what its words may mean: arrows move in it, Enter takes, Escape closes (ARIA's combobox). */

import { el } from './dom.js';
import { freshId } from './field.js';
import { text } from './text.js';

/** For how long nothing is typed before words are looked up, in milliseconds. */
const PAUSE = 250;

/**
 * @typedef {object} Offer
 * @property {string} label
 * @property {string} [note] what tells it from others of its name
 * @property {number} [score] those with a higher one come first
 * @property {() => void} take
 */

/**
 * @param {HTMLInputElement} input
 * @param {string} label of the list
 * @param {object} ways
 * @param {(words: string) => Offer[]} [ways.known] without asking anyone
 * @param {(words: string, signal: AbortSignal) => Promise<Offer[]>} ways.find
 * @param {() => string|false} [ways.nothing] what to say where words lead to nothing
 * @param {boolean} [ways.isEager] whether Enter takes the first of them
 * @returns {Element} the list, and what was taken, to stand below the box
 */
export function combobox(input, label, { known = () => [], find, nothing = () => '', isEager = false }) {
  const list = el('ul', { id: freshId(), role: 'listbox', class: 'offers', 'aria-label': label, hidden: true });
  const said = el('p', { class: 'help', role: 'status' });
  let offers = [];
  let at = -1;
  let search = new AbortController();
  let taken;

  const point = (place) => {
    at = place;
    [...list.children].forEach((one, index) => one.setAttribute('aria-selected', String(index === place)));
    list.children[place]?.scrollIntoView({ block: 'nearest' });
    if (place < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[place].id);
  };
  const show = (found) => {
    const pointed = offers[at];
    offers = found;
    // A press of the mouse must not take the focus from the box, which would close the list before the click.
    list.replaceChildren(...found.map((offer, index) => el('li', {
      id: `${list.id}-${index}`, role: 'option', mousedown: (event) => event.preventDefault(), click: () => take(offer) },
    el('span', {}, offer.label), offer.note && el('span', { class: 'path' }, offer.note))));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    point(found.indexOf(pointed));
  };
  const close = () => {
    search.abort();
    show([]);
  };
  const take = (offer) => {
    close();
    offer.take();
    taken = input.value;
    said.textContent = taken ? `${text('chosen')}${[offer.label, offer.note].filter(Boolean).join(', ')}` : '';
  };
  const look = async () => {
    close();
    const words = input.value.trim();
    if (!words) return;
    search = new AbortController();
    const { signal } = search;
    const own = known(words);
    show(own);
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    const found = signal.aborted ? [] : await find(words, signal);
    if (signal.aborted) return;
    show([...own, ...found].sort((one, other) => (other.score ?? 0) - (one.score ?? 0)));
    if (offers.length === 0) said.textContent = nothing() || '';
  };
  const forget = () => { if (input.value !== taken) said.textContent = ''; };

  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': 'false' })) input.setAttribute(name, value);
  input.addEventListener('input', () => { forget(); look(); });
  input.addEventListener('change', forget);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing) return;
    if (key === 'ArrowDown' && list.hidden) look();
    else if (list.hidden) return;
    else if (key === 'ArrowDown') point((at + 1) % offers.length);
    else if (key === 'ArrowUp') point((at < 1 ? offers.length : at) - 1);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && (at >= 0 || isEager)) take(offers[Math.max(at, 0)]);
    else return;
    event.preventDefault();
  });
  return el('div', { class: 'offered' }, list, said);
}
