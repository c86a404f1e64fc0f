// Creating people one by one without a password, against their rows written raw.
import { rawWriter } from '../limits/limits.mjs';
import { personName, scimPerson, usersPath } from './requests.mjs';

const TEMPLATE = 910_000_000;

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'scim-create',
    unit: 'people',
    connections: 16,
    status: 201,
    async setup({ service }) {
      const path = usersPath(service.credentials);
      const { id } = await service.call('POST', path, scimPerson(personName(TEMPLATE)));
      return {
        path,
        headers: { ...service.bearer, 'content-type': 'application/scim+json' },
        template: { id, userName: personName(TEMPLATE) },
      };
    },
    request({ path, headers }) {
      return (serial) => ({ method: 'POST', path, headers, body: JSON.stringify(scimPerson(personName(serial))) });
    },
    limit: rawWriter({ peopleInTransaction: 1, connections: { sqlite: 1, mariadb: 10 } }),
    goals: { mariadb: { ratio: 0.4, by: ['rate'] } },
  },
];
