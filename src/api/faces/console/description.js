/** The OpenAPI document as the pages need it: operations by family, their fields, and the words for people. */

import { chosenLanguage, speak, spoken, ticked } from './text.js';

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [help]
 * @property {'text'|'long'|'date'|'number'|'flag'|'choice'|'choices'|'texts'|'items'} kind
 * @property {boolean} required by the schema
 * @property {boolean} needed where nothing is confirmed, as in a form
 * @property {any} [fallback] what the bridge takes where the field is absent; undefined where absent means something else
 * @property {boolean} clearable whether an empty value says something else than an absent one
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string[]} [choices]
 * @property {Field[]} [fields] of each item
 * @property {object} schema
 */

/**
 * @typedef {object} Operation
 * @property {string} name
 * @property {string} path
 * @property {string} family
 * @property {string} title in the document's language, and so the purpose
 * @property {string} purpose
 * @property {'reads'|'creates'|'adds'|'changes'} effect
 * @property {Field[]} fields
 * @property {{status: string, request: object, answer: object}[]} examples
 * @property {object} answer schema
 * @property {[string, object][]} refusals by HTTP status
 */

/** Words for an object without which there is nothing to do; a project is found by its issue too. */
const NAMING = ['issue_hint', 'assignee_hint', 'group_hint', 'target_group_hint'];
const LONG_TEXTS = ['body', 'description'];

/** Where this bridge stands: the pages work below any path. */
const ROOT = new URL('.', location.href);

