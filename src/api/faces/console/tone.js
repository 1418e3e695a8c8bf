/** The tone of an answer, for its colour; words beside it say the same. Nothing here touches the page. */

/** From the worst to the best. */
const TONES = ['bad', 'warning', 'question', 'preview', 'good', 'plain'];

/** The tone of a status. */
export function toneOf(status) {
  if (/clarification_needed$|^ambiguous/.test(status)) return 'question';
  if (status === 'duplicate_warning' || /not(hing)?_found$/.test(status)) return 'warning';
  if (status === 'error') return 'bad';
  if (status === 'preview') return 'preview';
  return status === 'unchanged' ? 'plain' : 'good';
}

/** The tone of a whole answer: its own, or that of its worst item. */
export function toneOfAnswer(answer) {
  const tones = [toneOf(answer.status), ...(answer.results ?? []).map(({ status }) => toneOf(status))];
  return TONES.find((tone) => tones.includes(tone));
}

/** Which count an item of a bulk answer goes into, by its status or else its tone; what was done comes first. */
const COUNTS = {
  created: 'countCreated', closed: 'countClosed', good: 'countUpdated', preview: 'countPreviewed', plain: 'countUnchanged',
  question: 'countOpen', duplicate_warning: 'countDuplicates', warning: 'countMissing', bad: 'countFailed',
};

/**
 * How many items of a bulk answer had each outcome, as names of texts with numbers; `null` for another answer.
 *
 * @returns {[string, number][]?}
 */
export function countsOf({ status, results }) {
  // An answer that asks for its project has no results yet.
  if (!Array.isArray(results) || !['good', 'preview'].includes(toneOf(status))) return null;
  const names = results.map((item) => COUNTS[item.status] ?? COUNTS[toneOf(item.status)]);
  return Object.values(COUNTS).map((name) => [name, names.filter((one) => one === name).length]).filter(([, count]) => count > 0);
}
