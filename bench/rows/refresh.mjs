// Chains of refreshes, one on each connection: an opaque access token, an ID token and the next refresh token, against the bare library.
import { bareProvider } from '../limits/limits.mjs';
import { addApplication, signIn } from './applications.mjs';
import { form, personName } from './requests.mjs';

const SCOPE = 'openid offline_access';
const PERSON = 950_000_000;
const CHAINS = 16;
const ISSUED = ['access_token', 'id_token', 'refresh_token'].map((name) => Buffer.from(`"${name}":"`));

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'refresh',
    unit: 'answers',
    connections: CHAINS,
    check: (body) => ISSUED.every((part) => body.includes(part)),
    async setup({ service }) {
      const application = await addApplication(service, ['authorization_code', 'refresh_token']);
      const signedIn = await signIn(service, application, { userName: personName(PERSON), scope: SCOPE, count: CHAINS });
      return { authorization: application.authorization, tokens: signedIn.map(({ refresh_token: token }) => token) };
    },
    request({ authorization, tokens }) {
      return (_serial, connection, last) => {
        const token = last ? JSON.parse(last.toString()).refresh_token : tokens[connection];
        return form('/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: token }, authorization);
      };
    },
    limit: bareProvider(
      async ({ authorization, seed }) => ({
        authorization,
        tokens: await seed({ model: 'RefreshToken', scope: SCOPE, count: CHAINS, person: { sub: 'bench' } }),
      }),
      () => ({ chains: true }),
    ),
    goals: { mariadb: { ratio: 0.7, by: ['rate', 'cpu'] } },
  },
];
