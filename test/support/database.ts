// A database of its own for each test file, on the engine that TEST_DATABASE_URL chooses.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The server under test, or undefined for the embedded database. Its user may create databases. */
export const SERVER_URL = process.env['TEST_DATABASE_URL'];

/** The engine under test: `sqlite`, `mariadb` or `mysql`. */
export const ENGINE = SERVER_URL ? new URL(SERVER_URL).protocol.slice(0, -1) : 'sqlite';

/** What asks for the plan of the statement that follows, as rows with the columns `table`, `type`, `key` and `Extra`, or `detail` on SQLite. */
export const EXPLAIN = { sqlite: 'EXPLAIN QUERY PLAN', mariadb: 'EXPLAIN', mysql: 'EXPLAIN FORMAT=TRADITIONAL' }[ENGINE] ?? '';

/** An empty database: a file below `dataDir`, or a new schema on the server. */
export async function freshDatabase(dataDir: string): Promise<FreshDatabase> {
  if (!SERVER_URL) return { url: `sqlite:${join(dataDir, 'gatehouse.db')}`, drop: async () => undefined };
  const name = `gatehouse_test_${process.env['TEST_RUN'] ?? 'x'}_${randomBytes(6).toString('hex')}`;
  await onServer([`CREATE DATABASE ${name}`]);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await onServer([`DROP DATABASE ${name}`])) };
}

/** Drops what the databases of a run have left on the server. */
export async function dropDatabasesOf(run: string): Promise<void> {
  if (!SERVER_URL) return;
  const rows = await onServer([
    `SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name LIKE 'gatehouse\\_test\\_${run}\\_%'`,
  ]);
  await onServer(rows.map(({ name }) => `DROP DATABASE ${name}`));
}

/**
 * The ids of the connections whose database this is. Not from `information_schema.processlist`: MySQL refuses that while any statement on the
 * server has a character beyond three bytes, and other specs run beside.
 */
export async function connectionsTo(database: string): Promise<number[]> {
  const all = await onServer<{ Id: number; db: string | null }>(['SHOW PROCESSLIST']);
  return all.filter(({ db }) => db === database).map(({ Id }) => Id);
}

/** Statements as somebody who may do everything. @returns the rows of the last one */
export async function onServer<Row = { name: string }>(statements: readonly string[]): Promise<Row[]> {
  const connection = await mysql.createConnection(SERVER_URL?.replace(/^mariadb:/, 'mysql:') ?? '');
  try {
    let found: unknown = [];
    for (const sql of statements) [found] = await connection.query(sql);
    return found as Row[];
  } finally {
    await connection.end();
  }
}
