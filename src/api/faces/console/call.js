/** Calls the bridge, and shows the same call as a shell command. */

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
export async function send({ operation, request, key }, token) {
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': spoken() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers['Idempotency-Key'] = key;
  const start = performance.now();
  const response = await fetch(address(operation.path), { method: 'POST', headers, body: JSON.stringify(request), redirect: 'error' });
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

/** The same call as a line for a POSIX shell. It never holds the token, but names a variable of the shell. */
export function curl({ operation, request }, withToken) {
  const lines = [
    `curl -sS ${quote(address(operation.path))}`,
    `-H ${quote('Content-Type: application/json')}`,
    withToken && '-H "Authorization: Bearer $PASSERELLE_TOKEN"',
    `--data-raw ${quote(JSON.stringify(request))}`,
  ];
  return lines.filter(Boolean).join(' \\\n  ');
}

/** A text as one word of a POSIX shell. */
export function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