/** The address of a path of this bridge. */
export function address(path) {
  return new URL(path.replace(/^\//, ''), ROOT).href;
}

/**
 * What the reader may do on this bridge.
 *
 * @typedef {object} About
 * @property {boolean} read_only whether writes are refused unless they only preview
 * @property {boolean} admitted whether it may call at all: it showed a good token, or none is needed
 * @property {string} [client] by which the page signs people in
 * @property {string} [person] who signed in
 * @property {boolean} sample whether the host is the demonstration's
 */

/**
 * Reads what this bridge lets the holder of a token do, and turns the pages to a language.
 *
 * @param {string} [token]
 * @param {string} [language] instead of the browser's own
 */
export async function load(token, language = chosenLanguage()) {
  // With this preference the bridge answers in the reader's language, even if programs get a fixed one.
  const headers = { Prefer: 'choices', ...(language && { 'Accept-Language': language }), ...(token && { Authorization: `Bearer ${token}` }) };
  const [document, about] = await Promise.all(['openapi.json', 'console/about.json'].map((name) => read(name, headers)));
  speak(document['x-language'] ?? 'fr');
  return new Description(document, about);
}

/** The code where the host refuses the bridge's own token: nothing that a reader of the pages does mends it. */
export const HOST_REFUSES = 'upstream_unauthorized';

/** Why the bridge can't use the host, as a code; undefined if it can. Without a good token it is told in general. */
export async function hostFault(token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const reply = await fetch(address('health/host'), { headers }).catch(() => null);
  if (reply?.ok) return undefined;
  const body = await reply?.json().catch(() => null);
  return body?.code ?? 'unknown';
}

async function read(name, headers) {
  const response = await fetch(address(name), { headers });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}

export class Description {
  /**
   * @param {object} document
   * @param {About} about
   */
  constructor(document, about) {
    this.document = document;
    this.about = about;
    /** The operations that are served, in the document's order. */
    this.operations = Object.entries(document.paths)
      .filter(([, methods]) => methods.post?.requestBody && methods.post['x-title'])
      .map(([path, { post }]) => this.#operation(path, post));
  }

  /** Whether people have a word for this. */
  knows(word) {
    return word in this.document['x-words'];
  }

  /** How people call a status, a state, a family. */
  word(word) {
    return this.document['x-words'][word] ?? readable(word);
  }

  /** The operation of a name; undefined where it is not served. */
  named(wanted) {
    return this.operations.find(({ name }) => name === wanted);
  }

  /** Whether the bridge refuses what an operation does, save as a dry run. */
  refuses(operation) {
    return this.about.read_only && operation.effect !== 'reads';
  }

  /** A sentence of the bridge without the names that programs have for fields: each is replaced by its label. */
  plain(sentence) {
    const labels = this.#labels();
    const said = sentence
      .replace(/(?<=[«“]\s?)([a-z_]+)(?:\[(\d+)\])?(?:\.([a-z_]+))?(?=\s?[»”])/g, (written, field, place, inner) => {
        if (!labels.has(field) || (inner && !labels.has(inner))) return written;
        return `${labels.get(field)}${place ? ` ${Number(place) + 1}` : ''}${inner ? ` › ${labels.get(inner)}` : ''}`;
      })
      .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => (labels.has(name) ? quoted(labels.get(name)) : name));
    return ticked(said);
  }

  /** The labels of all request fields, without what stands in brackets or after a colon. */
  #labels() {
    const fields = this.operations.flatMap(({ fields }) => fields.flatMap((field) => [field, ...(field.fields ?? [])]));
    return new Map(fields.map(({ name, label }) => [name, label.replace(/\s*(\(|:).*$/, '')]));
  }

  /** @returns {[string, Operation[]][]} families in the document's order of first use */
  families() {
    const families = new Map();
    for (const operation of this.operations) {
      if (!families.has(operation.family)) families.set(operation.family, []);
      families.get(operation.family).push(operation);
    }
    return [...families];
  }

  /** The schema that a reference, perhaps one that may be null, leads to. */
  resolve(schema) {
    const chosen = schema.anyOf && !schema.type ? schema.anyOf.find((one) => one.type !== 'null') : schema;
    return chosen.$ref ? this.at(chosen.$ref) : chosen;
  }

  /** What stands at a reference. */
  at(reference) {
    return reference.slice(2).split('/').reduce((value, key) => value[key], this.document);
  }

  /** @returns {Field[]} */
  fields(schema) {
    const { properties = {}, required = [] } = this.resolve(schema);
    const isConfirmable = (name) => Object.keys(properties).some((other) => other.startsWith(`resolved_${name.replace('target_', '').replace('_hint', '')}`));
    return Object.entries(properties).map(([name, property]) => {
      const isRequired = required.includes(name);
      return { ...this.#field(name, property, isRequired), needed: isRequired || (NAMING.includes(name) && isConfirmable(name)) };
    });
  }

  #operation(path, post) {
    const request = post.requestBody.content['application/json'];
    const { 200: done, ...refusals } = post.responses;
    const answer = done.content['application/json'];
    return {
      name: post.operationId,
      path,
      family: post.tags[0],
      title: post['x-title'],
      purpose: post['x-purpose'],
      effect: post['x-effect'],
      fields: this.fields(request.schema),
      examples: Object.entries(request.examples ?? {}).map(([status, { value }]) => (
        { status: status === 'done' ? outcomeOf(post['x-effect'], answer.examples[status].value) : status, request: value, answer: answer.examples[status].value })),
      answer: this.resolve(answer.schema),
      refusals: Object.entries(refusals).map(([status, response]) => [status, this.resolve(response)]),
    };
  }

  #field(name, schema, required) {
    const kind = kindOf(name, schema);
    return {
      name,
      label: schema['x-label'] ?? readable(name),
      help: schema['x-help'],
      kind,
      required,
      fallback: schema.default,
      clearable: !required && schema.default === undefined && !(schema.minLength > 0),
      minimum: schema.minimum,
      maximum: schema.maximum,
      choices: (schema['x-choices'] ?? schema.enum ?? schema.items?.enum)?.filter((choice) => choice !== null),
      fields: kind === 'items' ? this.fields(schema.items) : undefined,
      schema,
    };
  }
}

/** A name that programs read, for people: the last resort where the document has no word. */
export function readable(name) {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The status of an answer. One without a status gets a word for its content: a search has found something, or has not. */
export function outcomeOf(effect, { status, ...answer }) {
  if (status || effect !== 'reads') return status ?? 'done';
  return Object.values(answer).some((value) => Array.isArray(value) && value.length > 0) ? 'resolved' : 'not_found';
}

const quoted = (label) => (spoken() === 'en' ? `“${label}”` : `« ${label} »`);

function kindOf(name, schema) {
  const types = [schema.type].flat();
  if (schema['x-choices'] || schema.enum) return 'choice';
  if (types.includes('boolean')) return 'flag';
  if (types.includes('integer')) return 'number';
  if (types.includes('array')) return schema.items.$ref ? 'items' : schema.items.enum ? 'choices' : 'texts';
  if (name === 'due_date' || schema.format === 'date') return 'date';
  return LONG_TEXTS.includes(name) ? 'long' : 'text';
}
