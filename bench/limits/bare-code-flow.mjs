// oidc-provider with nothing around it, in front of people who have signed in: one client, its own in-memory storage, no page.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { answer } from '../harness/processes.mjs';
import { basic } from '../harness/service.mjs';

const CLIENT = { client_id: 'bench', client_secret: randomBytes(32).toString('base64url') };
const SUBJECT = 'person';
const SESSION_SECONDS = 3600;

answer({ start });

/** @param {{ browsers: number }} job */
async function start({ browsers }) {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  const provider = new Provider(url, configuration());
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  const sessions = [];
  for (let i = 0; i < browsers; i++) sessions.push(await openSession(provider));
  return { url, clientId: CLIENT.client_id, authorization: basic(CLIENT.client_id, CLIENT.client_secret), sessions };
}

/** @returns {import('oidc-provider').Configuration} */
function configuration() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [{ ...CLIENT, redirect_uris: ['https://app.example.com/callback'] }],
    jwks: { keys: [/** @type {import('oidc-provider').JWK} */ (privateKey.export({ format: 'jwk' }))] },
    findAccount: () => ({ accountId: SUBJECT, claims: () => ({ sub: SUBJECT }) }),
    loadExistingGrant: newGrant,
    features: { devInteractions: { enabled: false } },
    routes: { authorization: '/oauth/v2/authorize', token: '/oauth/v2/token' },
    ttl: { Session: SESSION_SECONDS },
  };
}

/** As the service does: an authorization of its own each time. @param {import('oidc-provider').KoaContextWithOIDC} ctx */
async function newGrant({ oidc: { provider } }) {
  const grant = new provider.Grant({ accountId: SUBJECT, clientId: CLIENT.client_id });
  grant.addOIDCScope('openid');
  await grant.save();
  return grant;
}

/** @param {Provider} provider @returns {Promise<string>} the cookie of a browser that has signed in */
async function openSession(provider) {
  const session = new provider.Session();
  session.loginAccount({ accountId: SUBJECT, loginTs: Math.floor(Date.now() / 1000) });
  await session.save(SESSION_SECONDS);
  return `_session=${session.jti}`;
}
