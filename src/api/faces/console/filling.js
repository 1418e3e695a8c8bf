/** Fills the fields of an operation from a sentence. What the rules can't find stays empty, for people to fill in. */

import { folded, wordsOf } from './evidence.js';
import { ACTIONS, THINGS, named } from './vocabulary.js';

const QUOTED = /«\s*([^»]+?)\s*»|"([^"]+)"|“([^”]+)”/;
/** A name in quotation marks, or a word. */
const NAME = `(?:«\\s*([^»]+?)\\s*»|"([^"]+)"|“([^”]+)”|(\\S+))`;
const ARTICLE = "(?:le\\s+|la\\s+|les\\s+|l['’]\\s*|the\\s+)?";
const HOLDER = '(?:projet|project|d[ée]p[ôo]t|repo|groupe|group)';

/** Words before the name of a project or group, the surest first. */
const PLACES = [
  new RegExp(`(?:dans|sur|pour|du|de|in|on|of|for|from)\\s+${ARTICLE}${HOLDER}\\s+`, 'gi'),
  new RegExp(`(?:dans|in)\\s+${ARTICLE}`, 'gi'),
  new RegExp(`(?:sur|on)\\s+${ARTICLE}`, 'gi'),
];
/** The same for an issue of a project, if there is no surer word. People check the form before it is sent. */
const PLACES_OF_ISSUE = [...PLACES, /(?:du|of the|of)\s+/gi];
/** The same for operations on a project or a group as a whole. */
const PLACES_OF_ALL = [...PLACES, /(?:du|de la|des|de|of the|of|de l['’])\s*/gi];
const RECEIVERS = [/(?:à|to)\s+/gi];
const UNTIL_PLACE = /\s+(?:dans|sur|in|on)\s/i;

/** Words that may precede a name and are not part of it. */
const LEADS = new RegExp(`^(?:${[
  'peux-tu|pouvez-vous|je veux|je voudrais|il faut|merci de|please|can you|could you|i want to|où en est|où en sont|how far along is|how far is|how is',
  'set|mets|mettre|mettez|put|fixe|fixer|pose|poser|reporte|reporter|repousse|repousser|décale|décaler|move|postpone|titre|title|about|si|if|whether|date limite|date|moi|me|nous|us|tous|toutes|all|every|plusieurs|several|new|nouveau|nouvelle',
  'le|la|les|l|un|une|des|du|de|d|the|an|a|of|for|on|to|that|ce|cette|ces|en|as|comme|par|with|avec|qui|que|au|aux|à|sur',
].join('|')})(?=[\\s'’]|$)['’]?\\s*`, 'i');

/**
 * The fields that a sentence fills.
 *
 * @param {import('./description.js').Operation} operation
 * @param {string} sentence
 */
export function fill(operation, sentence) {
  const words = new Sentence(sentence, new Set(operation.fields.map(({ name }) => name)));
  words.take('body', /\s*:\s*(.+)$/s);
  words.take('title', /\s*:\s*(.+)$/s, capital);
  if (words.has('body') || words.has('title')) words.take(words.has('body') ? 'body' : 'title', QUOTED);
  words.take('due_date', /(?:\b(?:pour|au|avant|le|to|for|on|by)\s+(?:le\s+)?)?\b(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})\b/i, dayOf);
  words.take('label_name', new RegExp(`\\s(?:comme|avec|en|as|with)\\s+${NAME}(?=\\s+(?:dans|sur|in|on)\\s|$)`, 'i'));
  words.take('label_name', new RegExp(`(?<=\\S)[\\s'’](?:étiquette|etiquette|label|tag)\\s+${NAME}`, 'i'));
  words.take('assignee_hint', /(?:\s(?:à|to)\s+)?(@[\w.-]+)/i);
  words.takeAfter('assignee_hint', RECEIVERS, UNTIL_PLACE);
  const place = ['project_hint', 'target_group_hint', 'group_hint'].find((name) => words.has(name));
  words.takeAfter(place, placesFor(words));
  Object.assign(words.request, subject(words, operation));
  return words.request;
}

function placesFor(words) {
  if (words.has('issue_hint')) return PLACES_OF_ISSUE;
  return words.has('issue_hints', 'title', 'issues', 'target_group_hint') ? PLACES : PLACES_OF_ALL;
}

/** A sentence from which fields are taken. */
class Sentence {
  constructor(sentence, fields) {
    this.rest = sentence.trim().replace(/[?!.\s]+$/, '');
    this.fields = fields;
    this.request = {};
  }

  has(...names) {
    return names.some((name) => this.fields.has(name));
  }

  /** Whether the operation has the field, and nothing filled it yet. */
  lacks(name) {
    return this.fields.has(name) && !(name in this.request);
  }

  /** Gives a value to another field. */
  rename(from, to) {
    if (!(from in this.request)) return;
    this.request[to] = this.request[from];
    delete this.request[from];
  }

  /** Takes the text that a pattern finds out of the sentence. */
  take(field, pattern, read = (found) => found) {
    const found = this.lacks(field) && pattern.exec(this.rest);
    const value = found && found.slice(1).find(Boolean);
    if (value) this.#keep(field, read(value.trim()), found.index, found.index + found[0].length);
  }

  /** Takes what follows the last place where one of these words stands, behind a verb and what it is for. */
  takeAfter(field, leads, until) {
    if (!this.lacks(field)) return;
    for (const lead of leads) {
      const places = [...this.rest.matchAll(lead)].filter(({ index }) => this.#isBehind(index));
      const found = places.at(-1);
      if (!found) continue;
      const start = found.index + found[0].length;
      const value = this.rest.slice(start).split(until ?? /$^/)[0];
      if (value.trim()) { this.#keep(field, value.trim(), found.index, start + value.length); return; }
    }
  }

  /** Whether such a word is at this position: not inside another word, and not directly after the verb, where it belongs to the verb's object. */
  #isBehind(index) {
    const before = this.rest.slice(0, index);
    const isQuoted = (before.match(/["«»“”]/g) ?? []).length % 2 === 1;
    return /[\s,]$/.test(before) && !isQuoted && wordsOf(before).length > (this.has('issue_hint', 'title') ? 1 : 0);
  }

  #keep(field, value, start, end) {
    this.request[field] = value;
    this.rest = `${this.rest.slice(0, start)} ${this.rest.slice(end)}`.trim();
  }
}

/** Puts the rest of the sentence into the field for the object of the operation. */
function subject(words, operation) {
  const rest = withoutCommand(words.rest, operation);
  // "Put the label bug on page 404": the text that was taken as the project is the issue.
  if (!rest && words.lacks('issue_hint')) words.rename('project_hint', 'issue_hint');
  if (!rest) return {};
  if (words.has('issues')) return { issues: partsOf(rest).map((title) => ({ title: capital(title) })) };
  if (words.has('issue_hints')) return { issue_hints: partsOf(rest) };
  const field = ['issue_hint', 'title', 'project_name', 'query', 'group_hint', 'project_hint', 'name'].find((name) => words.lacks(name));
  const name = QUOTED.exec(rest)?.slice(1).find(Boolean) ?? rest;
  return field ? { [field]: field === 'title' ? capital(name) : name } : {};
}

/** A sentence without its beginning, which only says what to do: each kind of word once, and never a verb of a title. */
function withoutCommand(sentence, operation) {
  const own = named(operation);
  const used = new Set();
  let rest = sentence;
  for (let isShorter = true; isShorter;) {
    const start = rest;
    // The article of a title is a part of it.
    if (!(own.includes('create') && used.has('issue'))) rest = rest.replace(LEADS, '').replace(/^[\s:,-]+/, '');
    const [word = ''] = wordsOf(rest);
    const action = kindOf(ACTIONS, word);
    const kind = kindOf(THINGS, word) ?? (used.size === 0 || own.includes(action) || action === 'list' ? action : undefined);
    if (kind && !used.has(kind) && rest.startsWith(word)) {
      used.add(kind);
      rest = rest.slice(word.length).replace(/^['’\s:,-]+/, '');
    }
    isShorter = rest !== start;
  }
  return rest.replace(/\s+(existe|existent|exists?)$/i, '');
}

const kindOf = (kinds, word) => Object.keys(kinds).find((kind) => kinds[kind].test(folded(word)));

const capital = (written) => written.charAt(0).toUpperCase() + written.slice(1);

/** The names in an enumeration. */
const partsOf = (written) => written.split(/\r?\n|\s*[,;]\s*|\s+(?:et|and)\s+/).map((part) => part.trim()).filter(Boolean);

/** A day as programs write it, of `4/5/2031` too, day first. */
function dayOf(written) {
  const [day, month, year] = written.split('/');
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written;
}
