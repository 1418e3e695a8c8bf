/** The parts around a control: its label, its help, and the mark of a required field. */

import { el } from './dom.js';
import { text } from './text.js';

let made = 0;

/** A name that no other element of the page has. */
export const freshId = () => `field-${made += 1}`;

/** A control under its label. */
export function labelled(field, input) {
  input.id = freshId();
  const help = helpOf(field, input);
  return el('div', { class: 'field', 'data-kind': field.kind }, el('label', { for: input.id }, field.label, mark(field)), input, help);
}

/** Several controls under one label. */
export function fieldset(field, content) {
  const set = el('fieldset', { class: 'field', 'data-kind': field.kind }, el('legend', {}, field.label, mark(field)));
  const help = helpOf(field, set);
  set.append(...[help, content].filter(Boolean));
  return set;
}

const mark = ({ needed }) => needed && el('span', { class: 'needed' }, text('needed'));

function helpOf(field, described) {
  if (!field.help) return null;
  const help = el('p', { class: 'help', id: freshId() }, field.help);
  described.setAttribute('aria-describedby', help.id);
  return help;
}
