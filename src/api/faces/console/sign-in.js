/**
 * Signs people in at the bridge's authorization server: the code flow of OAuth 2.1 with PKCE, as a public client. The token stays
 * in this page's memory. Between leaving the page and coming back, what belongs to one attempt is kept for this tab alone.
 */

import { address } from './description.js';

/** Where an attempt is kept until the browser is back. */
const ATTEMPT = 'passerelle-sign-in';

/** Why nobody is signed in, as the name of a text, and what the authorization server said of it. */
export class SignInError extends Error {
  constructor(name, said) {
    super(said ?? '');
    this.name = name;
  }
}

const encoded = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const random = () => encoded(crypto.getRandomValues(new Uint8Array(32)));

async function read(place) {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place}: ${response.status}`);
  return response.json();
}

/** The authorization server of this bridge and its addresses, by the documents of both (RFC 9728, RFC 8414). */
async function discover() {
  const { resource, authorization_servers: [issuer], scopes_supported: scopes } = await read(address('.well-known/oauth-protected-resource'));
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [`${origin}/.well-known/oauth-authorization-server${path}`, `${origin}${path}/.well-known/openid-configuration`];
  const server = await read(places[0]).catch(() => read(places[1]));
  // A document that names another issuer must not be used (RFC 8414, section 3.3).
  if (server.issuer !== issuer) throw new Error(`${server.issuer}: ${issuer}`);
  return { resource, issuer, scopes, server };
}

const found = () => discover().catch((error) => { throw new SignInError('signInAway', error.message); });

/** The page that the browser comes back to. */
const here = () => address('');

/** Leaves for the authorization server. */
export async function signIn(client) {
  // Browsers compute digests only on pages that came over HTTPS or from this machine.
  if (!isSecureContext) throw new SignInError('signInInsecure');
  const { server, resource, scopes } = await found();
  const attempt = { state: random(), verifier: random(), hash: location.hash };
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier));
  const place = new URL(server.authorization_endpoint);
  const asked = {
    response_type: 'code', client_id: client, redirect_uri: here(), scope: scopes.join(' '), state: attempt.state, resource,
    code_challenge: encoded(new Uint8Array(challenge)), code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) place.searchParams.set(name, value);
  location.assign(place);
}

/**
 * The token of who has just come back from the authorization server; undefined where nobody has.
 *
 * @throws {SignInError} where it was refused, or is not the answer to this tab's attempt
 */
export async function signedIn(client) {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('state') || !(answer.has('code') || answer.has('error'))) return undefined;
  const attempt = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? '{}');
  sessionStorage.removeItem(ATTEMPT);
  history.replaceState(null, '', `${here()}${attempt.hash ?? ''}`);
  if (answer.get('state') !== attempt.state) throw new SignInError('signInForeign');
  if (answer.has('error')) throw new SignInError('signInRefused', answer.get('error_description') ?? answer.get('error'));
  const { server, resource, issuer } = await found();
  // Mix-up: the answer of another server (RFC 9207).
  if ((answer.get('iss') ?? issuer) !== issuer) throw new SignInError('signInForeign');
  const asked = { grant_type: 'authorization_code', code: answer.get('code'), redirect_uri: here(), client_id: client, code_verifier: attempt.verifier, resource };
  const response = await fetch(server.token_endpoint, { method: 'POST', body: new URLSearchParams(asked) })
    .catch((error) => { throw new SignInError('signInAway', error.message); });
  const given = await response.json().catch(() => ({}));
  if (!response.ok || !given.access_token) throw new SignInError('signInRefused', given.error_description ?? given.error);
  return given.access_token;
}

/** Tells the authorization server that a token is not used any more, if it supports that. */
export async function signOut(client, token) {
  const { server } = await found();
  const asked = new URLSearchParams({ token, client_id: client });
  if (server.revocation_endpoint) await fetch(server.revocation_endpoint, { method: 'POST', body: asked });
}
