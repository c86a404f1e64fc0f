// The rows of one person, read back from the service's database and written as often as it goes with the same driver:
// prepared statements, the service's schema and durability, no HTTP, no rules, no checks. Or people who are changed: one column, with the event.
import { randomBytes } from 'node:crypto';
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { v7 } from 'uuid';
import { answer } from '../harness/processes.mjs';
import { summary } from '../harness/samples.mjs';

/** Longest statement: SQLite binds at most 32,766 values. */
const MAX_VALUES = 32_000;
/** A person's creation leaves fewer events than this. */
const MOST_EVENTS = 10;
const FIRST_NUMBER = 1_000_000_000;
const FIRST_NAME = 930_000_000;
const NAME_DIGITS = 9;
/** So many are there to be changed. */
const CHANGED_PEOPLE = 1_000;
/** What a change leaves besides the person's own row. */
const CHANGE_TABLES = new Set(['events', 'event_commits']);

/**
 * @typedef {string | number | bigint | null} Value
 * @typedef {{ rows(sql: string, values?: Value[]): Promise<Array<Record<string, Value>>>, run(sql: string, values?: Value[]): Promise<void>, close(): Promise<void> }} Connection
 * @typedef {{ no: number, id: string, tx: number, ordinal: number, digits: string, nowUs: number }} Person
 * @typedef {{ table: string, columns: string[], perTransaction: boolean, values: Array<(person: Person) => Value> }} RowPlan
 */

/** @type {Connection[]} */
let connections = [];
/** @type {RowPlan[]} */
let plans = [];
let peopleInTransaction = 1;
let lastNumber = FIRST_NUMBER;
let lastName = FIRST_NAME;

/** The people to change; if empty, people are created. @type {Person[]} */
const known = [];

answer({ prepare, run });

/**
 * @param {{ sourceUrl: string, scratchUrl: string, scratchDir: string, template: { id: string, userName: string },
 *   peopleInTransaction: number, connections: number, changes: boolean }} job
 */
async function prepare(job) {
  peopleInTransaction = job.peopleInTransaction;
  const source = await open(job.sourceUrl);
  plans = await readTemplate(source, job.sourceUrl, job.template);
  await source.close();
  await createSchema(job.scratchUrl, job.scratchDir);
  connections = await Promise.all(Array.from({ length: job.connections }, () => open(job.scratchUrl)));
  const [connection] = connections;
  while (job.changes && connection && known.length < CHANGED_PEOPLE) known.push(...(await createPeople(connection)));
  return plans.map(({ table }) => table);
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
        await (known.length > 0 ? changePerson(connection) : createPeople(connection));
        const now = performance.now();
        latencies.push(now - sent);
        sent = now;
      }
    }),
  );
  return summary(latencies, latencies.length * peopleInTransaction, performance.now() - started);
}

/** One transaction. @param {Connection} connection */
async function createPeople(connection) {
  const tx = ++lastNumber;
  const nowUs = Date.now() * 1000;
  /** @type {Person[]} */
  const people = [];
  for (let ordinal = 0; ordinal < peopleInTransaction; ordinal++) {
    const digits = String(++lastName).padStart(NAME_DIGITS, '0');
    people.push({ no: ++lastNumber, id: v7(), tx, ordinal, digits, nowUs });
  }
  await connection.run('BEGIN');
  await insert(connection, plans, people);
  await connection.run('COMMIT');
  return people;
}

/** One transaction: the next person gets another title. @param {Connection} connection */
async function changePerson(connection) {
  const tx = ++lastNumber;
  const person = /** @type {Person} */ (known[tx % known.length]);
  const nowUs = Date.now() * 1000;
  await connection.run('BEGIN');
  await connection.run('UPDATE users SET title = ?, modified_us = ?, version = version + 1 WHERE no = ?', [
    `Title ${tx}`,
    nowUs,
    person.no,
  ]);
  await insert(
    connection,
    plans.filter(({ table }) => CHANGE_TABLES.has(table)),
    [{ ...person, tx, nowUs }],
  );
  await connection.run('COMMIT');
}

