/**
 * What to send after a choice. Nothing here touches the page.
 *
 * A confirmed call looks nothing up, so it is for the last question alone: a confirmed creation, for one, skips the search
 * for its milestone and for duplicates. Before that the choice is put where the loose words were, as a full path, a
 * `#number` or a `@username`, which mean one object and no other.
 */

/**
 * For each kind of object: the statuses that ask which one is meant, or say that none was found, the fields that hold its loose
 * words, and a choice as exact words and as confirmed fields.
 */
const CHOICES = {
  groups: {
    question: /^((group_)?(clarification_needed|not_found)|ambiguous_group)$/,
    hints: ['group_hint', 'target_group_hint'],
    words: (group) => ({ group_hint: group.full_path, target_group_hint: group.full_path }),
    confirmed: (group) => ({ resolved_group: group.full_path, resolved_group_path: group.full_path }),
  },
  projects: {
    question: /^(project_)?(clarification_needed|not_found)$/,
    hints: ['project_hint', 'issue_hint'],
    words: (project) => ({ project_hint: project.path_with_namespace }),
    confirmed: (project) => ({ resolved_project_path: project.path_with_namespace }),
  },
  issues: {
    question: /^issue_(clarification_needed|not_found)$/,
    hints: ['issue_hint'],
    words: (issue) => ({ issue_hint: `#${issue.iid}` }),
    confirmed: (issue) => ({ resolved_issue_iid: issue.iid }),
  },
  milestones: {
    question: /^milestone_(clarification_needed|not_found)$/,
    hints: ['milestone_hint'],
    words: (milestone) => ({ milestone_hint: milestone.title }),
    confirmed: (milestone) => ({ resolved_milestone_id: milestone.id }),
  },
  users: {
    question: /^assignee_(clarification_needed|not_found)$/,
    hints: ['assignee_hint'],
    words: (user) => ({ assignee_hint: `@${user.username}` }),
    confirmed: (user) => ({ resolved_assignee_id: user.id }),
  },
};

/** The kind of object in a list of candidates or suggestions: `issues` for `candidate_issues`. */
const kindOf = (list) => CHOICES[/^(?:candidate|suggested)_([a-z]+)$/.exec(list)?.[1]];

/** Whether an answer asks which one of these candidates is meant, or has these instead of what it did not find. */
export function asks(answer, list) {
  return kindOf(list)?.question.test(answer.status) ?? false;
}

/** The loose words of a request that a list of candidates was ranked for. */
export function hintFor(list, request) {
  const name = kindOf(list)?.hints.find((hint) => request[hint]);
  return name ? request[name] : '';
}

/**
 * The request that goes on with a chosen candidate.
 *
 * @param {import('./description.js').Operation} operation
 * @param {object} request that was answered
 * @param {object} answer with the candidates
 * @param {string} list the name of the candidates' field
 * @param {object} candidate
 */
export function choose(operation, request, answer, list, candidate) {
  const { words, confirmed } = kindOf(list);
  const known = { ...certain(request, answer), ...confirmed(candidate) };
  if (!asksMore(operation, answer.status) && canConfirm(operation, known)) {
    return { ...request, confirm: true, ...taken(operation, known) };
  }
  const project = answer.project ? CHOICES.projects.words(answer.project) : {};
  return { ...request, ...taken(operation, { ...project, ...words(candidate) }) };
}

/** The request that creates in spite of duplicates. A confirmed creation looks for no milestone. */
export function createAnyway(request, answer) {
  const project = answer.project ?? answer.candidate_projects[0];
  return { ...request, confirm: true, resolved_project_path: project.path_with_namespace };
}

/** The request that does what a preview showed, to the very project and issues that it showed. */
export function act(operation, { dry_run: _, ...request }, answer) {
  const known = certain(request, answer);
  const exact = {
    ...(answer.project && CHOICES.projects.words(answer.project)),
    ...(answer.issue && CHOICES.issues.words(answer.issue)),
    issue_hints: answer.results?.map(({ issue, issue_hint: hint }) => (issue ? `#${issue.iid}` : hint)),
  };
  if (!looksFurther(operation) && canConfirm(operation, known)) {
    return { ...request, ...taken(operation, { ...exact, ...known }), confirm: true };
  }
  return { ...request, ...taken(operation, exact) };
}

