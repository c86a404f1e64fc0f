// An organization with groups of every size, written by the database itself: through the service a million members would take an hour.
// Its people are rows of `users` only; their lists of values are no concern of groups.
import mysql from 'mysql2/promise';
import { randomBytes } from 'node:crypto';

/** Members of the large group; other sizes for short runs. */
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 1_000_000);
/** Small groups, ten members each, taken from the members of the large group. */
const GROUPS = Number(process.env.BENCH_GROUPS ?? Math.floor(MEMBERS / 10));
export const SMALL = 10;
const FEW_GROUPS = 100;
/** Chains of groups that one person is in: a direct group, and the groups above it. */
const CHAINS = 50;
const DEPTH = 5;
/** Rows of one statement. */
const PORTION = 50_000;
const DIGITS = 9;
/** Stands in the template's columns where each person has its own; the database finds it backwards, too. */
const PATTERN = '987612345';

/**
 * The first `members` people are in the large group, `spare` more are in none. Small group g has the people from g * 10 on. `chained`: a person in 50 groups, each nested 5 deep; `lonely`: in none.
 * @typedef {{ orgNo: number, path: string, members: number, groups: number, spare: number, prefix: string, large: string, chained: { no: number, id: string }, lonely: { no: number, id: string } }} GroupWorld
 */

/** @param {GroupWorld} world @param {number} index */
export const personId = ({ prefix }, index) => `${prefix}-p${digits(index)}`;
/** @param {GroupWorld} world @param {number} index */
export const groupId = ({ prefix }, index) => `${prefix}-g${digits(index)}`;
/** @param {number} index */
const digits = (index) => String(index).padStart(DIGITS, '0');

/** @type {WeakMap<import('./service.mjs').Service, Promise<{ large: GroupWorld, few: { path: string } }>>} */
const worlds = new WeakMap();

/** Made once for each service. @param {import('./measure.mjs').Bench} bench */
export function groupsOf({ service }) {
  const known = worlds.get(service) ?? make(service);
  worlds.set(service, known);
  return known;
}

/** @param {import('./service.mjs').Service} service */
async function make(service) {
  const connection = await mysql.createConnection({ uri: service.databaseUrl.replace(/^mariadb:/, 'mysql:'), charset: 'utf8mb4' });
  // Only for this connection: what is loaded is not what is measured.
  await connection.query('SET SESSION max_recursive_iterations = 1000000000, unique_checks = 0, foreign_key_checks = 0');
  const large = await load(service, connection, MEMBERS, GROUPS);
  const few = await load(service, connection, FEW_GROUPS * SMALL, FEW_GROUPS);
  await connection.query('ANALYZE TABLE users, user_groups, group_members');
  await connection.end();
  return { large, few: { path: few.path } };
}

/**
 * @param {import('./service.mjs').Service} service @param {mysql.Connection} connection @param {number} members @param {number} groups
 * @returns {Promise<GroupWorld>}
 */
