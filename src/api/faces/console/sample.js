/** Suggestions for the demonstration: the objects in the examples of the document, which come from the same data. */

import { nameOf } from './records.js';

/** Names of each kind that are shown: some, not all. */
const MOST = 6;

/**
 * @param {import('./description.js').Operation[]} operations
 * @returns {{projects: string[], issues: string[], groups: string[]}}
 */
export function sampleOf(operations) {
  const records = operations.flatMap(({ examples }) => examples.flatMap(({ status, answer }) => (isThere(status) ? recordsIn(answer) : [])));
  const names = (isWanted, name = nameOf) => mostNamed(records.filter(isWanted).map(name)).slice(0, MOST);
  return {
    projects: names((record) => record.path_with_namespace),
    issues: names((record) => record.iid && record.state === 'opened' && !('due_date' in record), (record) => record.title),
    groups: names((record) => record.full_path),
  };
}

/** Examples that create something name objects that do not exist yet. */
const isThere = (status) => !['created', 'completed', 'done', 'preview', 'updated'].includes(status);

/** Each name once, those that most answers speak of first: they are what the operations were tried with. */
function mostNamed(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** All objects in an answer, at any depth. */
function recordsIn(value) {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (value === null || typeof value !== 'object') return [];
  return [value, ...Object.values(value).flatMap(recordsIn)];
}
