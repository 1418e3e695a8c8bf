/**
 * The call that an address lays out: `#assistant_close_issue?project_hint=…&issue_hint=…`. Anybody may have written the address, so
 * it fills a form and does nothing more, and one with anything that no form holds fills none.
 */

/** The longest that is read, in characters. */
const LONGEST = 2000;

/** Fields by which somebody says that they have chosen: only the reader of the page may choose. */
const isChoice = (name) => name.startsWith('resolved_') || ['confirm', 'create_duplicates', 'dry_run'].includes(name);

/** The value of a field by its kind, from each of its texts in the address; undefined for one that such a field does not hold. */
const VALUES = {
  text: ([only, ...others]) => (others.length === 0 ? only : undefined),
  long: (texts) => VALUES.text(texts),
  date: (texts) => (/^(\d{4}-\d\d-\d\d)?$/.test(texts.join()) ? texts[0] : undefined),
  number: (texts) => (/^\d{1,6}$/.test(texts.join()) ? Number(texts[0]) : undefined),
  flag: (texts) => (['true', 'false'].includes(texts.join()) ? texts[0] === 'true' : undefined),
  choice: (texts, { choices }) => choices.find((choice) => choice === texts.join()),
  choices(texts, { choices }) {
    const values = VALUES.texts(texts);
    return values.every((value) => choices.includes(value)) ? values : undefined;
  },
  texts: (texts) => (texts.join() === '' ? [] : texts),
  items(texts, { fields }) {
    const items = texts.map((written) => itemOf(JSON.parse(written), fields));
    return items.every(Boolean) ? items : undefined;
  },
};

/** One object of a list, as far as it has the fields of such an object alone. */
function itemOf(value, fields) {
  const isField = ([name, held]) => fields.some((field) => field.name === name)
    && [held].flat().every((text) => typeof text === 'string');
  return value && Object.entries(value).every(isField) ? value : undefined;
}

/**
 * The request that an address lays out; undefined where a form would not hold all of it.
 *
 * @param {import('./description.js').Operation} operation
 * @param {string} written what follows the `?`
 */
export function laidOut({ fields }, written) {
  if (written.length > LONGEST) return undefined;
  try {
    const texts = new Map();
    for (const [name, text] of written.split('&').map((pair) => pair.split('=').map(decodeURIComponent))) {
      texts.set(name, [...texts.get(name) ?? [], text]);
    }
    const values = [...texts].map(([name, given]) => {
      const field = fields.find((one) => one.name === name && !isChoice(name));
      return [name, field && VALUES[field.kind](given, field)];
    });
    return values.every(([, value]) => value !== undefined) ? Object.fromEntries(values) : undefined;
  } catch {
    // It is percent-encoded badly, or not JSON.
    return undefined;
  }
}
