// One person by id, against a route of the same application that does nothing.
import { sameService } from '../limits/limits.mjs';
import { personName, scimPerson, usersPath } from './requests.mjs';

const PEOPLE = 200;
/** Names that no other row makes. */
const FIRST = 900_000_000;

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'scim-get',
    unit: 'answers',
    connections: 16,
    async setup({ service }) {
      const path = usersPath(service.credentials);
      const paths = [];
      for (let i = 0; i < PEOPLE; i++) {
        const { id } = await service.call('POST', path, scimPerson(personName(FIRST + i)));
        paths.push(`${path}/${id}`);
      }
      return { paths, headers: { ...service.bearer, accept: 'application/scim+json' } };
    },
    request({ paths, headers }) {
      const requests = paths.map((/** @type {string} */ path) => ({ method: 'GET', path, headers }));
      return (serial) => requests[serial % requests.length];
    },
    limit: sameService('GET /healthz', { method: 'GET', path: '/healthz' }),
    goals: { mariadb: { ratio: 0.5, by: ['rate', 'cpu'] } },
  },
];