/** @param {Connection} connection @param {RowPlan[]} wanted @param {Person[]} people */
async function insert(connection, wanted, people) {
  for (const { table, columns, perTransaction, values } of wanted) {
    const rows = perTransaction ? people.slice(0, 1) : people;
    const most = Math.floor(MAX_VALUES / columns.length);
    for (let from = 0; from < rows.length; from += most) {
      const part = rows.slice(from, from + most);
      const marks = `(${columns.map(() => '?').join(', ')})`;
      await connection.run(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${part.map(() => marks).join(', ')}`,
        part.flatMap((person) => values.map((value) => value(person))),
      );
    }
  }
}

/** The service's own migrations, without the service. @param {string} databaseUrl @param {string} dataDir */
async function createSchema(databaseUrl, dataDir) {
  // Built by now, and not there when types are checked.
  const [storage, settings] = await Promise.all(['storage', 'common/settings/settings'].map((name) => import(`../../dist/src/${name}.js`)));
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, MASTER_KEY: randomBytes(32).toString('base64') };
  const { writer, reader, release } = await storage.openStorage(settings.loadSettings(env));
  await writer.destroy();
  await reader.destroy();
  release();
}

/**
 * Every row that belongs to the person: of each table with a column that names a user, a subject of events or a unit of work.
 * @param {Connection} source @param {string} url @param {{ id: string, userName: string }} template @returns {Promise<RowPlan[]>}
 */
async function readTemplate(source, url, { id, userName }) {
  const [user] = await source.rows('SELECT * FROM users WHERE id = ?', [id]);
  const [event] = await source.rows('SELECT * FROM events WHERE aggregate_id = ?', [id]);
  if (!user || !event) throw new Error('The person to copy is not there.');
  const facts = { no: Number(user['no']), tx: Number(event['tx_no']), id, userName };
  const tables = await tablesOf(source, url);
  /** @type {RowPlan[]} */
  const found = [];
  for (const [table, columns] of tables) {
    const [column, value] =
      table === 'users'
        ? ['no', facts.no]
        : columns.includes('user_no')
          ? ['user_no', facts.no]
          : columns.includes('aggregate_id')
            ? ['aggregate_id', id]
            : columns.includes('tx_no')
              ? ['tx_no', facts.tx]
              : [];
    if (column === undefined || value === undefined) continue;
    for (const row of await source.rows(`SELECT * FROM ${table} WHERE ${column} = ?`, [value])) {
      // Followers give the position later.
      if (table === 'event_commits') row['position'] = null;
      found.push({
        table,
        columns: Object.keys(row),
        perTransaction: column === 'tx_no',
        values: Object.entries(row).map(([name, stored]) => maker(name, stored, 'tx_no' in row, facts)),
      });
    }
  }
  return found;
}

/**
 * What stands in a column of a copy. `inUnit`: the rows of a unit of work are numbered through.
 * @param {string} column @param {Value} stored @param {boolean} inUnit @param {{ no: number, tx: number, id: string, userName: string }} facts
 * @returns {RowPlan['values'][number]}
 */
function maker(column, stored, inUnit, { no, tx, id, userName }) {
  if (stored === null) return () => null;
  if ((column === 'no' || column === 'user_no') && Number(stored) === no) return (person) => person.no;
  if (column === 'tx_no' && Number(stored) === tx) return (person) => person.tx;
  if (column === 'ord' && inUnit) return (person) => person.ordinal * MOST_EVENTS + Number(stored);
  if (column.endsWith('_us')) return (person) => person.nowUs;
  if (stored === id) return (person) => person.id;
  if (typeof stored !== 'string') return () => stored;
  const digits = userName.slice(-NAME_DIGITS);
  const forward = stored.split(digits);
  const backward = stored.split(reversed(digits));
  if (forward.length > 1) return (person) => forward.join(person.digits);
  if (backward.length > 1) return (person) => backward.join(reversed(person.digits));
  return () => stored;
}

/** @param {string} text */
const reversed = (text) => [...text].reverse().join('');

/** @param {Connection} source @param {string} url @returns {Promise<Array<[string, string[]]>>} tables with their columns, `users` first */
async function tablesOf(source, url) {
  const names = url.startsWith('sqlite:')
    ? await source.rows("SELECT m.name AS t, p.name AS c FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'")
    : await source.rows('SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()');
  /** @type {Map<string, string[]>} */
  const tables = new Map([['users', []]]);
  for (const { t, c } of names) tables.set(String(t), [...(tables.get(String(t)) ?? []), String(c)]);
  return [...tables];
}

/** With the settings the service gives its connections. @param {string} url @returns {Promise<Connection>} */
async function open(url) {
  return url.startsWith('sqlite:') ? openFile(url.slice('sqlite:'.length)) : openServer(url);
}

/** @param {string} file @returns {Connection} */
function openFile(file) {
  const database = new Libsql(file);
  database.exec('PRAGMA busy_timeout=5000');
  database.exec('PRAGMA journal_mode=WAL');
  database.exec('PRAGMA synchronous=FULL');
  /** @type {Map<string, import('libsql').Statement>} */
  const statements = new Map();
  const prepared = (/** @type {string} */ sql) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  return {
    rows: async (sql, values = []) => /** @type {Array<Record<string, Value>>} */ (prepared(sql).all(...values)),
    run: async (sql, values = []) => void prepared(sql).run(...values),
    close: async () => void database.close(),
  };
}

/** @param {string} url @returns {Promise<Connection>} */
async function openServer(url) {
  const connection = await mysql.createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), charset: 'utf8mb4', supportBigNumbers: true });
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  return {
    rows: async (sql, values = []) => /** @type {any} */ ((await connection.execute(sql, values))[0]),
    // The protocol for prepared statements has no BEGIN and COMMIT everywhere.
    run: async (sql, values) => void (values ? await connection.execute(sql, values) : await connection.query(sql)),
    close: () => connection.end(),
  };
}
