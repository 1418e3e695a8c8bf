/** Forms from a schema. A control holds one field: `read` gives a JSON value, or `undefined` if the field is left out. */

import { el } from './dom.js';
import { fieldset, freshId, labelled } from './field.js';
import { itemsControl, textsControl } from './lists.js';
import { text } from './text.js';

/**
 * @typedef {object} Control
 * @property {string} label
 * @property {Element} element
 * @property {() => any} read
 * @property {(value: any) => void} fill sets the value, or the initial value for `undefined`
 * @property {() => void} focus
 */

/** Fields that few callers need: they are folded below the others. */
const isSecondary = ({ name }) => ['limit', 'root_hint'].includes(name);

/** Fields that name a confirmed object: a click on a candidate gives them, nobody has to type them. */
const isConfirmed = ({ name }) => name === 'confirm' || name.startsWith('resolved_');

/**
 * The fields of an operation: the common ones, and the others folded away.
 *
 * @param {import('./description.js').Field[]} fields
 * @param {(word: string) => string} word how people call a choice
 */
export function form(fields, word) {
  const shown = fields.filter((field) => !isConfirmed(field));
  const main = group(shown.filter((field) => !isSecondary(field)), word);
  const others = group(shown.filter(isSecondary), word);
  const folded = el('details', { class: 'more' }, el('summary', {}, text('more')), others.element);
  const controls = { ...main.controls, ...others.controls };
  return {
    controls,
    element: el('div', {}, main.element, Object.keys(others.controls).length > 0 && folded),
    read: () => ({ ...main.read(), ...others.read() }),
    fill(values) {
      main.fill(values);
      others.fill(values);
      folded.open = Object.keys(others.read()).length > 0;
    },
    /** Gives a field a value that can't be changed. */
    fix(name, value) {
      controls[name]?.fill(value);
      controls[name]?.element.querySelector('input')?.setAttribute('disabled', '');
    },
    focus(name) {
      folded.open ||= name in others.controls;
      (controls[name] ?? Object.values(controls)[0])?.focus();
    },
    /** Marks the field that was refused, until something is changed in it. */
    mark(name) {
      const input = controls[name]?.element.querySelector('input, textarea, select');
      if (!input) return;
      input.setAttribute('aria-invalid', 'true');
      input.addEventListener('input', () => input.removeAttribute('aria-invalid'), { once: true });
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
  text: textControl,
  long: textControl,
  date: dateControl,
  number: numberControl,
  flag: flagControl,
  choice: choiceControl,
  choices: choicesControl,
  texts: textsControl,
  items: (field, word) => itemsControl(field, (fields) => group(fields, word)),
};

/** @returns {Control} */
function control(field, word) {
  const made = { ...CONTROLS[field.kind](field, word), label: field.label };
  return field.clearable && field.kind !== 'date' ? clearable(field, made) : made;
}

function textControl(field) {
  const long = field.kind === 'long';
  const input = el(long ? 'textarea' : 'input', { rows: long && 4, autocomplete: 'off', required: field.needed });
  return {
    element: labelled(field, input),
    read: () => (input.value || field.required ? input.value : undefined),
    fill(value = '') {
      input.value = value;
      input.dispatchEvent(new Event('change'));
    },
    focus: () => input.focus(),
  };
}

/** A day from a calendar. Clearing the date has a box of its own, since an empty field must not do it by mistake. */
function dateControl(field) {
  const input = el('input', { type: 'date', required: !field.clearable });
  const box = el('input', { type: 'checkbox', change: () => { input.disabled = box.checked; } });
  // The label explains the format of a day, which a calendar does not need.
  const label = field.label.replace(/\s*\(.*\)$/, '');
  return {
    element: el('div', { class: 'field', 'data-kind': 'date' },
      labelled({ ...field, label, help: undefined }, input), el('label', { class: 'check minor' }, box, text('clearDate'))),
    read: () => (box.checked ? '' : input.value || undefined),
    fill(value) {
      box.checked = value === '';
      input.disabled = box.checked;
      input.value = value ?? '';
    },
    focus: () => input.focus(),
  };
}

function numberControl(field) {
  const { minimum, maximum, fallback } = field;
  const input = el('input', { type: 'number', step: 1, min: minimum, max: maximum, placeholder: fallback || null, required: field.required });
  const bounds = minimum !== undefined && maximum !== undefined && text('bounds', minimum, maximum);
  return {
    element: labelled({ ...field, help: field.help ?? bounds }, input),
    read: () => (input.value === '' ? undefined : Number(input.value)),
    fill: (value = '') => { input.value = value; },
    focus: () => input.focus(),
  };
}

function flagControl(field) {
  const input = el('input', { type: 'checkbox', id: freshId() });
  return {
    element: el('label', { class: 'check', 'data-kind': 'flag' }, input, field.label),
    // What the bridge takes as yes where it is absent is yes here only if it is said.
    read: () => input.checked || (field.fallback === true ? false : undefined),
    // A fixed control keeps its value.
    fill: (value = false) => { input.checked = input.disabled || value; },
    focus: () => input.focus(),
  };
}

function choiceControl(field, word) {
  const options = () => field.choices.map((choice) => el('option', { value: choice }, word(choice)));
  const select = el('select', {}, options());
  const fill = (value = field.fallback) => {
    select.replaceChildren(...options());
    // The bridge accepts values that this list does not show.
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

/** A list of values of a few: a box for each. */
function choicesControl(field, word) {
  const boxes = field.choices.map((choice) => el('input', { type: 'checkbox', value: choice }));
  return {
    element: fieldset(field, el('div', { class: 'choices' }, boxes.map((box) => el('label', { class: 'check' }, box, word(box.value))))),
    read() {
      const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      return chosen.length ? chosen : undefined;
    },
    fill(values = []) {
      for (const box of boxes) box.checked = values.includes(box.value);
    },
    focus: () => boxes[0].focus(),
  };
}

/** Gives a control a box that says "make it empty", where leaving it out says "leave it as it is". */
function clearable(field, inner) {
  const box = el('input', { type: 'checkbox' });
  return {
    ...inner,
    element: el('div', { class: inner.element.className, 'data-kind': field.kind }, inner.element, el('label', { class: 'check minor' }, box, text('clearField'))),
    read: () => inner.read() ?? (box.checked ? (field.kind === 'texts' ? [] : '') : undefined),
    fill(value) {
      box.checked = value === '' || value?.length === 0;
      inner.fill(value);
    },
  };
}
