// One person replaced, changed by a PATCH, removed; against the least that a durable change of a person writes.
import { rawWriter } from '../limits/limits.mjs';
import { personName, scimPerson, usersPath } from './requests.mjs';

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const PEOPLE = 200;
/** Names that no other row makes. */
const FIRST = 990_000_000;
const FIRST_REMOVED = 991_000_000;
const IMPORTED_AT_ONCE = 1_000;
/** More than any machine removes in a second. */
const MOST_PER_SECOND = 2_000;
/** The warm-up and the time in which statements are recorded. */
const OTHER_SECONDS = 7;

/** @typedef {{ users: string, ids: string[], headers: Record<string, string> }} Context */

const CHANGED_PERSON = {
  connections: 16,
  limit: rawWriter({ peopleInTransaction: 1, connections: { sqlite: 1, mariadb: 10 }, changes: true }),
};

/**
 * A change of one of the same people, never the same as the one before.
 * @param {string} name @param {number} first @param {string} method @param {(person: number, serial: number) => object} bodyOf
 * @returns {import('../harness/measure.mjs').Row}
 */
function row(name, first, method, bodyOf) {
  return {
    ...CHANGED_PERSON,
    name,
    unit: 'changes',
    async setup({ service }) {
      const users = usersPath(service.credentials);
      const ids = [];
      for (let i = 0; i < PEOPLE; i++) ids.push((await service.call('POST', users, scimPerson(personName(first + i)))).id);
      const headers = { ...service.bearer, 'content-type': 'application/scim+json' };
      return { users, ids, headers, template: { id: ids[0], userName: personName(first) } };
    },
    request({ users, ids, headers }) {
      return (serial) => {
        const person = serial % ids.length;
        return { method, path: `${users}/${ids[person]}`, headers, body: JSON.stringify(bodyOf(first + person, serial)) };
      };
    },
    goals: {},
  };
}

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  row('scim-put', FIRST, 'PUT', (person, serial) => ({ ...scimPerson(personName(person)), title: `Title ${serial}` })),
  {
    ...row('scim-patch', FIRST + PEOPLE, 'PATCH', (_person, serial) => ({
      schemas: [PATCH],
      Operations: [{ op: 'replace', path: 'title', value: `Title ${serial}` }],
    })),
    status: 204,
  },
  {
    ...CHANGED_PERSON,
    name: 'scim-delete',
    unit: 'people',
    status: 204,
    async setup({ service, seconds, rounds }) {
      const people = Math.ceil((OTHER_SECONDS + seconds * rounds) * MOST_PER_SECOND);
      const ids = await importPeople(service, people);
      const headers = { ...service.bearer, accept: 'application/scim+json' };
      return { users: usersPath(service.credentials), ids, headers, template: { id: ids[0], userName: personName(FIRST_REMOVED) } };
    },
    request({ users, ids, headers }) {
      return (serial) => {
        // The limit copies the first.
        const id = ids[serial + 1];
        if (id === undefined) throw new Error('Everybody has been removed: a shorter run.');
        return { method: 'DELETE', path: `${users}/${id}`, headers };
      };
    },
    goals: {},
  },
];

/** @param {import('../harness/service.mjs').Service} service @param {number} people @returns {Promise<string[]>} their ids */
async function importPeople(service, people) {
  /** @type {string[]} */
  const ids = [];
  for (let from = 0; from < people; from += IMPORTED_AT_ONCE) {
    const humanUsers = Array.from({ length: IMPORTED_AT_ONCE }, (_, at) => {
      const userName = personName(FIRST_REMOVED + from + at);
      return {
        user: {
          userName,
          profile: { firstName: 'Benita', lastName: 'Benchley', displayName: 'Benita Benchley' },
          email: { email: `${userName}@example.com`, isEmailVerified: true },
        },
      };
    });
    const { success } = await service.call('POST', '/admin/v1/import', {
      dataOrgs: { orgs: [{ orgId: service.credentials.orgId, humanUsers }] },
    });
    ids.push(...success.orgs[0].humanUserIds);
  }
  return ids;
}