async function load(service, connection, members, groups) {
  const prefix = `bench${randomBytes(4).toString('hex')}`;
  const { orgId } = await service.call('POST', '/admin/v1/organizations', { name: prefix, primaryDomain: `${prefix}.test` });
  const path = `/scim/v2/${orgId}`;
  const template = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: `${prefix}-${PATTERN}` };
  const { id } = await service.call('POST', `${path}/Users`, {
    ...template,
    displayName: `Person ${PATTERN}`,
    name: { familyName: `Family${PATTERN}`, givenName: 'Benita' },
    emails: [{ value: `${prefix}-${PATTERN}@example.com`, type: 'work', primary: true }],
  });
  const [[{ no, org_no: orgNo }]] = /** @type {any} */ (await connection.query('SELECT no, org_no FROM users WHERE id = ?', [id]));
  const spare = Math.max(50_000, groups);
  const people = members + spare;
  const chainGroups = CHAINS * DEPTH;
  const take = people + groups + 1 + chainGroups;
  await connection.query("UPDATE sequences SET next_no = next_no + ? WHERE name = 'numbers'", [take]);
  const [[{ next_no: end }]] = /** @type {any} */ (await connection.query("SELECT next_no FROM sequences WHERE name = 'numbers'"));
  const firstPerson = Number(end) - take;
  const firstGroup = firstPerson + people;
  const largeNo = firstGroup + groups;
  const firstChained = largeNo + 1;
  const nowUs = Date.now() * 1000 - take;
  /** @param {string} into @param {number} from @param {number} count @param {string} select of the numbers `i` from `from` on */
  const insert = async (into, from, count, select) => {
    for (let at = from; at < from + count; at += PORTION) {
      const to = Math.min(at + PORTION, from + count);
      await connection.query(
        `INSERT INTO ${into} WITH RECURSIVE n (i) AS (SELECT ${at} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to}) ${select}`,
      );
    }
  };
  const padded = `LPAD(i, ${DIGITS}, '0')`;

  const [columns] = /** @type {any} */ (
    await connection.query(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'users'",
    )
  );
  const names = columns.map((/** @type {{ name: string }} */ { name }) => name);
  const values = columns.map((/** @type {{ name: string, type: string }} */ { name, type }) => {
    if (name === 'no') return `${firstPerson} + i`;
    if (name === 'id') return `CONCAT('${prefix}-p', ${padded})`;
    if (name.endsWith('_us')) return `t.${name} + i`;
    if (!['varchar', 'text', 'mediumtext', 'longtext'].includes(type)) return `t.${name}`;
    return `REPLACE(REPLACE(t.${name}, '${PATTERN}', ${padded}), '${[...PATTERN].reverse().join('')}', REVERSE(${padded}))`;
  });
  await insert(`users (${names.join(', ')})`, 0, people, `SELECT ${values.join(', ')} FROM n JOIN users t ON t.no = ${no}`);
  await connection.query('UPDATE people_counts SET n = ? WHERE org_no = ? AND slot = 0', [people + 1, orgNo]);

  const groupColumns = 'no, id, org_no, display_name, display_name_key, display_name_rev, version, created_us, modified_us';
  await insert(
    `user_groups (${groupColumns})`,
    0,
    groups + 1 + chainGroups,
    `SELECT ${firstGroup} + i, CONCAT('${prefix}-g', ${padded}), ${orgNo}, CONCAT('Group ', ${padded}), CONCAT('group ', ${padded}),
      REVERSE(CONCAT('group ', ${padded})), 1, ${nowUs} + i, ${nowUs} + i FROM n`,
  );
  await connection.query('UPDATE group_counts SET n = ? WHERE org_no = ? AND slot = 0', [groups + 1 + chainGroups, orgNo]);
  const memberColumns = 'group_members (group_no, kind, member_no, org_no)';
  await insert(memberColumns, 0, members, `SELECT ${largeNo}, 'user', ${firstPerson} + i, ${orgNo} FROM n`);
  await insert(memberColumns, 0, groups * SMALL, `SELECT ${firstGroup} + FLOOR(i / ${SMALL}), 'user', ${firstPerson} + i, ${orgNo} FROM n`);
  const chained = { no: firstPerson + people - 1, id: `${prefix}-p${digits(people - 1)}` };
  const lonely = { no: firstPerson + people - 2, id: `${prefix}-p${digits(people - 2)}` };
  await insert(memberColumns, 0, CHAINS, `SELECT ${firstChained} + i * ${DEPTH}, 'user', ${chained.no}, ${orgNo} FROM n`);
  await insert(
    memberColumns,
    0,
    chainGroups,
    `SELECT ${firstChained} + i + 1, 'group', ${firstChained} + i, ${orgNo} FROM n WHERE i % ${DEPTH} < ${DEPTH - 1}`,
  );
  return { orgNo, path, members, groups, spare, prefix, large: `${prefix}-g${digits(groups)}`, chained, lonely };
}
