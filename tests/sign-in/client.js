// The official client of the Model Context Protocol signs in at a real authorization server, with nothing pasted, and works through
// two replicas of the bridge: `node client.js ISSUER BRIDGE REPLICA`.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [issuer, bridge, replica] = process.argv.slice(2);
const CALLBACK = 'http://127.0.0.1/callback';

// What a client keeps of one person, in memory.
class Person {
    constructor(name, client = 'plain') {
        this.name = name;
        this.redirectUrl = CALLBACK;
        this.clientMetadata = {
            client_name: client,
            application_type: 'native',
            redirect_uris: [CALLBACK],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
        };
    }
    clientInformation() { return this.information; }
    saveClientInformation(information) { this.information = information; }
    tokens() { return this.kept; }
    saveTokens(tokens) { this.kept = tokens; }
    saveCodeVerifier(verifier) { this.verifier = verifier; }
    codeVerifier() { return this.verifier; }
    redirectToAuthorization(url) { this.asked = url; }

    // What their browser does: follows redirections, with cookies, until the client's own address.
    async browse() {
        this.asked.searchParams.set('login_hint', this.name);
        const cookies = new Map();
        for (let url = this.asked, steps = 0; steps < 10; steps++) {
            const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
            const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
            for (const set of answer.headers.getSetCookie()) {
                const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
                cookies.set(name, value);
            }
            assert.equal(Math.floor(answer.status / 100), 3, `${url}: ${answer.status} ${await answer.text()}`);
            url = new URL(answer.headers.get('location'), url);
            if (url.href.startsWith(CALLBACK)) {
                assert.equal(url.searchParams.get('error'), null, url.href);
                return url.searchParams.get('code');
            }
        }
        throw new Error('too many redirections');
    }
}

const transport = (address, person) => new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: person });

// A connected client of this person. `choose` answers its forms.
async function connected(address, person, choose) {
    const client = new Client({ name: 'sign-in', version: '1' }, { capabilities: choose ? { elicitation: {} } : {} });
    if (choose) client.setRequestHandler(ElicitRequestSchema, choose);
    const first = transport(address, person);
    try {
        await client.connect(first);
        return client;
    } catch (error) {
        assert(error instanceof UnauthorizedError, error);
    }
    await first.finishAuth(await person.browse());
    await client.connect(transport(address, person));
    return client;
}

const call = async (client, name, more) =>
    (await client.callTool({ name, arguments: { project_hint: 'portail citoyen', ...more } })).structuredContent;
const list = async (client) => (await call(client, 'assistant_list_issues', { limit: 5 })).status;
const close = (client, issue_hint, more = {}) => call(client, 'assistant_close_issue', { issue_hint, ...more });

const zoe = new Person('zoe');
const asked = [];
const choose = async ({ params }) => {
    asked.push(params);
    const [field, schema] = Object.entries(params.requestedSchema.properties)[0];
    const first = schema.oneOf?.[0].const ?? schema.enum[0];
    return { action: 'accept', content: { [field]: first } };
};
const first = await connected(bridge, zoe, choose);
assert.equal(zoe.asked.searchParams.get('resource'), `${bridge}/mcp`);
assert.equal(zoe.asked.searchParams.get('scope'), 'passerelle:read passerelle:write');
assert.equal(await list(first), 'resolved');
const closed = await close(first, 'erreur 500 formulaire de contact');
assert.equal(closed.status, 'closed', JSON.stringify(closed));
assert.notEqual(asked.length, 0, 'a form was shown');

// The same token, another replica: nobody signs in again.
zoe.asked = undefined;
const second = await connected(replica, zoe);
assert.equal(await list(second), 'resolved');
assert.equal((await close(second, 'corriger la page de connexion')).status, 'closed');
assert.equal(zoe.asked, undefined);

// A token with the read scope reads and previews; a change is refused, and names the scope that it needs.
const reader = new Person('reader');
const reading = await connected(bridge, reader);
assert.equal(reader.kept.scope, 'passerelle:read');
assert.equal(await list(reading), 'resolved');
const issue = 'ajouter le paiement par carte bancaire';
assert.equal((await close(reading, issue, { dry_run: true })).status, 'preview');
await assert.rejects(close(reading, issue), (error) => error instanceof UnauthorizedError);
assert.match(reader.asked.searchParams.get('scope'), /passerelle:write/);

// Groups are callers: guests may only read, strangers nothing.
const guest = await connected(bridge, new Person('guest', 'rsa'));
assert.equal(await list(guest), 'resolved');
assert.equal((await close(guest, issue)).code, 'read_only');
await assert.rejects(connected(bridge, new Person('stranger')), /403|groupes/);

// The authorization server says whose an opaque token is.
const opaque = new Person('zoe', 'opaque');
assert.equal(await list(await connected(bridge, opaque)), 'resolved');
assert.equal(opaque.kept.access_token.split('.').length, 1);

// A new token by the refresh token, without a person.
const refreshed = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
        grant_type: 'refresh_token', client_id: zoe.information.client_id, refresh_token: zoe.kept.refresh_token ?? '', resource: `${bridge}/mcp`,
    }),
});
if (zoe.kept.refresh_token) assert.equal(refreshed.status, 200, await refreshed.text());
console.log('signed in, listed, closed after a form, through two replicas; refused without the scope, and by group');
process.exit(0);
