// A service user obtains an opaque token with an assertion it signed. The bare library has no such grant; the nearest it has is client
// credentials where the client proves itself by the same assertion. Each request has an assertion of its own, signed by the generator.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { bareProvider } from '../limits/limits.mjs';
import { form } from './requests.mjs';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const CLIENT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ASSERTION_SECONDS = 60;
const TOKEN = Buffer.from('"access_token":"');

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'jwt-profile',
    unit: 'tokens',
    connections: 16,
    check: (body) => body.includes(TOKEN),
    async setup({ service }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const users = `/admin/v1/organizations/${service.credentials.orgId}/service-users`;
      const { userId, clientId } = await service.call('POST', users, { userName: 'bench-jwt-profile' });
      const { keyId } = await service.call('POST', `${users}/${userId}/keys`, { publicKeyJwk: publicKey.export({ format: 'jwk' }) });
      return {
        privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }),
        publicKey: { ...publicKey.export({ format: 'jwk' }), kid: keyId },
        issuer: clientId,
        audience: service.url,
        parameter: 'assertion',
        fields: { grant_type: JWT_BEARER },
      };
    },
    request({ privateKey, publicKey: { kid }, issuer, audience, parameter, fields }) {
      const key = createPrivateKey(privateKey);
      const header = encode({ alg: 'ES256', kid });
      return (serial) => {
        const iat = Math.floor(Date.now() / 1000);
        const claims = { iss: issuer, sub: issuer, aud: audience, iat, exp: iat + ASSERTION_SECONDS, jti: `bench-${serial}` };
        const content = `${header}.${encode(claims)}`;
        const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
        return form('/oauth/v2/token', { ...fields, [parameter]: `${content}.${signature}` });
      };
    },
    limit: bareProvider(
      async ({ url, clientId }, context) => ({
        ...context,
        issuer: clientId,
        audience: url,
        parameter: 'client_assertion',
        fields: { grant_type: 'client_credentials', client_assertion_type: CLIENT_ASSERTION },
      }),
      ({ publicKey }) => ({ publicKey }),
    ),
    goals: {},
  },
];

/** @param {object} part */
const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
