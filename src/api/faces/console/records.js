/** Records of answers on the page: cards, tables and single values, made of the names and shapes of their fields. */

import { button, el, link, sentence } from './dom.js';

/** Fields that stand inside another one's cell, or say nothing to people. */
const FOLDED = ['id', 'iid', 'web_url', 'color', 'text_color', 'candidate_issues', 'message'];

/** What a record is called: an issue `#12 Title`, all else by its title or name. */
export function nameOf(record) {
  const name = record.title ?? record.name ?? record.full_path ?? '';
  const isIssue = record.iid && !('due_date' in record);
  return isIssue ? `#${record.iid} ${name}` : name;
}

const pathOf = (record) => record.path_with_namespace ?? record.full_path ?? (record.username && `@${record.username}`);

/** The tone of a status, for its colour; the word beside it says the same. */
export function toneOf(status) {
  if (/clarification_needed$|^ambiguous/.test(status)) return 'question';
  if (status === 'duplicate_warning' || /not_found$/.test(status)) return 'warning';
  if (status === 'error') return 'bad';
  if (status === 'preview') return 'preview';
  return status === 'unchanged' ? 'plain' : 'good';
}

/** Draws records with the words of a description. */
export class Records {
  /** @param {import('./description.js').Description} description */
  constructor(description) {
    this.description = description;
  }

  /** A word of the bridge on a coloured ground. */
  chip(word, tone) {
    return el('span', { class: `chip ${tone}` }, this.description.word(word));
  }

  /**
   * Records as cards, each with a button where one can be chosen.
   *
   * @param {object[]} records
   * @param {(record: object) => void} [choose]
   */
  cards(records, choose) {
    return el('ul', { class: 'cards' }, records.map((record) => this.#card(record, choose)));
  }

  #card(record, choose) {
    const name = nameOf(record);
    const path = pathOf(record);
    const pick = choose && button('Choisir', () => choose(record), { class: 'choose', 'aria-label': `Choisir ${name}${path ? `, ${path}` : ''}` });
    return el('li', { class: choose ? 'card open' : 'card' },
      el('div', { class: 'what' },
        el('strong', {}, choose ? name : link(record.web_url, name)),
        path && path !== name && el('span', { class: 'path' }, path),
        el('span', { class: 'notes' },
          record.state && this.value('state', record.state),
          record.due_date && this.value('due_date', record.due_date))),
      record.score !== undefined && this.value('score', record.score),
      pick,
      choose && record.web_url && link(record.web_url, 'Voir', el('span', { class: 'unseen' }, ` ${name} sur GitLab`)));
  }

  /**
   * Records as a table, a column for each field that any of them has.
   *
   * @param {string} caption
   * @param {object[]} records
   * @param {object} schema of a record
   */
  table(caption, records, schema) {
    const known = this.description.resolve(schema).properties ?? {};
    const names = [...new Set([...Object.keys(known), ...records.flatMap(Object.keys)])]
      .filter((name) => !FOLDED.includes(name) && records.some((record) => isThere(record[name])));
    const heads = names.map((name) => known[name]?.['x-label'] ?? name);
    // The roles say again what the elements say, since a narrow page lays them out as blocks.
    const row = (record) => el('tr', { role: 'row' }, names.map((name, index) => (
      el('td', { role: 'cell', 'data-head': heads[index], 'data-name': name }, this.value(name, record[name], record)))));
    return el('table', { role: 'table', 'aria-label': caption },
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, heads.map((head) => el('th', { scope: 'col', role: 'columnheader' }, head)))),
      el('tbody', { role: 'rowgroup' }, records.map(row)));
  }

  /** One value, as its field's name says. */
  value(name, value, record = {}) {
    if (!isThere(value)) return el('span', { class: 'none' }, '–');
    switch (name) {
      case 'score':
        return score(value);
      case 'status':
        return el('div', {}, this.chip(value, toneOf(value)), record.message && el('p', { class: 'said' }, sentence(record.message)));
      case 'state':
        return this.chip(value, value === 'opened' || value === 'active' ? 'good' : 'plain');
      case 'visibility':
        return this.description.word(value);
      case 'due_date':
        return el('time', { datetime: value }, day(value));
      case 'title':
      case 'name':
        return el('span', {}, record.color && dot(record.color), link(record.web_url, nameOf(record)));
      default:
        return plain(value);
    }
  }
}

function plain(value) {
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (Array.isArray(value)) return el('span', { class: 'labels' }, value.map((one) => el('span', { class: 'label' }, typeof one === 'object' ? nameOf(one) : String(one))));
  if (typeof value === 'object') return link(value.web_url, nameOf(value) || JSON.stringify(value));
  return typeof value === 'number' ? value.toLocaleString('fr') : String(value);
}

const isThere = (value) => value !== undefined && value !== null && value !== '' && value.length !== 0;

function score(value) {
  const bar = el('span', { class: 'meter' }, el('span', {}));
  bar.firstChild.style.inlineSize = `${Math.max(0, Math.min(100, value))}%`;
  return el('span', { class: 'score' }, el('span', {}, `Score ${value}`), bar);
}

/** A label's colour, where the host gave one and not something else. */
function dot(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const spot = el('span', { class: 'dot' });
  spot.style.background = color;
  return spot;
}

/** A day as people write it; the text itself where it is none. */
function day(text) {
  const date = new Date(`${text}T00:00:00`);
  return Number.isNaN(date.valueOf()) ? text : date.toLocaleDateString('fr', { day: 'numeric', month: 'long', year: 'numeric' });
}
