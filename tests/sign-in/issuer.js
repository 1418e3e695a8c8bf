// The certified authorization server `oidc-provider`, whose people consent at once: `node issuer.js BRIDGE`. Its first line is
// its address. The person who signs in is the one that the client hints, or else the one that `POST /next/NAME` named last.
// `reader` grants reading alone, and `nobody` refuses.
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import Provider from 'oidc-provider';

const bridge = process.argv[2];
const resource = `${bridge}/mcp`;
const GROUPS = { zoe: ['staff'], reader: ['staff'], guest: ['guests'], stranger: [] };

const key = (kid, type, options, alg) => {
    const { privateKey } = generateKeyPairSync(type, options);
    return { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
};
const keys = [key('rsa', 'rsa', { modulusLength: 2048 }, 'RS256'), key('ec', 'ec', { namedCurve: 'P-256' }, 'ES256')];

const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
    jwks: { keys },
    cookies: { keys: ['only for tests'] },
    clients: [
        {
            client_id: 'console', application_type: 'native', token_endpoint_auth_method: 'none',
            redirect_uris: [`${bridge}/`], grant_types: ['authorization_code'], response_types: ['code'],
        },
        { client_id: 'bridge', client_secret: 'secret-of-the-bridge', redirect_uris: [], grant_types: [], response_types: [] },
    ],
    // A client that registers itself names its scopes; the server accepts only scopes of this list.
    scopes: ['openid', 'offline_access', 'passerelle:read', 'passerelle:write'],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_, token) => ({ preferred_username: `${token.accountId} of the tests`, groups: GROUPS[token.accountId] }),
    clientBasedCORS: (_, origin, client) => client.clientId === 'console' && origin === bridge,
    features: {
        revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
        devInteractions: { enabled: false },
        registration: { enabled: true },
        introspection: { enabled: true, allowedPolicy: (_, client) => client.clientId === 'bridge' },
        resourceIndicators: {
            enabled: true,
            defaultResource: () => resource,
            useGrantedResource: () => true,
            getResourceServerInfo: (_, indicator, client) => ({
                scope: 'passerelle:read passerelle:write',
                audience: indicator,
                accessTokenTTL: 300,
                accessTokenFormat: client.clientName === 'opaque' ? 'opaque' : 'jwt',
                jwt: { sign: { alg: client.clientName === 'rsa' ? 'RS256' : 'ES256' } },
            }),
        },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
});

let person = 'zoe';
provider.use(async (context, next) => {
    if (context.path.startsWith('/next/')) {
        person = context.path.slice('/next/'.length);
        context.status = 204;
        return undefined;
    }
    if (!context.path.startsWith('/interaction/')) return next();
    const { params } = await provider.interactionDetails(context.req, context.res);
    const accountId = params.login_hint ?? person;
    if (accountId === 'nobody') {
        const refused = { error: 'access_denied', error_description: 'nobody consents' };
        return context.redirect(await provider.interactionResult(context.req, context.res, refused, { mergeWithLastSubmission: false }));
    }
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    const granted = accountId === 'reader' ? 'passerelle:read' : params.scope;
    grant.addOIDCScope(`openid offline_access ${granted}`);
    grant.addResourceScope(params.resource ?? resource, granted);
    if (accountId === 'reader') {
        grant.rejectOIDCScope('passerelle:write');
        grant.rejectResourceScope(params.resource ?? resource, 'passerelle:write');
    }
    const result = { login: { accountId }, consent: { grantId: await grant.save() } };
    return context.redirect(await provider.interactionResult(context.req, context.res, result, { mergeWithLastSubmission: false }));
});

server.on('request', provider.callback());
console.log(issuer);
