// A hundred creates in one bulk request, against a hundred single requests on one connection.
import { personName, scimPerson, usersPath } from './requests.mjs';

const OPERATIONS = 100;
/** Names that no other row makes. */
const FIRST = 300_000_000;
const FIRST_SINGLE = 400_000_000;

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'scim-bulk',
    unit: 'people',
    connections: 1,
    perAnswer: OPERATIONS,
    check: (body) => body.toString().split('"status":"201"').length === OPERATIONS + 1,
    async setup({ service }) {
      const users = usersPath(service.credentials);
      return { users, headers: { ...service.bearer, 'content-type': 'application/scim+json' } };
    },
    request({ users, headers }) {
      return (serial) => ({
        method: 'POST',
        path: users.replace(/Users$/, 'Bulk'),
        headers,
        body: JSON.stringify({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
          Operations: Array.from({ length: OPERATIONS }, (_, i) => ({
            method: 'POST',
            path: '/Users',
            bulkId: `b${i}`,
            data: scimPerson(personName(FIRST + serial * OPERATIONS + i)),
          })),
        }),
      });
    },
    limit: {
      name: 'single creates, one connection',
      request({ users, headers }) {
        return (serial) => ({
          method: 'POST',
          path: users,
          headers,
          body: JSON.stringify(scimPerson(personName(FIRST_SINGLE + serial))),
          status: 201,
        });
      },
      start: async ({ service: { url, pid } }, context) => ({ url, pid, context }),
    },
    goals: { mariadb: { ratio: 3, by: ['rate'] } },
  },
];
