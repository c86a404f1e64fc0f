// Pages of a large organization against the same pages, with as many matches, of one of 10,000; and the searches that look at everybody.
import { crowdsOf } from '../harness/people.mjs';

const ORDERS = ['id', 'userName', 'name.familyName', 'name.givenName', 'displayName', 'emails', 'meta.created', 'meta.lastModified'];
const FILTERS = {
  eq: 'userName eq "match-0000000-tail"',
  'eq-many': 'name.familyName eq "Xyzzy"',
  sw: 'userName sw "match-"',
  ew: 'userName ew "-tail"',
  'email-eq': 'emails.value eq "xyzzy.match-0000000-tail@example.com"',
  'email-ew': 'emails.value ew "-tail@example.com"',
};
const TWICE = { ratio: 0.5, by: /** @type {Array<'rate'>} */ (['rate']) };

/** A page at most so slow, one request at a time. @param {number} ms */
const within = (ms) => ({ rate: 1000 / ms });

/**
 * @param {string} name @param {Record<string, string | number>} query @param {import('../harness/measure.mjs').Goal} goal
 * @param {{ byCursor?: boolean, connections?: number, startsAt?: number }} [options]
 * @returns {import('../harness/measure.mjs').Row}
 */
function row(name, query, goal, { byCursor = false, connections = 4, startsAt } = {}) {
  /** @param {{ address: string, headers: Record<string, string> }} context */
  const request = ({ address, headers }) => {
    const one = { method: 'GET', path: address, headers };
    return () => one;
  };
  const address = (/** @type {string} */ path, more = {}) =>
    `${path}?${new URLSearchParams(Object.entries({ ...query, ...more }).map(([key, value]) => [key, String(value)]))}`;
  return {
    name: `scim-list-${name}`,
    unit: 'pages',
    connections,
    needsPeople: true,
    async setup(bench) {
      const { small, large } = await crowdsOf(bench);
      const headers = { ...bench.service.bearer, accept: 'application/scim+json' };
      const addressOf = async (/** @type {import('../harness/people.mjs').Crowd} */ { path, people }) =>
        startsAt !== undefined
          ? address(path, { startIndex: Math.floor(people * startsAt) })
          : byCursor
            ? address(path, { cursor: (await bench.service.call('GET', address(path, { cursor: '' }))).nextCursor })
            : address(path);
      return { address: await addressOf(large), small: await addressOf(small), headers };
    },
    request,
    limit: {
      name: '10,000 people',
      request,
      start: async ({ service: { url, pid } }, { small, headers }) => ({ url, pid, context: { address: small, headers } }),
    },
    goals: { mariadb: goal },
  };
}

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  // As many connections as those who ask for one person by id have.
  ...Object.entries(FILTERS).map(([name, filter]) => row(name, { filter }, TWICE, name === 'eq' ? { connections: 16 } : {})),
  ...ORDERS.flatMap((sortBy) => [
    row(`by-${sortBy}`, { sortBy, count: 20 }, TWICE),
    row(`by-${sortBy}-cursor`, { sortBy, count: 20 }, TWICE, { byCursor: true }),
  ]),
  row('co', { filter: 'name.familyName co "yzz"' }, within(300), { connections: 1 }),
  row('co-unindexed', { filter: 'title co "yzz"' }, within(300), { connections: 1 }),
  row('co-many', { filter: 'userName co "7"' }, within(300), { connections: 1 }),
  row('co-values', { filter: 'emails.value co "yzz"' }, within(700), { connections: 1 }),
  row('co-same-element', { filter: 'emails[type eq "work" and value co "yzz"]' }, within(700), { connections: 1 }),
  row('far', { count: 100 }, within(150), { connections: 1, startsAt: 0.9 }),
];
