/** Shows a call without a normal answer: a refusal, a failure, or no answer. */

import { HOST_REFUSES } from './description.js';
import { button, code, el } from './dom.js';
import { curl } from './samples.js';
import { TEXTS, spaced, text } from './text.js';

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

/** The section for an error: what is wrong, what became of the change, what to do. */
export function refused(description, call, reply, { ways, withToken }) {
  const { detail, code: word } = reply.body ?? {};
  const facts = [[text('httpStatus'), reply.status], [text('code'), word], [text('requestId'), reply.requestId]];
  return frame('bad', titleOf(description, reply, withToken),
    el('p', { class: 'message' }, sentence(description, reply, withToken)),
    whatNext(call, reply).map((name) => el('p', { class: 'help' }, text(name))),
    el('div', { class: 'actions' }, wayOut(word, call, ways),
      mayPass(reply) && button(text('again'), ways.retry, { class: 'primary' }),
      [400, 404, 409, 422].includes(reply.status) && button(text('revise'), () => ways.revise(), { class: 'quiet' })),
    el('dl', { class: 'facts small' }, facts.filter(([, value]) => value).map(([name, value]) => (
      el('div', {}, el('dt', {}, name), el('dd', {}, el('code', {}, String(value))))))),
    exchange(call, reply, withToken));
}

/** What a caller lacks to be let in, as the name of a text. */
function missing({ about: { client } }, withToken) {
  if (client) return withToken ? 'signInOver' : 'signInNone';
  return withToken ? 'tokenUnknown' : 'tokenNone';
}

/** What is wrong, for a layman: the bridge tells programs which header to send. */
function sentence(description, reply, withToken) {
  if (asksForToken(reply)) return text(missing(description, withToken));
  const { detail } = reply.body ?? {};
  return detail ? spaced(description.plain(detail)) : text('unreadable');
}

/** What became of the change and what to do next, as names of texts. The bridge itself says where a change may have been made. */
function whatNext({ operation, request }, reply) {
  const isPerhaps = reply.status === 500 || /peut-être|may (have been|be) /.test(reply.body?.detail ?? 'peut-être');
  const writes = operation.effect !== 'reads' && !request.dry_run;
  const next = isHostsRefusal(reply) ? 'hostRefusesHelp' : { 401: 'tokenNext', 403: 'rightNext' }[reply.status];
  return [writes && (isPerhaps ? 'perhapsChanged' : 'unchangedHost'), next, mayPass(reply) && 'againNext'].filter(Boolean);
}

/** The statuses of failures that may pass in a moment. */
const MENDED_BY_TIME = [408, 429, 500, 502, 503, 504];

/** Whether the host refused the bridge's token. */
const isHostsRefusal = (reply) => reply.body?.code === HOST_REFUSES;

/** Whether the same call may succeed in a moment. */
const mayPass = (reply) => MENDED_BY_TIME.includes(reply.status) && !isHostsRefusal(reply);

/** What an HTTP status means. */
export function statusText(status) {
  const name = `status${status}`;
  if (name in TEXTS) return text(name);
  return text(status >= 500 ? 'status500' : 'refused');
}

function titleOf(description, reply, withToken) {
  if (asksForToken(reply)) return text({ tokenUnknown: 'tokenWrong', tokenNone: 'tokenAsked' }[missing(description, withToken)] ?? 'signInAsked');
  if (isHostsRefusal(reply)) return text('hostRefuses');
  // The code of a missing object is one of the words that statuses have too.
  if (reply.status === 404 && description.knows(reply.body?.code)) return description.word(reply.body.code);
  return statusText(reply.status);
}

/** A button that fixes the reason of a refusal, if one can. */
function wayOut(word, { operation, request }, ways) {
  const field = operation.fields.find(({ name }) => name === 'create_label_if_missing');
  return word === 'label_not_found' && field
    && button(field.label, () => ways.go({ ...request, create_label_if_missing: true }), { class: 'primary' });
}
