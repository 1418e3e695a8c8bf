/** Finds real projects, groups and issues while people type, by the bridge's own operations. */

import { call, send } from './call.js';
import { combobox } from './combobox.js';
import { nameOf, pathOf } from './records.js';
import { text } from './text.js';

/** How each kind is found: the operation, the list of its answer, and what is asked beside the words. */
const KINDS = {
  projects: ['find_projects', 'projects', {}],
  groups: ['search_groups', 'matches', {}],
  issues: ['find_issues', 'issues', { state: 'all' }],
};
/** The fields that name an object. */
const FIELDS = { project_hint: 'projects', group_hint: 'groups', target_group_hint: 'groups', issue_hint: 'issues' };
/** Words shorter than this are not searched for on the whole host, which allows few searches. */
const SHORT = 3;
/** How many of a kind are offered. */
const MOST = 6;

/**
 * The objects that words may mean; none where the bridge does not serve this, or refuses it.
 *
 * @param {import('./description.js').Description} description
 * @param {string} kind of {@link KINDS}
 * @param {object} request
 * @param {string} token
 * @param {AbortSignal} [signal]
 */
export async function find(description, kind, request, token, signal) {
  const [name, list, wanted] = KINDS[kind];
  const operation = description.named(name);
  const isLong = request.project_hint || request.query.length >= SHORT || kind !== 'issues';
  if (!operation || !isLong || !description.about.admitted) return [];
  const reply = await send(call(operation, { limit: MOST, ...wanted, ...request }), token, signal).catch(() => null);
  return reply?.ok ? reply.body?.[list] ?? [] : [];
}

/** What a request has to name an object and no other. */
export function naming(record) {
  if (!record.iid) return { project_hint: pathOf(record), group_hint: pathOf(record), target_group_hint: pathOf(record) };
  return { issue_hint: `#${record.iid}`, ...(record.project && { project_hint: pathOf(record.project) }) };
}

/** What tells an object from others of its name. */
export const placeOf = (record) => pathOf(record.project ?? record);

/** Offers real objects in the fields of a form that name some. */
export function offer(form, description, token) {
  for (const [name, kind] of Object.entries(FIELDS)) {
    const control = form.controls[name];
    const input = control?.element.querySelector('input');
    if (!input || !description.named(KINDS[kind][0])) continue;
    const fill = (record) => Object.entries(naming(record))
      .filter(([field]) => field === name || (field === 'project_hint' && record.iid))
      .forEach(([field, value]) => form.controls[field]?.fill(value));
    input.after(combobox(input, text(kind), {
      async find(query, signal) {
        const within = name === 'issue_hint' && form.controls.project_hint?.read();
        const found = await find(description, kind, { query, ...(within && { project_hint: within }) }, token(), signal);
        return found.map((record) => ({ label: nameOf(record), note: placeOf(record), take: () => fill(record) }));
      },
    }));
  }
}
