/** Which words of a hint support a candidate. Nothing here changes the page. */

/** A text without accents, case and marks. */
export const folded = (written) => written.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');

/** The words and numbers of a text. */
export const wordsOf = (written) => written.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Small words of a hint, which name no object. */
const SMALL = new Set(('le la les l un une des du de d et ou a au aux en dans sur pour par avec ce cette ces qui que the of in on for to '
  + 'a an and or at by with this that ticket tickets projet projets groupe issue issues project projects group').split(' '));

/** The words of a hint that name something, as they were typed. */
export const naming = (hint) => wordsOf(hint).filter((word) => !SMALL.has(folded(word)));

/**
 * Which words of a hint stand in a text: as they are, or as the start of a longer word.
 *
 * @returns {{found: string[], missing: string[]}}
 */
export function compare(hint, written) {
  const there = wordsOf(written).map(folded);
  const stands = (word) => there.some((one) => one === word || (word.length > 2 && one.startsWith(word)));
  const found = naming(hint).filter((word) => stands(folded(word)));
  return { found, missing: naming(hint).filter((word) => !found.includes(word)) };
}

/** How many of their words two titles have in common, from 0 to 1. */
export function likeness(one, other) {
  const [left, right] = [one, other].map((title) => new Set(naming(title).map((word) => folded(word).replace(/(?<=.{4})s$/, ''))));
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common || 1);
}
