// A client gets a token and gives it back: two requests, against the bare library. After the revocation no check accepts the token, in no process.
import { basic } from '../harness/service.mjs';
import { bareProvider } from '../limits/limits.mjs';
import { form } from './requests.mjs';

const TOKEN = '"access_token":"';

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'revocation',
    unit: 'tokens',
    connections: 16,
    perAnswer: 0.5,
    // RFC 7009 section 2.2: a revocation is answered with nothing.
    check: (body) => body.length === 0 || body.includes(TOKEN),
    async setup({ service }) {
      const { clientId, clientSecret } = service.credentials.serviceUser;
      return { authorization: basic(clientId, clientSecret) };
    },
    request({ authorization }) {
      const obtain = form('/oauth/v2/token', { grant_type: 'client_credentials' }, authorization);
      /** Connections that got a token, in this run. @type {Set<number>} */
      const holding = new Set();
      return (_serial, connection, last) => {
        if (holding.delete(connection)) {
          const { access_token: token } = JSON.parse(last?.toString() ?? '{}');
          return form('/oauth/v2/revoke', { token, token_type_hint: 'access_token' }, authorization);
        }
        holding.add(connection);
        return obtain;
      };
    },
    limit: bareProvider(async ({ authorization }) => ({ authorization })),
    goals: {},
  },
];