/** The operations that take each other back. */
const OPPOSITES = { assistant_close_issue: 'assistant_reopen_issue', assistant_reopen_issue: 'assistant_close_issue' };

/**
 * The call that takes a change back: of a state by the opposite operation, of a label and a title by an update; nothing where the
 * answer does not tell what was before.
 *
 * @returns {{operation: object, request: object}=}
 */
export function undo(operations, { name, effect }, request, answer) {
  const { project, issue, status, message, candidate_issues: [before] = [] } = answer;
  const isDone = effect !== 'reads' && project && issue && status !== 'preview' && !/_(needed|not_found)$/.test(status);
  if (!isDone || /déjà|already/.test(message ?? '')) return undefined;
  const find = (wanted, field) => operations.find((one) => one.name === wanted && one.fields.some((known) => known.name === field));
  const on = { confirm: true, resolved_project_path: project.path_with_namespace, resolved_issue_iid: issue.iid };
  const opposite = find(OPPOSITES[name], 'resolved_issue_iid');
  if (opposite) return { operation: opposite, request: on };
  const label = name === 'assistant_add_label' && request.label_name;
  const update = find('assistant_update_issue', label ? 'remove_labels' : 'title');
  if (update && label) return { operation: update, request: { ...on, remove_labels: [label] } };
  const isRenamed = name === 'assistant_update_issue' && before && before.title !== issue.title;
  const isMore = Object.keys(request).some((field) => ['description', 'labels', 'add_labels', 'remove_labels', 'clear'].includes(field));
  return update && isRenamed && !isMore ? { operation: update, request: { ...on, title: before.title } } : undefined;
}

/**
 * The request that goes on with the issues chosen for the open hints of a bulk call. A preview has done nothing to the others yet,
 * so they stay in it.
 */
export function chooseIssues(operation, request, answer, issues) {
  const clear = request.dry_run ? answer.results.flatMap(({ issue }) => issue ?? []) : [];
  return {
    ...request,
    confirm: true,
    resolved_project_path: answer.project.path_with_namespace,
    issue_hints: [...clear, ...issues].map(({ iid }) => `#${iid}`),
  };
}

/** What is known for sure after this answer, as confirmed fields. */
function certain(request, answer) {
  const number = /^#(\d+)$/.exec(request.issue_hint ?? '')?.[1];
  return {
    ...(answer.resolved_group && { resolved_group: answer.resolved_group, resolved_group_path: answer.resolved_group }),
    ...(answer.project && CHOICES.projects.confirmed(answer.project)),
    ...(number && { resolved_issue_iid: Number(number) }),
    ...(answer.issue && CHOICES.issues.confirmed(answer.issue)),
  };
}

/** Whether the operation may still ask for something else after this question. */
function asksMore({ statuses }, asked) {
  const isOther = (status) => /clarification_needed$/.test(status) && subjectOf(status) !== subjectOf(asked);
  return statuses.slice(statuses.indexOf(asked) + 1).some((status) => status === 'duplicate_warning' || isOther(status));
}

/** What a status is about: `issue` for `issue_not_found`; nothing where the operation has one subject alone. */
export const subjectOf = (status) => /^(project|group|issue|milestone|assignee)_/.exec(status)?.[1];

/** Whether the operation looks up more than a confirmed call would: a milestone by its words, and duplicates. */
function looksFurther({ fields }) {
  return fields.some(({ name }) => name === 'milestone_hint');
}

/** Whether all that a confirmed call of the operation needs is known; a milestone is never needed. */
function canConfirm({ fields }, known) {
  const needed = fields.map(({ name }) => name)
    .filter((name) => name.startsWith('resolved_') && name !== 'resolved_milestone_id');
  return needed.length > 0 && needed.every((name) => name in known);
}

/** The values that the operation has a field for. */
function taken({ fields }, values) {
  const names = fields.map(({ name }) => name);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => names.includes(name) && value !== undefined));
}
