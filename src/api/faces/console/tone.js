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

/** Which count an item of a bulk answer goes into. */
const COUNTS = {
  good: 'countDone', preview: 'countPreviewed', plain: 'countUnchanged', question: 'countOpen', warning: 'countMissing', bad: 'countFailed',
};

/**
 * How many items of a bulk answer had each outcome, as names of texts with numbers, done first; `null` for another answer.
 *
 * @returns {[string, number, string][]?} text, number, tone
 */
export function countsOf({ status, results }) {
  // An answer that asks for its project has no results yet.
  if (!Array.isArray(results) || !['good', 'preview'].includes(toneOf(status))) return null;
  const tones = results.map((item) => toneOf(item.status));
  return Object.entries(COUNTS)
    .map(([tone, name]) => [name, tones.filter((one) => one === tone).length, tone])
    .filter(([, count]) => count > 0);
}
