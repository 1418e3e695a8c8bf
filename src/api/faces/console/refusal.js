/** Shows a call without a normal answer: a refusal, a failure, or no answer. */

import { curl } from './call.js';
import { button, code, el } from './dom.js';
import { spaced, text } from './text.js';

const STATUSES = [403, 404, 409, 413, 422, 429, 503, 504];

/** The section around whatever is shown of a call. Its heading takes the focus. */
export function frame(tone, title, ...content) {
  return el('section', { class: `outcome ${tone}`, 'aria-label': text('answer') }, el('h2', { tabindex: '-1' }, title), content);
}

/** The request and the answer for programs. */
export function exchange(call, reply, withToken) {
  return el('details', { class: 'exchange' },
    el('summary', {}, text('exchange')),
    code(text('request'), JSON.stringify(call.request, null, 2)),
    code(text('curl'), curl(call, withToken)),
    code(text('reply', reply.status, reply.milliseconds), JSON.stringify(reply.body, null, 2)));
}

/** The section for a call that got no answer. */
export function unanswered(call, ways) {
  return frame('bad', text('unanswered'),
    el('p', { class: 'message' }, text(call.operation.effect === 'reads' ? 'unansweredSays' : 'unansweredWrite')),
    el('div', { class: 'actions' }, button(text('again'), ways.retry, { class: 'primary' })));
}

/** Whether a reply asks the caller for a token. It does not if the host refused the bridge's token. */
export const asksForToken = (reply) => reply?.status === 401 && reply.body?.code === 'unauthorized';

/** The section for an error. */
export function refused(description, call, reply, { ways, withToken }) {
  const { detail, code: word } = reply.body ?? {};
  const facts = [[text('httpStatus'), reply.status], [text('code'), word], [text('requestId'), reply.requestId]];
  return frame('bad', titleOf(reply),
    el('p', { class: 'message' }, detail ? spaced(description.plain(detail)) : text('unreadable')),
    isHostsRefusal(reply) && el('p', { class: 'help' }, text('hostRefusesHelp')),
    changed(call, reply),
    wayOut(word, call, ways),
    el('dl', { class: 'facts small' }, facts.filter(([, value]) => value).map(([name, value]) => (
      el('div', {}, el('dt', {}, name), el('dd', {}, el('code', {}, String(value))))))),
    exchange(call, reply, withToken));
}

/** What became of the change, and what to do next; nothing for a read. */
function changed({ operation, request }, reply) {
  if (operation.effect === 'reads' || request.dry_run) return null;
  const next = { 401: 'unchanged401', 403: 'unchanged403' }[reply.status] ?? (reply.status >= 500 && reply.status !== 503 && 'perhapsChanged');
  return next && el('p', { class: 'help' }, text(next));
}

const isHostsRefusal = (reply) => reply.status === 401 && !asksForToken(reply);

function titleOf(reply) {
  if (asksForToken(reply)) return text('tokenAsked');
  if (isHostsRefusal(reply)) return text('hostRefuses');
  if (STATUSES.includes(reply.status)) return text(`status${reply.status}`);
  if (reply.status === 502) return text('hostFails');
  return text(reply.status >= 500 ? 'failed' : 'refused');
}

/** A button that fixes the reason of a refusal, if one can. */
function wayOut(word, { operation, request }, ways) {
  const field = operation.fields.find(({ name }) => name === 'create_label_if_missing');
  if (word !== 'label_not_found' || !field) return null;
  return el('div', { class: 'actions' }, button(field.label, () => ways.go({ ...request, create_label_if_missing: true }), { class: 'primary' }));
}
