/** Builds pages. Every text is inserted as text: no file of this folder reads markup from a string. */

import { text } from './text.js';

/**
 * An element with its attributes and children. An attribute that is a function listens to the event it names; one that is
 * `true` stands without a value; one that is `false`, `null` or `undefined` is left out, and so are such children.
 *
 * @param {string} tag
 * @param {Object<string, any>} attributes
 * @param {...(Node|string|false|null|undefined|Array)} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== false && child !== null && child !== undefined));
  return element;
}

/** A link if the address is `http` or `https`, else only its text: an address from the host could be anything. */
export function link(address, ...content) {
  const protocol = URL.canParse(address ?? '') ? new URL(address).protocol : '';
  const safe = protocol === 'https:' || protocol === 'http:';
  return safe ? el('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, ...content) : el('span', {}, ...content);
}

/** A button that does something on this page. */
export function button(label, click, attributes = {}) {
  return el('button', { type: 'button', click, ...attributes }, label);
}

/** A table whose cells are texts or elements. The roles say again what the elements say, since a narrow page lays them out as blocks. */
export function table(caption, heads, rows) {
  const row = (cells) => el('tr', { role: 'row' }, cells.map((cell, index) => (
    el('td', { role: 'cell', 'data-head': heads[index] }, el('div', {}, cell)))));
  return el('table', { role: 'table', 'aria-label': caption },
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, heads.map((head) => el('th', { scope: 'col', role: 'columnheader' }, head)))),
    el('tbody', { role: 'rowgroup' }, rows.map(row)));
}

/** A copy of a program text, with a button that takes it to the clipboard. `name` tells it from others of that title on the page. */
export function code(title, program, name = title) {
  const block = el('pre', { tabindex: '0', role: 'region', 'aria-label': name }, program);
  const copy = button(text('copy'), async () => {
    if (await copied(program)) copy.textContent = text('copied');
    else getSelection()?.selectAllChildren(block);
    setTimeout(() => { copy.textContent = text('copy'); }, 2000);
  }, { class: 'quiet', 'aria-label': text('copyOne', name) });
  return el('figure', { class: 'code' }, el('figcaption', {}, el('span', {}, title), copy), block);
}

/** Browsers give the clipboard to secure pages only: elsewhere the text is selected instead. */
async function copied(program) {
  try {
    await navigator.clipboard.writeText(program);
    return true;
  } catch {
    return false;
  }
}

/** A text without accents, case and marks, to be searched. */
export const folded = (written) => written.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
