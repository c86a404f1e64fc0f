// 1,000 people with bcrypt hashes in a request, one request at a time, against the same rows in statements of many rows.
import { rawWriter } from '../limits/limits.mjs';
import { personName } from './requests.mjs';

const PEOPLE = 1_000;
/** Above every name of the row scim-create. */
const FIRST = 500_000_000;
const TEMPLATE = 920_000_000;
/** Well formed; nobody signs in with it here. */
const HASH = '$2a$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234';

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'import',
    unit: 'people',
    connections: 1,
    perAnswer: PEOPLE,
    check: (body) => JSON.parse(body.toString()).success.orgs[0]?.humanUserIds.length === PEOPLE,
    async setup({ service }) {
      const { orgId } = service.credentials;
      const userName = personName(TEMPLATE);
      const { success } = await service.call('POST', '/admin/v1/import', importBody(orgId, [userName]));
      const headers = { ...service.bearer, 'content-type': 'application/json' };
      return { orgId, headers, template: { id: success.orgs[0].humanUserIds[0], userName } };
    },
    request({ orgId, headers }) {
      return (serial) => {
        const names = Array.from({ length: PEOPLE }, (_, i) => personName(FIRST + serial * PEOPLE + i));
        return { method: 'POST', path: '/admin/v1/import', headers, body: JSON.stringify(importBody(orgId, names)) };
      };
    },
    limit: rawWriter({ peopleInTransaction: PEOPLE, connections: { sqlite: 1, mariadb: 2 } }),
    goals: { mariadb: { ratio: 0.65, by: ['rate'], rate: 12_000 }, sqlite: { ratio: 0.5, by: ['rate'], rate: 4_000 } },
  },
];

/** @param {string} orgId @param {string[]} names */
function importBody(orgId, names) {
  const humanUsers = names.map((userName) => ({
    user: {
      userName,
      profile: { firstName: 'Benita', lastName: 'Benchley', displayName: 'Benita Benchley', preferredLanguage: 'en' },
      email: { email: `${userName}@example.com`, isEmailVerified: true },
      hashedPassword: { value: HASH },
    },
  }));
  return { dataOrgs: { orgs: [{ orgId, humanUsers }] } };
}
