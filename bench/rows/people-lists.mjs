// Pages of the people of a large organization by the admin API, against the same pages of one of 10,000: they cost the same.
import { crowdsOf } from '../harness/people.mjs';

/** Row and query. @type {Record<string, Record<string, string>>} */
const LISTS = {
  'people-list': {},
  'people-list-by-name': { sort: 'name' },
  'people-list-changed': { changedAfter: '2020-01-01T00:00:00Z', sort: '-changedAt' },
  'people-list-active': { state: 'active' },
  'people-list-q': { q: 'match-' },
};

/** @type {Array<{ name: string, query: Record<string, string>, byCursor: boolean }>} */
const CASES = Object.entries(LISTS).flatMap(([name, query]) => [
  { name, query, byCursor: false },
  ...(Object.keys(query).length > 0 ? [] : [{ name: `${name}-cursor`, query, byCursor: true }]),
]);

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = CASES.map(({ name, query, byCursor }) => {
  /** @param {{ address: string, headers: Record<string, string> }} context */
  const request = ({ address, headers }) => {
    const one = { method: 'GET', path: address, headers };
    return () => one;
  };
  return {
    name,
    unit: 'pages',
    connections: 4,
    needsPeople: true,
    async setup(bench) {
      const { small, large } = await crowdsOf(bench);
      const addressOf = async (/** @type {import('../harness/people.mjs').Crowd} */ { path }) => {
        const people = path.replace('/scim/v2/', '/admin/v1/organizations/').replace('/Users', '/people');
        const first = `${people}?${new URLSearchParams({ ...query, limit: '20' })}`;
        return byCursor ? `${first}&cursor=${(await bench.service.call('GET', first)).nextCursor}` : first;
      };
      return { address: await addressOf(large), small: await addressOf(small), headers: bench.service.bearer };
    },
    request,
    limit: {
      name: '10,000 people',
      request,
      start: async ({ service: { url, pid } }, { small, headers }) => ({ url, pid, context: { address: small, headers } }),
    },
    goals: { mariadb: { ratio: 0.5, by: ['rate'] } },
  };
});
