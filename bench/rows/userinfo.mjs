// An application asks who signed in, with the opaque token it got. The bare library answers the same claims about a token it was given.
import { fetchJson } from '../harness/service.mjs';
import { bareProvider } from '../limits/limits.mjs';
import { addApplication, signIn } from './applications.mjs';
import { personName } from './requests.mjs';

const PATH = '/oidc/v1/userinfo';
const SCOPE = 'openid profile email';
const PERSON = 940_000_000;
const EMAIL = Buffer.from(`"email":"${personName(PERSON)}@`);

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'userinfo',
    unit: 'answers',
    connections: 16,
    check: (body) => body.includes(EMAIL),
    async setup({ service }) {
      const wish = { userName: personName(PERSON), scope: SCOPE, count: 1 };
      const [tokens] = await signIn(service, await addApplication(service), wish);
      const headers = bearer(tokens?.access_token);
      return { headers, person: await fetchJson(service.url + PATH, { headers }) };
    },
    request({ headers }) {
      const request = { method: 'GET', path: PATH, headers };
      return () => request;
    },
    limit: bareProvider(async ({ seed }, { person }) => {
      const [token] = await seed({ model: 'AccessToken', scope: SCOPE, count: 1, person });
      return { headers: bearer(token) };
    }),
    goals: { mariadb: { ratio: 1.8, by: ['rate', 'cpu'] } },
  },
];

/** @param {string | undefined} token */
const bearer = (token) => ({ authorization: `Bearer ${token}` });
