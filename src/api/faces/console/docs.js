/** The reference at `/docs`: the OpenAPI document as a page. Its frame is French; what it quotes is English and says so. */

import { load } from './description.js';
import { code, el, prose } from './dom.js';
import { toneOf } from './records.js';

const main = document.getElementById('main');

const english = (tag, text, attributes = {}) => el(tag, { lang: 'en', ...attributes }, prose(text));

/** A table whose cells are text or elements. */
function table(caption, heads, rows) {
  return el('table', { role: 'table', 'aria-label': caption },
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, heads.map((head) => el('th', { scope: 'col', role: 'columnheader' }, head)))),
    el('tbody', { role: 'rowgroup' }, rows.map((cells) => el('tr', { role: 'row' }, cells.map((cell, index) => (
      el('td', { role: 'cell', 'data-head': heads[index] }, el('div', {}, cell))))))));
}

/** A page of one document. */
class Reference {
  constructor(description) {
    this.description = description;
    const { schemas } = description.document.components;
    const own = description.operations.flatMap(({ answer, fields }) => [answer, ...fields.map(({ schema }) => schema)]);
    this.records = Object.entries(schemas).filter(([name, schema]) => schema.properties && !own.includes(schema) && !/(Request|Answer)$/.test(name));
  }

  sections() {
    return [...this.description.operations.map((operation) => this.operation(operation)), this.shared(), this.refusals()];
  }

  contents() {
    const entry = (name, title) => el('li', {}, el('a', { href: `#${name}` }, title));
    const families = this.description.families().map(([family, operations]) => el('section', {},
      el('h2', {}, this.description.word(family)), el('ul', {}, operations.map(({ name, title }) => entry(name, title)))));
    return [...families, el('section', {}, el('h2', {}, 'Partagé'), el('ul', {}, entry('records', 'Enregistrements'), entry('errors', 'Erreurs')))];
  }

  operation({ name, title, path, effect, summary, description, fields, answer, examples, refusals }) {
    return el('section', { id: name, 'aria-labelledby': `${name}-title` },
      el('h2', { id: `${name}-title` }, title),
      el('p', { class: 'route' },
        el('span', { class: `chip ${effect === 'reads' ? 'plain' : 'effect'}` }, this.description.word(effect)),
        el('code', {}, `POST ${path}`), el('code', {}, name), el('a', { href: `.#${name}` }, 'Essayer')),
      english('p', `${summary}.`, { class: 'lead' }),
      english('p', description),
      el('h3', {}, 'Champs de la demande'),
      this.request(title, fields),
      el('h3', {}, 'Champs de la réponse'),
      this.answer(`Réponse : ${title}`, answer),
      el('h3', {}, 'Réponses'),
      examples.map((example) => this.example(example)),
      el('h3', {}, 'Erreurs'),
      el('p', {}, refusals.map(([status]) => [el('a', { href: '#errors' }, status === 'default' ? 'statut de l’hôte' : status), ' '])));
  }

  request(title, fields) {
    return table(`Demande : ${title}`, ['Champ', 'Type', 'Bornes', 'Défaut', 'Description'], fields.map((field) => [
      [el('code', {}, field.name), field.required && el('span', { class: 'needed' }, ' nécessaire')],
      this.type(field.schema),
      bounds(field.schema),
      field.fallback === undefined ? '–' : el('code', {}, JSON.stringify(field.fallback)),
      english('span', field.description),
    ]));
  }

  answer(caption, schema) {
    return table(caption, ['Champ', 'Type', 'Contenu'], Object.entries(schema.properties).map(([name, property]) => [
      el('code', {}, name), this.type(property), property['x-label'] ?? '',
    ]));
  }

  example({ status, request, answer }) {
    return el('details', {},
      el('summary', {}, el('span', { class: `chip ${toneOf(status)}` }, this.description.word(status)), ' ', el('code', {}, status)),
      code('Demande', JSON.stringify(request, null, 2)),
      code('Réponse', JSON.stringify(answer, null, 2)));
  }

  /** A type in French; a record leads to where it stands. */
  type(schema) {
    const one = schema.anyOf && !schema.type ? schema.anyOf.find(({ type }) => type !== 'null') : schema;
    const nullable = one !== schema ? ', ou null' : '';
    if (one.$ref) {
      const name = one.$ref.split('/').pop();
      const isRecord = this.records.some(([record]) => record === name);
      return el('span', {}, isRecord ? el('a', { href: `#${name}` }, name) : 'texte', nullable);
    }
    const types = [one.type].flat().filter((type) => type !== 'null');
    if (types[0] === 'array') return el('span', {}, 'liste de ', this.type(one.items));
    const words = { string: 'texte', integer: 'entier', boolean: 'oui ou non', number: 'nombre' };
    const name = words[types[0]] ?? ('const' in one ? JSON.stringify(one.const) : 'valeur');
    return el('span', {}, `${name}${[schema.type].flat().includes('null') ? ', ou null' : ''}`);
  }

  shared() {
    return el('section', { id: 'records', 'aria-labelledby': 'records-title' },
      el('h2', { id: 'records-title' }, 'Enregistrements'),
      this.records.map(([name, schema]) => [el('h3', { id: name }, name), this.answer(name, schema)]));
  }

  refusals() {
    const { responses } = this.description.document.components;
    const named = this.description.operations.flatMap(({ refusals }) => refusals);
    const statuses = new Map(named.map(([status, response]) => [status, response.description]));
    const known = Object.values(responses).map(({ description }) => description);
    return el('section', { id: 'errors', 'aria-labelledby': 'errors-title' },
      el('h2', { id: 'errors-title' }, 'Erreurs'),
      el('p', {}, 'Toute erreur est un objet JSON : ', el('code', {}, '{"success": false, "detail": "…", "code": "…"}'), '.'),
      table('Erreurs', ['Statut', 'Sens'], [...statuses].sort().map(([status, text]) => [
        known.includes(text) ? el('code', {}, status) : 'statut de l’hôte', english('span', text)])));
  }
}

/** What a value must keep to. */
function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems, enum: words, 'x-choices': choices }) {
  const range = (low, high, unit) => (high === undefined ? low !== undefined && `${low}${unit} au moins` : `${low ?? 0} à ${high}${unit}`);
  const parts = [
    (words ?? choices)?.filter((word) => word !== null).join(', '),
    range(minimum, maximum, ''), range(minLength, maxLength, ' caractères'), range(minItems, maxItems, ' éléments'),
  ];
  return (words ? parts.slice(0, 1) : parts).filter(Boolean).join(' ; ') || '–';
}

try {
  const reference = new Reference(await load());
  main.append(...reference.sections());
  document.getElementById('contents').append(...reference.contents());
  // The browser looked for the place before it was there.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (error) {
  main.append(el('p', { class: 'box bad', role: 'alert' }, `Le document n’a pas pu être lu (${error.message}). Rechargez la page.`));
}
