// What directories and applications do with groups, in a group of 1,000,000 members (BENCH_MEMBERS for another number) and in an organization of
// 100,000 groups (BENCH_GROUPS), against the same in a group of 10 and in an organization of 100.
import mysql from 'mysql2/promise';
import { groupId, groupsOf, personId, SMALL } from '../harness/groups.mjs';
import { summary } from '../harness/samples.mjs';

const BUILT = new URL('../../dist/src/', import.meta.url);
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
/** At most 1.5 times as long. */
const NEARLY_EQUAL = { ratio: 0.67, by: /** @type {Array<'rate'>} */ (['rate']) };
const FLAT = { ratio: 0.8, by: /** @type {Array<'rate'>} */ (['rate']) };
const CHAINED = 250;

/** @typedef {import('../harness/groups.mjs').GroupWorld} GroupWorld */
/** @typedef {{ world: GroupWorld, few: string, headers: Record<string, string>, isLarge: boolean }} Context */

/**
 * The same request to both sides, which differ in the size of what it is about.
 * @param {string} name
 * @param {string} limitName
 * @param {(context: Context) => (serial: number) => import('../harness/connection.mjs').Request} request
 * @param {Partial<import('../harness/measure.mjs').Row> & { goal: import('../harness/measure.mjs').Goal }} more
 * @returns {import('../harness/measure.mjs').Row}
 */
function row(name, limitName, request, { goal, ...more }) {
  return {
    name,
    unit: 'answers',
    connections: 4,
    needsServer: true,
    async setup(bench) {
      const { large: world, few } = await groupsOf(bench);
      const headers = { ...bench.service.bearer, accept: 'application/scim+json', 'content-type': 'application/scim+json' };
      return { world, few: few.path, headers, isLarge: true };
    },
    request,
    limit: {
      name: limitName,
      request,
      start: async ({ service: { url, pid } }, context) => ({ url, pid, context: { ...context, isLarge: false } }),
    },
    goals: { mariadb: goal },
    ...more,
  };
}

/** The large group, or another of the small ones each time, so that these stay small. @param {Context} context @param {number} serial */
const groupOf = ({ world, isLarge }, serial) => `${world.path}/Groups/${isLarge ? world.large : groupId(world, serial % world.groups)}`;

/** @param {Context} context @param {number} serial @param {object} operation @returns {import('../harness/connection.mjs').Request} */
function patch(context, serial, operation) {
  const body = JSON.stringify({ schemas: [PATCH], Operations: [operation] });
  return { method: 'PATCH', path: groupOf(context, serial), headers: context.headers, body, status: 204 };
}

/** The person to add; no one twice to the large group. @param {Context} context */
function additions(context) {
  const { world } = context;
  return (/** @type {number} */ serial) => {
    // The last two have a part of their own.
    if (serial >= world.spare - 2) throw new Error('There are no more people to add: a shorter run, or a larger BENCH_GROUPS.');
    const value = [{ value: personId(world, world.members + serial) }];
    return patch(context, serial, { op: 'add', path: 'members', value });
  };
}

/** The person to remove; no one twice, from the large group or from a small one. @param {Context} context */
function removals(context) {
  const { world } = context;
  return (/** @type {number} */ serial) => {
    const index = (serial % world.groups) * SMALL + Math.floor(serial / world.groups);
    if (serial >= world.groups * SMALL) throw new Error('There are no more members to remove: a shorter run, or a larger BENCH_GROUPS.');
    return patch(context, serial, { op: 'remove', path: `members[value eq "${personId(world, index)}"]` });
  };
}

/** As Entra ID asks whether a person is a member. @param {Context} context */
function checks(context) {
  const { world, isLarge, headers } = context;
  return (/** @type {number} */ serial) => {
    // No one from the row of removals, which begins at the first of each ten.
    const group = world.groups - 1 - (serial % Math.min(world.groups, 1_000));
    const filter = `id eq "${isLarge ? world.large : groupId(world, group)}" and members eq "${personId(world, group * SMALL + SMALL - 1)}"`;
    return { method: 'GET', path: `${world.path}/Groups?${new URLSearchParams({ filter, attributes: 'id' })}`, headers };
  };
}

/** @param {Context} context */
function withoutMembers(context) {
  return (/** @type {number} */ serial) => ({
    method: 'GET',
    path: `${groupOf(context, serial)}?excludedAttributes=members`,
    headers: context.headers,
  });
}

/** @param {Record<string, string | number>} query @returns {(context: Context) => () => import('../harness/connection.mjs').Request} */
const list = (query) => (context) => {
  const parameters = { excludedAttributes: 'members', count: 100, ...query };
  const of = context.isLarge ? context.world.path : context.few;
  const path = `${of}/Groups?${new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]))}`;
  const request = { method: 'GET', path, headers: context.headers };
  return () => request;
};

/** @param {Buffer} body */
const isOne = (body) => body.includes('"totalResults":1');
/** @param {Buffer} body */
const isHundred = (body) => JSON.parse(body.toString()).Resources.length === 100;

const OF_TEN = `a group of ${SMALL}`;
const OF_FEW = '100 groups';

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  row('group-list', OF_FEW, list({}), { goal: FLAT, check: isHundred }),
  row('group-list-by-name', OF_FEW, list({ sortBy: 'displayName' }), { goal: FLAT, check: isHundred }),
  row('group-get', OF_TEN, withoutMembers, { goal: NEARLY_EQUAL }),
  row('group-check-member', OF_TEN, checks, { goal: NEARLY_EQUAL, check: isOne }),
  row('group-add-member', OF_TEN, additions, { goal: NEARLY_EQUAL, connections: 1 }),
  row('group-remove-member', OF_TEN, removals, { goal: NEARLY_EQUAL, connections: 1 }),
  row('groups-of-user', 'a user in no group', ofUser, { goal: {}, connections: 1 }),
  {
    ...row('groups-of-user-sql', 'a user in no group', ofUser, { goal: { rate: 1000 / 3 }, connections: 1 }),
    unit: 'statements',
    run: readGroups,
  },
];

/** One user with its groups. @param {Context} context @returns {() => import('../harness/connection.mjs').Request} */
function ofUser({ world, isLarge, headers }) {
  const request = { method: 'GET', path: `${world.path}/Users/${(isLarge ? world.chained : world.lonely).id}`, headers };
  return () => request;
}

/** The service's own statement, by itself. @type {import('../harness/measure.mjs').Run} */
async function readGroups({ service, seconds }, { world }, isWarmUp) {
  const { GroupGraph } = await import(new URL('users/roles/group-graph/group-graph.repository.js', BUILT).href);
  const { SERVER_WORDS: words } = await import(new URL('common/database/engines/sql-words.js', BUILT).href);
  const connection = await mysql.createConnection({ uri: service.databaseUrl.replace(/^mariadb:/, 'mysql:'), charset: 'utf8mb4' });
  const query = { rows: async (/** @type {string} */ sql, /** @type {any[]} */ values) => (await connection.execute(sql, values))[0] };
  const graph = new GroupGraph({ query, search: { words } });
  /** @type {number[]} */
  const latencies = [];
  const started = performance.now();
  const deadline = started + (isWarmUp ? 1 : seconds) * 1000;
  for (let sent = performance.now(); sent < deadline;) {
    const found = await graph.groupsOfMembers(world.orgNo, [world.chained.no]);
    if (found.length !== CHAINED) throw new Error(`The person is in ${found.length} groups.`);
    const now = performance.now();
    latencies.push(now - sent);
    sent = now;
  }
  await connection.end();
  return summary(latencies, latencies.length, performance.now() - started);
}
