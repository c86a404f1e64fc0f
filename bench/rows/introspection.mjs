// An application asks whether a token holds. The service looks it up in the database each time; the bare library in a map.
import { basic, fetchJson } from '../harness/service.mjs';
import { bareProvider } from '../limits/limits.mjs';
import { addApplication } from './applications.mjs';
import { form } from './requests.mjs';

const ACTIVE = Buffer.from('"active":true');

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'introspection',
    unit: 'answers',
    connections: 16,
    check: (body) => body.includes(ACTIVE),
    async setup({ service }) {
      const { serviceUser } = service.credentials;
      const { projectId, authorization } = await addApplication(service);
      // Only the audience of a token may introspect it, so the project has to be in it.
      const scope = `urn:gatehouse:iam:org:project:id:${projectId}:aud`;
      const token = await obtainToken(service.url, basic(serviceUser.clientId, serviceUser.clientSecret), { scope });
      return { authorization, token };
    },
    request({ authorization, token }) {
      const request = form('/oauth/v2/introspect', { token, token_type_hint: 'access_token' }, authorization);
      return () => request;
    },
    limit: bareProvider(async ({ url, authorization }) => ({ authorization, token: await obtainToken(url, authorization) })),
    goals: { mariadb: { ratio: 1.8, by: ['rate', 'cpu'] } },
  },
];

/** @param {string} url @param {string} authorization @param {Record<string, string>} [more] @returns {Promise<string>} */
async function obtainToken(url, authorization, more = {}) {
  const { path, method, headers = {}, body = '' } = form('/oauth/v2/token', { grant_type: 'client_credentials', ...more }, authorization);
  return (await fetchJson(url + path, { method, headers, body })).access_token;
}
