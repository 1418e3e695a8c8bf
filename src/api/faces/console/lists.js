/** Controls that hold a list: of texts, one a line, or of objects, each a small form of its own. */

import { button, el } from './dom.js';
import { fieldset } from './field.js';
import { text } from './text.js';

/** The lines of a text that are not blank. */
const linesOf = (written) => written.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);

/** A list of texts, one a line; a text of several lines that is pasted makes several. */
export function textsControl(field) {
  const lines = list({
    labels: { add: 'addLine', remove: 'removeLine' },
    make(remove) {
      const input = el('input', { autocomplete: 'off', 'aria-label': field.label });
      input.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        event.preventDefault();
        lines.add().focus();
      });
      onLines(input, (others) => others.forEach((line) => lines.add().fill(line)));
      return {
        element: el('div', { class: 'line' }, input, remove),
        read: () => input.value,
        fill: (value = '') => { input.value = value; },
        focus: () => input.focus(),
      };
    },
  });
  return {
    element: fieldset(field, lines.element),
    read() {
      const texts = lines.read().filter((line) => line.trim());
      return texts.length || field.required ? texts : undefined;
    },
    fill: (values = []) => lines.fill(values),
    focus: () => lines.focus(),
  };
}

/** Splits a pasted text of several lines: the first line stays here, `more` gets the others. */
function onLines(input, more) {
  input.addEventListener('paste', (event) => {
    const [first, ...others] = linesOf(event.clipboardData.getData('text'));
    if (others.length === 0) return;
    event.preventDefault();
    input.setRangeText(first, input.selectionStart, input.selectionEnd, 'end');
    more(others);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/**
 * A list of objects. Several are added at once from a text of many lines, pasted into the first field of one, each line as the first
 * field.
 *
 * @param {import('./description.js').Field} field
 * @param {(fields: import('./description.js').Field[]) => object} group makes the controls of one
 */
export function itemsControl(field, group) {
  const [head, ...others] = field.fields;
  const addAll = (titles) => titles.forEach((title) => items.add().fill({ [head.name]: title }));
  const items = list({
    labels: { add: 'addItem', remove: 'removeItem' },
    make: (remove) => item(field, group([head]), group(others), { remove, addAll }),
  });
  return {
    element: fieldset({ ...field, help: field.help ?? text('pasteHelp') }, items.element),
    read: items.read,
    fill: (values = []) => items.fill(values),
    focus: items.focus,
  };
}

/** One object: its first field, and the others folded below, since a long list of whole forms is hard to read. */
function item(field, head, others, { remove, addAll }) {
  const [first] = Object.values(head.controls);
  const input = first.element.querySelector('input');
  if (input) onLines(input, addAll);
  const labels = Object.values(others.controls).map(({ label }) => label).join(', ');
  const folded = el('details', { class: 'more' }, el('summary', {}, labels), others.element);
  return {
    element: el('div', { class: 'item', role: 'group', 'aria-label': field.label }, el('div', { class: 'line' }, head.element, remove), labels && folded),
    read: () => ({ ...head.read(), ...others.read() }),
    fill(value = {}) {
      head.fill(value);
      others.fill(value);
      folded.open = Object.keys(others.read()).length > 0;
    },
    focus: () => first.focus(),
  };
}

/** A list that grows and shrinks, of one entry at least. */
function list({ labels, make }) {
  const holder = el('div', { class: 'list' });
  let entries = [];
  const add = () => {
    const remove = button(text('remove'), () => drop(entry), { class: 'quiet', 'aria-label': text(labels.remove) });
    const entry = make(remove);
    entries.push(entry);
    holder.append(entry.element);
    return entry;
  };
  const drop = (entry) => {
    const place = entries.indexOf(entry);
    entries.splice(place, 1);
    entry.element.remove();
    (entries[Math.min(place, entries.length - 1)] ?? add()).focus();
  };
  const more = button(text(labels.add), () => add().focus(), { class: 'quiet' });
  add();
  return {
    add,
    element: el('div', {}, holder, more),
    read: () => entries.map((entry) => entry.read()),
    fill(values) {
      holder.replaceChildren();
      entries = [];
      for (const value of values.length ? values : [undefined]) add().fill(value);
    },
    focus: () => entries[0].focus(),
  };
}
