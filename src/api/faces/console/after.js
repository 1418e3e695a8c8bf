/** What people may do after an answer: what a preview showed, take a change back, go on with its issue. Nothing here touches the page. */

import { folded } from './dom.js';
import { naming } from './finder.js';
import { pathOf } from './records.js';

/** The values that an operation has a field for. */
const taken = ({ fields }, values) => Object.fromEntries(Object.entries(values)
  .filter(([name, value]) => value !== undefined && fields.some((field) => field.name === name)));

/** The request that does what a preview showed, to the very project and issues that it showed. */
export function act(operation, { dry_run: _, ...request }, { project, issue, results }) {
  const path = project && pathOf(project);
  const known = taken(operation, { confirm: true, resolved_project_path: path, resolved_issue_iid: issue?.iid });
  // A confirmed call looks nothing up, neither a milestone nor duplicates.
  const isAll = known.resolved_issue_iid && !operation.fields.some(({ name }) => name === 'milestone_hint');
  const named = results?.map(({ issue: found, issue_hint: hint }) => (found ? `#${found.iid}` : hint));
  return { ...request, ...taken(operation, { project_hint: path, issue_hint: issue?.iid && `#${issue.iid}`, issue_hints: named }), ...(isAll && known) };
}

/** The operations that change what an issue had, of which it must be known before. */
export const isUndoable = ({ name }) => name in BACK;

/** A label's name as loosely as the bridge compares it: a label that differs only in that may have been there before. */
const bare = (label) => folded(label).replace(/[^\p{L}\p{N}]/gu, '');

/** For each change the operation that takes it back, and its fields, of the request and the issue as it was; nothing if it can't be. */
const BACK = {
  assistant_close_issue: () => ['assistant_reopen_issue', {}],
  assistant_reopen_issue: () => ['assistant_close_issue', {}],
  assistant_set_due_date: (_, { due_date: day }) => ['assistant_set_due_date', { due_date: day ?? '' }],
  assistant_assign_issue: (_, { assignees: [first, ...others] }) => (first
    ? others.length === 0 && ['assistant_assign_issue', { assignee_hint: `@${first.username}` }]
    : ['assistant_update_issue', { clear: ['assignees'] }]),
  assistant_add_label: ({ label_name: label }, before) => BACK.assistant_update_issue({ add_labels: [label] }, before),
  assistant_update_issue({ title, add_labels: added = [], remove_labels: removed = [], ...others }, before) {
    const isMore = Object.keys(others).some((field) => ['description', 'labels', 'clear', 'milestone_hint', 'resolved_milestone_id'].includes(field));
    const isUnsure = [...added, ...removed].some((label) => !before.labels.includes(label) && before.labels.some((other) => bare(other) === bare(label)));
    const [gone, back] = [added.filter((label) => !before.labels.includes(label)), removed.filter((label) => before.labels.includes(label))];
    const undone = { ...(title && { title: before.title }), ...(gone.length > 0 && { remove_labels: gone }), ...(back.length > 0 && { add_labels: back }) };
    return !isMore && !isUnsure && Object.keys(undone).length > 0 && ['assistant_update_issue', undone];
  },
};

/**
 * The call that takes a change back.
 *
 * @param {import('./description.js').Description} description
 * @param {{operation: object, request: object}} call that was made
 * @param {object} answer
 * @param {object} [before] the issue as it was
 * @returns {{operation: object, request: object}=}
 */
export function undo(description, { operation, request }, { status, project, issue }, before) {
  const isDone = ['closed', 'reopened', 'updated', 'assigned'].includes(status) && project && before && issue?.id === before.id;
  const wasSo = { assistant_close_issue: 'closed', assistant_reopen_issue: 'opened' }[operation.name] === before?.state;
  const [name, fields] = (isDone && !wasSo && BACK[operation.name]?.(request, before)) || [];
  const back = name && description.named(name);
  if (!back || description.refuses(back)) return undefined;
  return { operation: back, request: { confirm: true, resolved_project_path: pathOf(project), resolved_issue_iid: issue.iid, ...fields } };
}

/** The operations on one issue, each with a request that names this issue. */
export function onIssue(description, issue, project) {
  const isOpen = issue.state !== 'closed';
  const fits = ({ name, effect, fields }) => effect !== 'reads' && !description.refuses({ effect })
    && fields.some((field) => field.name === 'resolved_issue_iid')
    && (isOpen ? name !== 'assistant_reopen_issue' : ['assistant_reopen_issue', 'assistant_comment_issue'].includes(name));
  return description.operations.filter(fits).map((operation) => ({ operation, request: naming({ ...issue, project }) }));
}
