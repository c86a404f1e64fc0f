// The same requests with a proof of possession (RFC 9449), against those with a bearer token at the same service. The generator signs a proof of
// its own for each.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { basic } from '../harness/service.mjs';
import { form } from './requests.mjs';

const TOKEN_PATH = '/oauth/v2/token';
const USERINFO_PATH = '/oidc/v1/userinfo';
const FIELDS = { grant_type: 'client_credentials', scope: 'openid profile' };
/** 1.6 times the CPU. */
const GOALS = { mariadb: { ratio: 0.62, by: /** @type {Array<'cpu'>} */ (['cpu']) } };

/** @returns {import('../harness/measure.mjs').Limit} */
const asBearer = () => ({
  name: 'as Bearer',
  start: async ({ service: { url, pid } }, { bare }) => ({ url, pid, context: bare }),
});

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'client-credentials-dpop',
    unit: 'tokens',
    connections: 16,
    check: (body) => body.includes(Buffer.from('"access_token"')),
    async setup({ service }) {
      const { clientId, clientSecret } = service.credentials.serviceUser;
      const authorization = basic(clientId, clientSecret);
      return { ...newKey(), origin: service.url, authorization, bare: { authorization } };
    },
    request({ authorization, ...keyed }) {
      const request = form(TOKEN_PATH, FIELDS, authorization);
      const proof = keyed.privateKey && proofs(keyed, 'POST', TOKEN_PATH);
      return (serial) => (proof ? { ...request, headers: { ...request.headers, dpop: proof(serial) } } : request);
    },
    limit: asBearer(),
    goals: GOALS,
  },
  {
    name: 'userinfo-dpop',
    unit: 'answers',
    connections: 16,
    check: (body) => body.includes(Buffer.from('"sub"')),
    async setup({ service }) {
      const { clientId, clientSecret } = service.credentials.serviceUser;
      const keyed = { ...newKey(), origin: service.url };
      const request = form(TOKEN_PATH, FIELDS, basic(clientId, clientSecret));
      const obtain = async (/** @type {Record<string, string>} */ more) => {
        const answer = await fetch(service.url + TOKEN_PATH, { ...request, headers: { ...request.headers, ...more } });
        return /** @type {{ access_token: string }} */ (await answer.json()).access_token;
      };
      const token = await obtain({ dpop: proofs(keyed, 'POST', TOKEN_PATH)('setup') });
      return { ...keyed, token, bare: { token: await obtain({}) } };
    },
    request({ token, ...keyed }) {
      const proof = keyed.privateKey && proofs(keyed, 'GET', USERINFO_PATH, token);
      const bare = { method: 'GET', path: USERINFO_PATH, headers: { authorization: `Bearer ${token}` } };
      return (serial) => (proof ? { ...bare, headers: { authorization: `DPoP ${token}`, dpop: proof(serial) } } : bare);
    },
    limit: asBearer(),
    goals: GOALS,
  },
];

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { jwk: publicKey.export({ format: 'jwk' }), privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) };
}

/**
 * @param {any} keyed @param {string} method @param {string} path @param {string} [token]
 * @returns {(serial: number | string) => string}
 */
function proofs({ jwk, privateKey, origin }, method, path, token) {
  const key = createPrivateKey(privateKey);
  const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  const ath = token && createHash('sha256').update(token).digest('base64url');
  const run = Math.random().toString(36).slice(2);
  return (serial) => {
    const claims = { jti: `${run}-${serial}`, htm: method, htu: origin + path, iat: Math.floor(Date.now() / 1000), ath };
    const content = `${header}.${encode(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
}

/** @param {object} part */
const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
