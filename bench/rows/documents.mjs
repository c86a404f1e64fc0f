// What every client reads first: the public keys and the discovery document, against the same bytes from memory.
import { fixedAnswer } from '../limits/limits.mjs';

/** Row, path, and what the answer must hold. */
const DOCUMENTS = /** @type {const} */ ([
  ['key-set', '/oauth/v2/keys', '"keys":[{'],
  ['discovery', '/.well-known/openid-configuration', '"jwks_uri":"'],
]);

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = DOCUMENTS.map(([name, path, part]) => ({
  name,
  unit: 'answers',
  connections: 16,
  check: (body) => body.includes(part),
  setup: async () => undefined,
  request() {
    const request = { method: 'GET', path };
    return () => request;
  },
  limit: fixedAnswer(path),
  goals: { mariadb: { ratio: 0.5, by: ['rate', 'cpu'] } },
}));
