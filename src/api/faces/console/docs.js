/** The reference at `/docs`: the OpenAPI document as a page, folded. */

import { load } from './description.js';
import { code, el, folded, table } from './dom.js';
import { statusText } from './refusal.js';
import { curl, javascript, mcp, python } from './samples.js';
import { languageSwitch, speak, text } from './text.js';
import { toneOf } from './tone.js';

const $ = (id) => document.getElementById(id);

/** A page of one document. */
class Reference {
  constructor(description) {
    this.description = description;
    this.unfilled = new Map();
    const { schemas } = description.document.components;
    const own = description.operations.flatMap(({ answer, fields }) => [answer, ...fields.map(({ schema }) => schema)]);
    this.records = Object.entries(schemas).filter(([name, schema]) => schema.properties && !own.includes(schema) && !/(Request|Answer)$/.test(name));
  }

  /** Each folded part of the page, with the words that a search finds it by. */
  parts() {
    const families = this.description.families().flatMap(([family, operations]) => [
      { element: el('h2', { class: 'family' }, this.description.word(family)), words: '' },
      ...operations.map((operation) => ({ element: this.operation(operation), words: wordsOf(operation) })),
    ]);
    return [...families, { element: el('h2', { class: 'family' }, text('shared')), words: '' },
      { element: this.shared(), words: this.records.map(([name]) => name).join(' ') },
      { element: this.refusals(), words: text('errors') }];
  }

  contents() {
    const entry = (name, title) => el('li', {}, el('a', { href: `#${name}` }, title));
    const families = this.description.families().map(([family, operations]) => el('section', {},
      el('h2', {}, this.description.word(family)), el('ul', {}, operations.map(({ name, title }) => entry(name, title)))));
    return [...families, el('section', {}, el('h2', {}, text('shared')), el('ul', {}, entry('records', text('records')), entry('errors', text('errors'))))];
  }

  /** A part under its title. It is filled when it is first unfolded, since the whole document is long. */
  part(id, title, beside, content) {
    const part = el('details', { id, class: 'part' },
      el('summary', {}, el('h3', {}, title), beside),
      el('div', { class: 'content' }));
    this.unfilled.set(part, content);
    part.addEventListener('toggle', () => this.fill(part));
    return part;
  }

  fill(part) {
    const content = this.unfilled.get(part);
    this.unfilled.delete(part);
    if (content) part.lastChild.append(...content().flat(Infinity).filter(Boolean));
  }

  /** Unfolds a part and fills it at once. */
  unfold(part) {
    this.fill(part);
    part.open = true;
  }

  operation({ name, title, purpose, path, effect, fields, answer, examples, refusals }) {
    const chip = el('span', { class: `chip ${effect === 'reads' ? 'plain' : 'effect'}` }, this.description.word(effect));
    const call = { operation: { name, path }, request: examples[0]?.request ?? {} };
    const sample = (kind, make) => code(text(kind), make(call, true), text('labelled', text(kind)) + title);
    return this.part(name, title, [el('code', {}, `POST ${path}`), chip], () => [
      el('p', { class: 'lead' }, purpose),
      el('p', { class: 'route' }, el('code', {}, name), el('a', { href: `.#${name}` }, text('tryIt'))),
      sample('curl', curl),
      el('details', {}, el('summary', {}, text('otherSamples')), sample('python', python), sample('javascript', javascript), sample('mcp', mcp)),
      el('h4', {}, text('requestFields')),
      this.request(title, fields),
      el('h4', {}, text('answers')),
      examples.map((example) => this.example(title, example)),
      el('h4', {}, text('answerFields')),
      this.answer(text('answerOf', title), answer),
      el('h4', {}, text('errors')),
      el('p', {}, refusals.map(([status]) => [el('a', { href: '#errors' }, status === 'default' ? text('hostStatus') : status), ' '])),
    ]);
  }

  request(title, fields) {
    const heads = ['field', 'type', 'limits', 'default', 'description'].map((head) => text(head));
    return table(text('requestOf', title), heads, fields.map((field) => [
      [el('code', {}, field.name), field.required && el('span', { class: 'needed' }, text('needed'))],
      this.type(field.schema),
      bounds(field.schema),
      field.fallback === undefined ? '–' : el('code', {}, JSON.stringify(field.fallback)),
      [field.label, field.help].filter(Boolean).join(text('between')),
    ]));
  }

  answer(caption, schema) {
    const heads = ['field', 'type', 'content'].map((head) => text(head));
    return table(caption, heads, Object.entries(schema.properties).map(([name, property]) => [
      el('code', {}, name), this.type(property), property['x-label'] ?? '',
    ]));
  }

