// oidc-provider with nothing around it: its own in-memory storage, one client, opaque tokens unless wished otherwise, at the service's addresses.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { answer } from '../harness/processes.mjs';
import { basic } from '../harness/service.mjs';
import { PlainStorage } from './plain-storage.mjs';

/**
 * `jwt`: access tokens are JWTs, and they and ID tokens are signed so. `publicKey`: the client proves itself by assertions of this key, not by its secret.
 * `chains`: tokens are refreshed over and over.
 * @typedef {{ jwt?: 'RS256' | 'ES256' | 'EdDSA', chains?: boolean, publicKey?: import('oidc-provider').JWK }} Wishes
 * @typedef {{ model: 'AccessToken' | 'RefreshToken', scope: string, count: number, person: { sub: string } & Record<string, unknown> }} Seeds
 */

const CLIENT_ID = 'bench';
const ROUTES = {
  token: '/oauth/v2/token',
  introspection: '/oauth/v2/introspect',
  revocation: '/oauth/v2/revoke',
  userinfo: '/oidc/v1/userinfo',
};
/** OpenID Connect Core section 5.4, without what no row requests. */
const CLAIMS = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
};
const RESOURCE = 'urn:gatehouse:bench';
const TOKEN_SECONDS = 3600;

/** @type {Provider} */
let provider;
/** The person who signed in. @type {Seeds['person']} */
let person = { sub: '' };

answer({ start, seed });

/** @param {Wishes} wishes */
async function start({ jwt, chains = false, publicKey }) {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  provider = new Provider(url, {
    clients: [{ ...client(secret, publicKey), ...(jwt && { id_token_signed_response_alg: jwt }) }],
    jwks: { keys: signingKeys() },
    findAccount: () => ({ accountId: person.sub, claims: () => person }),
    claims: CLAIMS,
    rotateRefreshToken: true,
    ...(chains ? { adapter: () => new PlainStorage() } : {}),
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      devInteractions: { enabled: false },
      ...(jwt ? { resourceIndicators: jwtAccessTokens(jwt) } : {}),
    },
    routes: ROUTES,
    ttl: { ClientCredentials: TOKEN_SECONDS, AccessToken: TOKEN_SECONDS },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return { url, clientId: CLIENT_ID, authorization: basic(CLIENT_ID, secret) };
}

/** @param {Seeds} seeds */
async function seed({ model, scope, count, person: signedIn }) {
  person = signedIn;
  const owner = await provider.Client.find(CLIENT_ID);
  if (!owner) throw new Error('The client is missing.');
  const tokens = [];
  for (let i = 0; i < count; i++) {
    const grant = new provider.Grant({ accountId: person.sub, clientId: CLIENT_ID });
    grant.addOIDCScope(scope);
    grant.addResourceScope(RESOURCE, scope);
    const facts = { accountId: person.sub, client: owner, grantId: await grant.save(), gty: 'authorization_code', scope };
    const resource = model === 'RefreshToken' ? { resource: RESOURCE } : {};
    tokens.push(await new provider[model]({ ...facts, ...resource }).save());
  }
  return tokens;
}

/** @param {string} secret @param {Wishes['publicKey']} publicKey @returns {import('oidc-provider').ClientMetadata} */
function client(secret, publicKey) {
  return {
    client_id: CLIENT_ID,
    grant_types: ['client_credentials', 'refresh_token'],
    redirect_uris: [],
    response_types: [],
    ...(publicKey
      ? { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [publicKey] } }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret }),
  };
}

/** What the service has, one of each kind. */
function signingKeys() {
  const pairs = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ed25519'),
  ];
  return pairs.map(({ privateKey }) => /** @type {import('oidc-provider').JWK} */ (privateKey.export({ format: 'jwk' })));
}

/** The library signs access tokens only for a resource, so there is a default one. @param {NonNullable<Wishes['jwt']>} alg */
function jwtAccessTokens(alg) {
  return {
    enabled: true,
    defaultResource: () => RESOURCE,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: '',
      accessTokenFormat: /** @type {const} */ ('jwt'),
      accessTokenTTL: TOKEN_SECONDS,
      jwt: { sign: { alg } },
    }),
  };
}
