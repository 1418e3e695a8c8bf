/** Forms made of a schema. A control holds one field: it reads to a JSON value, or `undefined` where the field is left out. */

import { button, el } from './dom.js';

/**
 * @typedef {object} Control
 * @property {Element} element
 * @property {() => any} read
 * @property {(value: any) => void} fill sets the value, or what stands there at first where it is `undefined`
 * @property {() => void} focus
 */

let made = 0;
const freshId = () => `field-${made += 1}`;

/** Fields that few callers need: they stand folded below the others. */
const isSecondary = ({ name }) => ['confirm', 'limit', 'root_hint'].includes(name) || name.startsWith('resolved_');

/**
 * The fields of an operation: the common ones, and the others folded away.
 *
 * @param {import('./description.js').Field[]} fields
 * @param {(word: string) => string} word French for a choice
 */
export function form(fields, word) {
  const main = group(fields.filter((field) => !isSecondary(field)), word);
  const others = group(fields.filter(isSecondary), word);
  const folded = el('details', { class: 'more' }, el('summary', {}, 'Plus de réglages'), others.element);
  return {
    element: el('div', {}, main.element, Object.keys(others.controls).length > 0 && folded),
    read: () => ({ ...main.read(), ...others.read() }),
    fill(values) {
      main.fill(values);
      others.fill(values);
      folded.open = Object.keys(others.read()).length > 0;
    },
    focus(name) {
      folded.open ||= name in others.controls;
      (main.controls[name] ?? others.controls[name] ?? Object.values(main.controls)[0])?.focus();
    },
  };
}

function group(fields, word) {
  const controls = Object.fromEntries(fields.map((field) => [field.name, control(field, word)]));
  return {
    controls,
    element: el('div', { class: 'fields' }, Object.values(controls).map(({ element }) => element)),
    read() {
      const values = Object.entries(controls).map(([name, { read }]) => [name, read()]);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    },
    fill(values) {
      for (const [name, { fill }] of Object.entries(controls)) fill(values[name] ?? undefined);
    },
  };
}

const CONTROLS = {
  text: textControl, long: textControl, number: numberControl, flag: flagControl, choice: choiceControl, texts: textsControl, items: itemsControl,
};

/** @returns {Control} */
function control(field, word) {
  const made = CONTROLS[field.kind](field, word);
  return field.clearable ? clearable(field, made) : made;
}

function textControl(field) {
  const long = field.kind === 'long';
  const input = el(long ? 'textarea' : 'input', { rows: long && 4, autocomplete: 'off', required: field.required });
  return {
    element: labelled(field, input),
    read: () => (input.value || field.required ? input.value : undefined),
    fill: (value = '') => { input.value = value; },
    focus: () => input.focus(),
  };
}

function numberControl(field) {
  const { minimum, maximum, fallback } = field;
  const input = el('input', { type: 'number', step: 1, min: minimum, max: maximum, placeholder: fallback || null, required: field.required });
  const bounds = minimum !== undefined && maximum !== undefined && `De ${minimum} à ${maximum}.`;
  return {
    element: labelled({ ...field, help: field.help ?? bounds }, input),
    read: () => (input.value === '' ? undefined : Number(input.value)),
    fill: (value = '') => { input.value = value; },
    focus: () => input.focus(),
  };
}

function flagControl(field) {
  const input = el('input', { type: 'checkbox' });
  return {
    element: el('label', { class: 'check', 'data-kind': 'flag' }, input, field.label),
    read: () => input.checked || undefined,
    fill: (value = false) => { input.checked = value; },
    focus: () => input.focus(),
  };
}

function choiceControl(field, word) {
  const options = () => field.choices.map((choice) => el('option', { value: choice }, word(choice)));
  const select = el('select', {}, options());
  const fill = (value = field.fallback) => {
    select.replaceChildren(...options());
    // The bridge takes states that this list lacks.
    if (!field.choices.includes(value)) select.append(el('option', { value }, value));
    select.value = value;
  };
  fill();
  return {
    element: labelled(field, select),
    read: () => (select.value === field.fallback ? undefined : select.value),
    fill,
    focus: () => select.focus(),
  };
}

/** A list of texts, one a line; a text of several lines that is pasted makes several. */
function textsControl(field) {
  const lines = list({
    name: 'ligne',
    make(remove) {
      const input = el('input', { autocomplete: 'off', 'aria-label': field.label });
      input.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        event.preventDefault();
        lines.add().focus();
      });
      input.addEventListener('paste', (event) => {
        const texts = event.clipboardData.getData('text').split(/\r?\n/).filter((text) => text.trim());
        if (texts.length < 2) return;
        event.preventDefault();
        input.setRangeText(texts.shift(), input.selectionStart, input.selectionEnd, 'end');
        for (const text of texts) lines.add().fill(text);
      });
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
      const texts = lines.read().filter((text) => text.trim());
      return texts.length || field.required ? texts : undefined;
    },
    fill: (values = []) => lines.fill(values),
    focus: () => lines.focus(),
  };
}

/** A list of objects, each a small form of its own. */
function itemsControl(field, word) {
  const items = list({
    name: 'entrée',
    make(remove) {
      const fields = group(field.fields, word);
      return {
        ...fields,
        element: el('div', { class: 'item', role: 'group', 'aria-label': field.label }, fields.element, remove),
        focus: () => Object.values(fields.controls)[0].focus(),
        fill: (value = {}) => fields.fill(value),
      };
    },
  });
  return { element: fieldset(field, items.element), read: items.read, fill: (values = []) => items.fill(values), focus: items.focus };
}

/** A list that grows and shrinks, of one entry at least. */
function list({ name, make }) {
  const holder = el('div', { class: 'list' });
  let entries = [];
  const add = () => {
    const remove = button('Retirer', () => drop(entry), { class: 'quiet', 'aria-label': `Retirer cette ${name}` });
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
  const more = button(`Ajouter une ${name}`, () => add().focus(), { class: 'quiet' });
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

/** Gives a control a box that says "make it empty", where leaving it out says "leave it as it is". */
function clearable(field, inner) {
  const box = el('input', { type: 'checkbox' });
  return {
    ...inner,
    element: el('div', { class: inner.element.className, 'data-kind': field.kind }, inner.element, el('label', { class: 'check minor' }, box, 'Vider sur GitLab')),
    read: () => inner.read() ?? (box.checked ? (field.kind === 'texts' ? [] : '') : undefined),
    fill(value) {
      box.checked = value === '' || value?.length === 0;
      inner.fill(value);
    },
  };
}

function labelled(field, input) {
  input.id = freshId();
  const help = helpOf(field, input);
  return el('div', { class: 'field', 'data-kind': field.kind }, el('label', { for: input.id }, field.label, mark(field)), input, help);
}

function fieldset(field, content) {
  const set = el('fieldset', { class: 'field', 'data-kind': field.kind }, el('legend', {}, field.label, mark(field)));
  const help = helpOf(field, set);
  set.append(...[help, content].filter(Boolean));
  return set;
}

const mark = ({ required }) => required && el('span', { class: 'needed' }, ' (nécessaire)');

function helpOf(field, described) {
  if (!field.help) return null;
  const help = el('p', { class: 'help', id: freshId() }, field.help);
  described.setAttribute('aria-describedby', help.id);
  return help;
}
