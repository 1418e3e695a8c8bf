/** Records of answers on the page: cards, tables and single values, made of the names and shapes of their fields. */

import { readable } from './description.js';
import { button, el, link, table } from './dom.js';
import { spaced, spoken, text } from './text.js';
import { toneOf } from './tone.js';

/** Fields that stand inside another one's cell, or say nothing to people. */
const FOLDED = ['id', 'iid', 'web_url', 'color', 'text_color', 'candidate_issues', 'suggested_issues', 'message', 'overdue'];

/** What a record is called: an issue `#12 Title`, all else by its title or name. */
export function nameOf(record) {
  const name = record.title ?? record.name ?? record.full_path ?? '';
  // Milestones have numbers and days too, but no labels.
  const isIssue = record.iid && ('labels' in record || !('due_date' in record));
  return isIssue ? `#${record.iid} ${name}` : name;
}

/** Where a record is: its path, or a username. */
export const pathOf = (record) => record.path_with_namespace ?? record.full_path ?? (record.username && `@${record.username}`);

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
   * Records as cards, each with its buttons.
   *
   * @param {object[]} records
   * @param {(record: object) => [string, () => void][]} ways what can be done with a record: the label of a button, and what it does
   */
  cards(records, ways) {
    const ties = tiesOf(records);
    return [
      el('ul', { class: 'cards' }, records.map((record) => this.#card(record, ways(record), ties.has(record.score)))),
      ties.size > 0 && records.some((record) => ways(record).length > 0) && el('p', { class: 'help' }, text('ties')),
    ];
  }

  #card(record, ways, isTied) {
    const name = nameOf(record);
    const path = pathOf(record);
    const full = path ? `${name}, ${path}` : name;
    return el('li', { class: 'card' },
      el('div', { class: 'what' },
        el('strong', {}, name),
        path && path !== name && el('span', { class: 'path' }, path),
        el('span', { class: 'notes' },
          record.state && this.value('state', record.state, record),
          record.project && el('span', {}, nameOf(record.project)),
          this.due(record))),
      record.score !== undefined && score(record.score, isTied),
      ways.map(([label, run]) => button(label, run, { class: 'choose', 'aria-label': `${text('labelled', label)}${full}` })),
      record.web_url && link(record.web_url, text('see'), el('span', { class: 'unseen' }, text('seeOne', name))));
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
    const heads = names.map((name) => known[name]?.['x-label'] ?? readable(name));
    return table(caption, heads, records.map((record) => names.map((name) => this.value(name, record[name], record))));
  }

  /** A record's day, under its name. */
  due(record) {
    return record.due_date && el('span', {}, text('labelled', text('dueDate')), this.value('due_date', record.due_date, record));
  }

  /** One value, as its field's name says. */
  value(name, value, record = {}) {
    if (!isThere(value)) return el('span', { class: 'none' }, '–');
    switch (name) {
      case 'score':
        return measured(value, String(value));
      case 'status':
        return el('div', {}, this.chip(value, toneOf(value)), record.message && el('p', { class: 'said' }, dated(this.description.plain(record.message))));
      case 'state':
        return this.#state(value, record);
      case 'visibility':
        return this.description.word(value);
      case 'due_date':
        return el('span', {}, el('time', { datetime: value }, day(value)), isLate(record) && [' ', el('span', { class: 'chip warning' }, text('late'))]);
      case 'created_at':
      case 'updated_at':
      case 'closed_at':
        return el('time', { datetime: value }, moment(value));
      case 'role':
        return this.description.word(value);
      case 'body':
      case 'description':
        return el('span', { class: 'written' }, value);
      case 'title':
      case 'name':
        return el('span', {}, record.color && dot(record.color), link(record.web_url, nameOf(record)));
      default:
        return plain(value);
    }
  }

  /** A state. The host calls a milestone active long after its day. */
  #state(state, record) {
    if (state === 'active' && isPast(record)) return el('span', { class: 'chip warning' }, text('expired'));
    return this.chip(state, state === 'opened' || state === 'active' ? 'good' : 'plain');
  }
}

/** Whether an issue is past its day; a milestone says so by its state. */
const isLate = (record) => record.overdue ?? (record.state === 'opened' && isPast(record));

/** Whether a record's day is over: as the bridge says, else by the reader's calendar. */
function isPast({ expired, due_date: due }) {
  const today = new Date();
  const now = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  return expired ?? Boolean(due && due < now);
}

/** Scores that more than one record has. */
function tiesOf(records) {
  const scores = records.map((record) => record.score).filter((one) => one !== undefined);
  return new Set(scores.filter((one, index) => scores.indexOf(one) !== index));
}

function plain(value) {
  if (typeof value === 'boolean') return text(value ? 'yes' : 'no');
  if (Array.isArray(value)) return el('span', { class: 'labels' }, value.map((one) => el('span', { class: 'label' }, typeof one === 'object' ? nameOf(one) : String(one))));
  if (typeof value === 'object') return link(value.web_url, nameOf(value) || JSON.stringify(value));
  return typeof value === 'number' ? value.toLocaleString(spoken()) : String(value);
}

/** Whether a field says anything. */
export const isThere = (value) => value !== undefined && value !== null && value !== '' && value.length !== 0;

/** A score outside a table, whose head would name it. */
export const score = (value, isTied = false) => measured(value, `${text('score')} ${value}`, isTied);

function measured(value, said, isTied = false) {
  const bar = el('span', { class: 'meter' }, el('span', {}));
  bar.firstChild.style.inlineSize = `${Math.max(0, Math.min(100, value))}%`;
  return el('span', { class: 'score' }, el('span', {}, said), bar, isTied && el('span', {}, text('tied')));
}

/** A label's colour, where the host gave one and not something else. */
function dot(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const spot = el('span', { class: 'dot' });
  spot.style.background = color;
  return spot;
}

/** A sentence with its days as the records have them; what is quoted is somebody's text and stays. */
export const dated = (sentence) => spaced(sentence).replace(/[«“][^»”]*[»”]|\b\d{4}-\d{2}-\d{2}\b/g, (part) => (/^\d/.test(part) ? day(part) : part));

/** A day as people write it; the text itself where it is none. */
function day(written) {
  const date = new Date(`${written}T00:00:00`);
  return Number.isNaN(date.valueOf()) ? written : date.toLocaleDateString(spoken(), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** A moment as people write it; the text itself where it is none. */
function moment(written) {
  const date = new Date(written);
  return Number.isNaN(date.valueOf()) ? written : date.toLocaleString(spoken(), { dateStyle: 'long', timeStyle: 'short' });
}
