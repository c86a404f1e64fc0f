// The rows of an imported group with its members, as the service wrote them, written again and again with the same driver, many per statement:
// into empty tables of the same definition on the same server, with prepared statements, no HTTP, no names to find, no checks.
import mysql from 'mysql2/promise';
import { v7 } from 'uuid';
import { answer } from '../harness/processes.mjs';
import { summary } from '../harness/samples.mjs';

const GROUPS_IN_TRANSACTION = 500;
const CONNECTIONS = 4;
const ROWS_AT_ONCE = 2_500;
const FIRST_NUMBER = 1_000_000_000;
const TABLES = ['user_groups', 'group_members', 'events', 'event_commits'];

/** @typedef {Record<string, string | number | null>} Row */

/** @type {mysql.Connection[]} */
let connections = [];
/** @type {{ group: Row, member: Row, added: Row, joined: Row, commit: Row, members: number }} */
let template;
let lastNumber = FIRST_NUMBER;

answer({ prepare, run });

/** @param {{ sourceUrl: string, scratchUrl: string, groupId: string }} job `groupId` of a group that has been imported */
async function prepare({ sourceUrl, scratchUrl, groupId }) {
  const source = await open(sourceUrl);
  /** @param {string} sql @param {unknown[]} values @returns {Promise<Row[]>} */
  const rows = async (sql, values) => /** @type {any} */ ((await source.query(sql, values))[0]);
  const [group] = await rows('SELECT * FROM user_groups WHERE id = ?', [groupId]);
  const members = await rows('SELECT * FROM group_members WHERE group_no = ?', [group?.['no']]);
  const events = await rows('SELECT * FROM events WHERE aggregate_id = ? ORDER BY tx_no, ord', [groupId]);
  const [added, joined] = [events.find((event) => event['subject_id'] === null), events.find((event) => event['subject_id'] !== null)];
  const [commit] = await rows('SELECT * FROM event_commits WHERE tx_no = ?', [joined?.['tx_no']]);
  if (!group || !members[0] || !added || !joined || !commit) throw new Error('The group to copy is not complete.');
  template = { group, member: members[0], added, joined, commit: { ...commit, position: null }, members: members.length };
  const definitions = await Promise.all(TABLES.map(async (table) => (await rows(`SHOW CREATE TABLE ${table}`, []))[0]?.['Create Table']));
  await source.end();
  connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(scratchUrl)));
  for (const definition of definitions) await connections[0]?.query(String(definition));
}

/** @param {{ seconds: number }} job */
async function run({ seconds }) {
  /** @type {number[]} */
  const latencies = [];
  const started = performance.now();
  const deadline = started + seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      for (let sent = performance.now(); sent < deadline;) {
        await writeOnce(connection);
        const now = performance.now();
        latencies.push(now - sent);
        sent = now;
      }
    }),
  );
  return summary(latencies, latencies.length * GROUPS_IN_TRANSACTION * template.members, performance.now() - started);
}

/** @param {mysql.Connection} connection */
async function writeOnce(connection) {
  const nowUs = Date.now() * 1000;
  const tx = ++lastNumber;
  /** @type {Record<string, Row[]>} */
  const rows = { user_groups: [], group_members: [], events: [], event_commits: [{ ...template.commit, tx_no: tx }] };
  for (let at = 0; at < GROUPS_IN_TRANSACTION; at++) {
    const [no, id] = [++lastNumber, v7()];
    const name = `Raw group ${no}`;
    const names = {
      display_name: name,
      display_name_key: name.toLowerCase(),
      display_name_rev: [...name.toLowerCase()].reverse().join(''),
    };
    rows['user_groups']?.push({ ...template.group, ...names, no, id, created_us: nowUs, modified_us: nowUs });
    const common = { tx_no: tx, aggregate_id: id, created_us: nowUs };
    rows['events']?.push({ ...template.added, ...common, ord: rows['events'].length });
    for (let member = 0; member < template.members; member++) {
      const memberNo = FIRST_NUMBER + ((no * template.members + member) % 1_000_000);
      const subject = `${String(template.joined['subject_id']).slice(0, -9)}${memberNo % 1_000_000_000}`;
      const payload = String(template.joined['payload']).replace(String(template.joined['subject_id']), subject);
      rows['group_members']?.push({ ...template.member, group_no: no, member_no: memberNo });
      rows['events']?.push({ ...template.joined, ...common, ord: rows['events'].length, subject_id: subject, payload });
    }
  }
  await connection.query('BEGIN');
  for (const table of TABLES) {
    const all = rows[table] ?? [];
    for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
      const part = all.slice(from, from + ROWS_AT_ONCE);
      const columns = Object.keys(part[0] ?? {});
      const marks = `(${columns.map(() => '?').join(', ')})`;
      await connection.execute(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${part.map(() => marks).join(', ')}`,
        part.flatMap((row) => columns.map((column) => row[column] ?? null)),
      );
    }
  }
  await connection.query('COMMIT');
}

/** With the settings the service gives its connections. @param {string} url */
async function open(url) {
  const connection = await mysql.createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), charset: 'utf8mb4', supportBigNumbers: true });
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  return connection;
}