  example(title, { status, request, answer }) {
    const name = (part) => `${text('labelled', text(part))}${title}, ${this.description.word(status)}`;
    return el('details', {},
      el('summary', {}, el('span', { class: `chip ${toneOf(status)}` }, this.description.word(status)), ' ', el('code', {}, status)),
      code(text('exampleRequest'), JSON.stringify(request, null, 2), name('exampleRequest')),
      code(text('answer'), JSON.stringify(answer, null, 2), name('answer')));
  }

  /** A type in words; a record links to its description. */
  type(schema) {
    const one = schema.anyOf && !schema.type ? schema.anyOf.find(({ type }) => type !== 'null') : schema;
    const nullable = one !== schema ? text('orNull') : '';
    if (one.$ref) {
      const name = one.$ref.split('/').pop();
      const isRecord = this.records.some(([record]) => record === name);
      return el('span', {}, isRecord ? el('a', { href: `#${name}` }, name) : text('string'), nullable);
    }
    const types = [one.type].flat().filter((type) => type !== 'null');
    if (types[0] === 'array') return el('span', {}, text('listOf'), this.type(one.items));
    const isKnown = ['string', 'integer', 'boolean', 'number'].includes(types[0]);
    const name = isKnown ? text(types[0]) : ('const' in one ? JSON.stringify(one.const) : text('value'));
    return el('span', {}, `${name}${[schema.type].flat().includes('null') ? text('orNull') : ''}`);
  }

  shared() {
    return this.part('records', text('records'), null, () => this.records.map(([name, schema]) => [
      el('h4', { id: name }, name), this.answer(name, schema)]));
  }

  refusals() {
    const named = this.description.operations.flatMap(({ refusals }) => refusals);
    const statuses = new Set(named.map(([status]) => status));
    return this.part('errors', text('errors'), null, () => [
      el('p', {}, text('errorShape'), el('code', {}, '{"success": false, "detail": "…", "code": "…"}')),
      table(text('errors'), [text('status'), text('meaning')], [...statuses].sort().map((status) => (
        status === 'default' ? [text('hostStatus'), text('hostAnswered')] : [el('code', {}, status), statusText(Number(status))]))),
    ]);
  }
}

/** The words by which a search finds an operation. */
const wordsOf = ({ name, path, title, purpose, fields }) => (
  [name, path, title, purpose, ...fields.map((field) => field.name)].join(' '));

/** The bounds of a value. */
function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems, enum: words, 'x-choices': choices }) {
  const range = (low, high, unit) => (high === undefined ? low !== undefined && `${text('atLeast', low)}${unit}` : `${text('range', low ?? 0, high)}${unit}`);
  const parts = [
    (words ?? choices)?.filter((word) => word !== null).join(', '),
    range(minimum, maximum, ''), range(minLength, maxLength, text('characters')), range(minItems, maxItems, text('elements')),
  ];
  return (words ? parts.slice(0, 1) : parts).filter(Boolean).join(text('between')) || '–';
}

/** Shows the parts that a search finds; unfolds it if there is only one. */
function search(parts, written) {
  const words = folded(written).split(/\s+/).filter(Boolean);
  const found = parts.filter((part) => part.words && words.every((word) => folded(part.words).includes(word)));
  for (const part of parts) part.element.hidden = words.length > 0 && !found.includes(part);
  $('none').hidden = found.length > 0;
  if (words.length > 0 && found.length === 1) found[0].element.open = true;
}

/** Unfolds the part that the address names, and scrolls there. */
function goTo(reference) {
  const name = decodeURIComponent(location.hash.slice(1));
  const isRecord = reference.records.some(([record]) => record === name);
  const part = $(isRecord ? 'records' : name);
  if (!(part instanceof HTMLDetailsElement)) return;
  part.hidden = false;
  reference.unfold(part);
  $(name)?.scrollIntoView();
}

/** The button that unfolds all parts, and folds them again. */
function unfolding(parts) {
  const all = () => parts.filter(({ element }) => element instanceof HTMLDetailsElement).map(({ element }) => element);
  $('unfold').textContent = text('openAll');
  $('unfold').onclick = () => {
    const open = !all().every((part) => part.open);
    for (const part of all()) part.open = open;
    $('unfold').textContent = text(open ? 'closeAll' : 'openAll');
  };
}

/** Shows the document, in this language if one is given. */
async function show(language) {
  const reference = new Reference(await load(undefined, language));
  const parts = reference.parts();
  document.title = text('referenceTitle');
  $('parts').replaceChildren(...parts.map(({ element }) => element));
  $('contents').replaceChildren(...reference.contents());
  $('filter').oninput = ({ target }) => search(parts, target.value);
  unfolding(parts);
  onhashchange = () => goTo(reference);
  goTo(reference);
}

try {
  await show();
  languageSwitch($('language'), show);
} catch (error) {
  speak(navigator.language.slice(0, 2));
  $('main').append(el('p', { class: 'box bad', role: 'alert' }, text('unread', error.message)));
}
