/** Checks before some calls: how many issues a call would change, and whether the issues that it would create exist already. */

import { call as newCall, send } from './call.js';
import { button, el, link, table } from './dom.js';
import { folded, likeness } from './evidence.js';
import { nameOf } from './records.js';
import { frame } from './refusal.js';
import { text } from './text.js';

/** From this similarity on two titles are shown as alike: half of their words are common. */
const ALIKE = 0.5;

/** Whether an operation may change all issues of a project. People are then told the number of issues and asked first. */
export const isSweeping = ({ effect, fields }) => effect !== 'reads' && fields.some(({ name }) => name === 'state');

/** Whether an operation creates a list of issues. */
export const isBatch = ({ fields }) => fields.some(({ name }) => name === 'issues');

/**
 * The issues of a batch that are like an open one of the project, or like another one of the batch. Empty where the project is
 * not clear yet: the batch itself asks then.
 *
 * @param {import('./description.js').Description} description
 * @param {object} request of the batch
 * @param {string} token
 * @returns {Promise<{title: string, place: number, issue?: object}[]>}
 */
export async function resemblances({ operations }, request, token) {
  const { issues = [], project_hint, root_hint, confirm, resolved_project_path } = request;
  const existing = await openIssues(operations, { project_hint, root_hint, confirm, resolved_project_path }, token);
  return issues.flatMap(({ title = '' }, place) => {
    const issue = nearest(title, existing);
    const isRepeated = issues.slice(0, place).some((other) => isAlike(title, other.title ?? ''));
    return issue || isRepeated ? [{ title, place, issue }] : [];
  });
}

/** The open issues that were changed last; empty if they can't be read. */
async function openIssues(operations, request, token) {
  const operation = operations.find(({ name }) => name === 'assistant_list_issues');
  if (!operation) return [];
  try {
    const { ok, body } = await send(newCall(operation, { ...request, limit: 100 }), token);
    return ok && body?.status === 'resolved' ? body.issues : [];
  } catch {
    return [];
  }
}

function nearest(title, issues) {
  const alike = issues.filter((issue) => isAlike(title, issue.title));
  return alike.sort((one, other) => likeness(title, other.title) - likeness(title, one.title))[0];
}

const isAlike = (one, other) => folded(one).trim() === folded(other).trim() || likeness(one, other) >= ALIKE;

/**
 * The section that shows which issues of a batch may be there already.
 *
 * @param {object} request of the batch
 * @param {{title: string, place: number, issue?: object}[]} alike
 * @param {import('./outcome.js').Ways} ways
 */
export function duplicates(request, alike, ways) {
  const others = request.issues.filter((_, place) => !alike.some((one) => one.place === place));
  const rows = alike.map(({ title, issue }) => [title, issue ? link(issue.web_url, nameOf(issue)) : text('sameList')]);
  return frame('warning', text('duplicatesTitle', alike.length),
    el('p', { class: 'message' }, text('duplicatesSay')),
    table(text('duplicatesWhich'), [text('newTitle'), text('alikeTo')], rows),
    el('div', { class: 'actions' },
      others.length > 0 && button(text('createOthers', others.length), () => ways.send({ ...request, issues: others }), { class: 'primary' }),
      button(text('createAll', request.issues.length), () => ways.send(request)),
      button(text('revise'), () => ways.revise('issues'), { class: 'quiet' })));
}
