/** What is sent after a choice, and how the curl line is quoted: the modules themselves, in the browser that they are for. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { stage } from './stage.js';

const { page } = stage();

/** Calls a function of a module of the console. */
const run = (page, module, name, ...args) => page.evaluate(
  async ([module, name, args]) => (await import(`./console/${module}.js`))[name](...args), [module, name, args]);

const operation = (fields, statuses) => ({ fields: fields.map((name) => ({ name })), statuses });
const CLOSE = operation(
  ['project_hint', 'issue_hint', 'confirm', 'resolved_project_path', 'resolved_issue_iid'],
  ['closed', 'project_clarification_needed', 'issue_clarification_needed', 'preview']);
const CREATE = operation(
  ['project_hint', 'title', 'milestone_hint', 'confirm', 'resolved_project_path', 'resolved_milestone_id'],
  ['created', 'project_clarification_needed', 'milestone_clarification_needed', 'duplicate_warning']);
const PROJECT = { id: 1, name: 'P', path_with_namespace: 'a/p' };

test('a project chosen before another question takes the place of its words, so that the rest is still looked up', () => page('', async (page) => {
  for (const [declared, request] of [[CLOSE, { project_hint: 'p', issue_hint: 'x' }], [CREATE, { project_hint: 'p', title: 't', milestone_hint: 'm' }]]) {
    const next = await run(page, 'next', 'choose', declared, request, { status: 'project_clarification_needed' }, 'candidate_projects', PROJECT);
    assert.deepEqual(next, { ...request, project_hint: 'a/p' });
  }
}));

test('the last choice is a confirmed call', () => page('', async (page) => {
  const request = { issue_hint: 'x' };
  const answer = { status: 'issue_clarification_needed', project: PROJECT };
  const next = await run(page, 'next', 'choose', CLOSE, request, answer, 'candidate_issues', { iid: 7 });
  assert.deepEqual(next, { ...request, confirm: true, resolved_project_path: 'a/p', resolved_issue_iid: 7 });
}));

test('a group is confirmed where the operation can, else named by its full path', () => page('', async (page) => {
  const group = { full_path: 'a/b' };
  const list = operation(['group_hint', 'confirm', 'resolved_group_path'], ['resolved', 'clarification_needed']);
  assert.deepEqual(
    await run(page, 'next', 'choose', list, { group_hint: 'b' }, { status: 'clarification_needed' }, 'candidate_groups', group),
    { group_hint: 'b', confirm: true, resolved_group_path: 'a/b' });
  const check = operation(['project_name', 'target_group_hint'], ['ready', 'ambiguous_group']);
  assert.deepEqual(
    await run(page, 'next', 'choose', check, { target_group_hint: 'b' }, { status: 'ambiguous_group' }, 'candidate_groups', group),
    { target_group_hint: 'a/b' });
}));

test('a preview of several issues is done to the issues that it showed', () => page('', async (page) => {
  const bulk = operation(['project_hint', 'issue_hints', 'confirm', 'resolved_project_path'], ['processed', 'preview']);
  const answer = { project: PROJECT, results: [{ issue_hint: 'x', issue: { iid: 4 } }, { issue_hint: 'y', issue: null }] };
  assert.deepEqual(
    await run(page, 'next', 'act', bulk, { dry_run: true, project_hint: 'p', issue_hints: ['x', 'y'] }, answer),
    { project_hint: 'a/p', issue_hints: ['#4', 'y'], confirm: true, resolved_project_path: 'a/p' });
}));

test('a preview with issues chosen for its open hints keeps those that were clear', () => page('', async (page) => {
  const bulk = operation(['project_hint', 'issue_hints', 'confirm', 'resolved_project_path'], ['processed', 'preview']);
  const answer = { project: PROJECT, results: [{ issue_hint: 'x', issue: { iid: 4 } }, { issue_hint: 'y', issue: null }] };
  const chosen = async (request) => (await run(page, 'next', 'chooseIssues', bulk, request, answer, [{ iid: 9 }])).issue_hints;
  assert.deepEqual(await chosen({ dry_run: true, issue_hints: ['x', 'y'] }), ['#4', '#9']);
  assert.deepEqual(await chosen({ issue_hints: ['x', 'y'] }), ['#9']);
}));

test('a previewed assignment keeps to its issue, though it looks for its member again', () => page('', async (page) => {
  const assign = operation(
    ['project_hint', 'issue_hint', 'confirm', 'resolved_project_path', 'resolved_issue_iid', 'assignee_hint', 'resolved_assignee_id'],
    ['assigned', 'preview']);
  const request = { dry_run: true, project_hint: 'p', issue_hint: 'x', assignee_hint: 'y' };
  const next = await run(page, 'next', 'act', assign, request, { project: PROJECT, issue: { iid: 4 } });
  assert.deepEqual(next, { project_hint: 'a/p', issue_hint: '#4', assignee_hint: 'y' });
}));

test('a previewed creation looks for its milestone and for duplicates again', () => page('', async (page) => {
  const next = await run(page, 'next', 'act', CREATE, { dry_run: true, project_hint: 'p', milestone_hint: 'm' }, { project: PROJECT });
  assert.deepEqual(next, { project_hint: 'a/p', milestone_hint: 'm' });
}));

test('a shell reads a quoted text as it was', () => page('', async (page) => {
  for (const text of ["l'été $HOME `id` \\ \" \n !", "'", '', "''"]) {
    const quoted = await run(page, 'call', 'quote', text);
    assert.equal(execFileSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' }), text);
  }
}));

test('only an address of the web becomes a link', () => page('', async (page) => {
  const tags = await page.evaluate(async () => {
    const { link } = await import('./console/dom.js');
    return ['https://a.b/c', 'http://a.b', 'javascript:alert(1)', 'data:text/html,x', '//a.b', '', null, undefined].map((address) => link(address, 'x').tagName);
  });
  assert.deepEqual(tags, ['A', 'A', 'SPAN', 'SPAN', 'SPAN', 'SPAN', 'SPAN', 'SPAN']);
}));
