// A token for a service user, against the bare library.
import { bareProvider } from '../limits/limits.mjs';
import { basic } from '../harness/service.mjs';
import { form } from './requests.mjs';

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'client-credentials',
    unit: 'tokens',
    connections: 16,
    async setup({ service }) {
      const { clientId, clientSecret } = service.credentials.serviceUser;
      return { authorization: basic(clientId, clientSecret) };
    },
    request({ authorization }) {
      const request = form('/oauth/v2/token', { grant_type: 'client_credentials' }, authorization);
      return () => request;
    },
    limit: bareProvider(async ({ authorization }) => ({ authorization })),
    goals: { mariadb: { ratio: 1.6, by: ['rate', 'cpu'] } },
  },
];
