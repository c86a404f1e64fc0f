// A token for a service user, opaque or a signed JWT, against the bare library.
import { bareProvider } from '../limits/limits.mjs';
import { basic } from '../harness/service.mjs';
import { form } from './requests.mjs';

/** How a JWT begins whose header begins with the algorithm ES256. */
const SIGNED = Buffer.from(`"access_token":"${Buffer.from('{"alg":"ES256"').toString('base64url').slice(0, -1)}`);

/** @type {Pick<import('../harness/measure.mjs').Row, 'unit' | 'connections' | 'request'>} */
const TOKENS = {
  unit: 'tokens',
  connections: 16,
  request({ authorization }) {
    const request = form('/oauth/v2/token', { grant_type: 'client_credentials' }, authorization);
    return () => request;
  },
};

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    ...TOKENS,
    name: 'client-credentials',
    async setup({ service }) {
      const { clientId, clientSecret } = service.credentials.serviceUser;
      return { authorization: basic(clientId, clientSecret) };
    },
    limit: bareProvider(async ({ authorization }) => ({ authorization })),
    goals: { mariadb: { ratio: 1.6, by: ['rate', 'cpu'] } },
  },
  {
    ...TOKENS,
    name: 'client-credentials-jwt',
    check: (body) => body.includes(SIGNED),
    async setup({ service }) {
      const users = `/admin/v1/organizations/${service.credentials.orgId}/service-users`;
      const { userId } = await service.call('POST', users, { userName: 'bench-jwt', accessTokenType: 'jwt' });
      const { clientId, clientSecret } = await service.call('POST', `${users}/${userId}/secrets`, {});
      return { authorization: basic(clientId, clientSecret) };
    },
    limit: bareProvider(
      async ({ authorization }) => ({ authorization }),
      () => ({ jwt: 'ES256' }),
    ),
    goals: { mariadb: { ratio: 1.8, by: ['rate', 'cpu'] } },
  },
];
