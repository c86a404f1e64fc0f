// Chains of refreshes, one on each connection: an access token, an ID token and the next refresh token, against the bare library. Opaque access
// tokens with ID tokens by RS256, and both signed by each algorithm.
import { bareProvider } from '../limits/limits.mjs';
import { addApplication, signIn } from './applications.mjs';
import { form, personName } from './requests.mjs';

const SCOPE = 'openid offline_access';
const PERSON = 950_000_000;
const CHAINS = 16;
const ISSUED = ['access_token', 'id_token', 'refresh_token'].map((name) => Buffer.from(`"${name}":"`));
const ALGORITHMS = /** @type {const} */ (['RS256', 'ES256', 'EdDSA']);

/** @typedef {typeof ALGORITHMS[number]} Algorithm */

/**
 * @param {string} name @param {number} person that no other row has @param {import('../harness/measure.mjs').Goal | undefined} goal
 * @param {Algorithm} [alg] that signs both tokens
 * @returns {import('../harness/measure.mjs').Row}
 */
function row(name, person, goal, alg) {
  // As a JWT that says so begins, in the access token.
  const signed = Buffer.from(
    alg === undefined ? '' : `"access_token":"${Buffer.from(`{"alg":"${alg}"`).toString('base64url').slice(0, -1)}`,
  );
  return {
    name,
    unit: 'answers',
    connections: CHAINS,
    check: (body) => ISSUED.every((part) => body.includes(part)) && body.includes(signed),
    async setup({ service }) {
      const more = alg && { accessTokenType: 'jwt', accessTokenSigningAlg: alg, idTokenSigningAlg: alg };
      const application = await addApplication(service, ['authorization_code', 'refresh_token'], more);
      const signedIn = await signIn(service, application, { userName: personName(person), scope: SCOPE, count: CHAINS });
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
      () => ({ chains: true, ...(alg && { jwt: alg }) }),
    ),
    goals: goal ? { mariadb: goal } : {},
  };
}

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  row('refresh', PERSON, { ratio: 0.7, by: ['rate', 'cpu'] }),
  ...ALGORITHMS.map((alg, index) => row(`refresh-jwt-${alg.toLowerCase()}`, PERSON + 1 + index, undefined, alg)),
];
