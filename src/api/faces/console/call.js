/** Calls the bridge. */

import { address } from './description.js';
import { spoken } from './text.js';

/**
 * A request to send. It has an Idempotency-Key, so that sending it again after a lost answer does nothing twice.
 *
 * @param {import('./description.js').Operation} operation
 * @param {object} request
 */
export function call(operation, request) {
  return { operation, request, key: operation.effect === 'reads' ? undefined : freshKey() };
}

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Sends a call. Rejects only if there is no answer.
 *
 * @returns {Promise<{ok: boolean, status: number, body: any, requestId: string?, milliseconds: number}>}
 */
export async function send({ operation, request, key }, token, signal) {
  // By this preference a question comes with what each choice puts into the next request.
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': spoken(), Prefer: 'choices' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers['Idempotency-Key'] = key;
  const start = performance.now();
  const response = await fetch(address(operation.path), { method: 'POST', headers, body: JSON.stringify(request), redirect: 'error', signal });
  const text = await response.text();
  return {
    ok: response.ok,
    status: response.status,
    body: parsed(text),
    requestId: response.headers.get('x-request-id'),
    milliseconds: Math.round(performance.now() - start),
  };
}

/** A proxy in front of the bridge may answer with something other than JSON. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
