// All differences between the database engines. No other file depends on which engine is in use.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import mysql2, { type PoolOptions } from 'mysql2';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { DatabaseSettings, ServerSettings } from '../settings/settings.js';
import { driverError, faultOf } from './errors/faults.js';
import { DATABASE_LIMITS } from './errors/limits.js';
import { ScanProcess } from './engines/scan-process.js';
import { nameOf } from './servers/connection.js';
import { ServerNodes } from './servers/host-selection.js';
import { breakOff, confirmed, executeOn, queryOn, ServerPool, type ServerConnection } from './servers/pool.js';
import type { SqlValue } from './engines/sql-value.js';
import { EMBEDDED_WORDS, SERVER_WORDS, type SqlWords } from './engines/sql-words.js';

export type Engine = DatabaseSettings['engine'];
export const ENGINES = ['sqlite', 'mariadb', 'mysql'] as const satisfies readonly Engine[];

/**
 * Connections of each pool beyond those of units of work. One proves a lost COMMIT while its unit still uses its own; one proves that
 * writing works.
 */
const SPARE_CONNECTIONS = 2;
const { lockMs, searchMs, silenceMs, statementMs } = DATABASE_LIMITS;

/**
 * For the embedded database's writer: its page cache in KiB, filled as the file grows, and the size of the write-ahead log, in pages, at
 * which SQLite copies it into the file (sqlite.org/pragma.html).
 * The defaults, 2,000 KiB and 1,000 pages, read each leaf of an index again for each batch of an import, and write it twice as often. Sizes
 * and figures: docs/databases.md.
 */
const WRITER_CACHE_KIB = 65_536;
const CHECKPOINT_PAGES = 4_096;

/**
 * Column types that only some engines know. SQLite accepts any name and derives the affinity from it (sqlite.org/datatype3.html section
 * 3.1).
 */
const WIDE_TYPES = ['mediumtext', 'mediumblob'];

/** The purpose of a DataSource. A migrator is a writer without limits on statement time. */
export type Role = 'writer' | 'reader' | 'migrator';

/** How the DataSource of one role connects. SQLite has one connection per role, a server one pool per role. */
export function connectionOptions(database: DatabaseSettings, role: Role): DataSourceOptions {
  if (database.engine === 'sqlite') {
    return {
      type: 'better-sqlite3',
      driver: Libsql,
      database: database.file,
      enableWAL: role !== 'reader',
      prepareDatabase: (connection: { pragma(text: string): void }) => {
        connection.pragma('busy_timeout=5000');
        // FULL: an acknowledged write survives a power failure, not only a crash of the process.
        connection.pragma('synchronous=FULL');
        if (role === 'reader') return;
        connection.pragma(`cache_size=-${WRITER_CACHE_KIB}`);
        connection.pragma(`wal_autocheckpoint=${CHECKPOINT_PAGES}`);
      },
    };
  }
  return {
    type: database.engine,
    driver: serverDriver(database, role),
    url: database.url,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    extra: { connectionLimit: poolSize(database), maxPreparedStatements: 500 },
    ssl: database.tls,
  };
}

/** Makes a DataSource accept the column types of every engine; call before `initialize()`. */
export function prepareDataSource(dataSource: DataSource): DataSource {
  if (dataSource.options.type === 'better-sqlite3') dataSource.driver.supportedDataTypes.push(...(WIDE_TYPES as never[]));
  return dataSource;
}

/** Which engine a DataSource talks to. */
export function engineOf(dataSource: DataSource): Engine {
  return dataSource.options.type === 'better-sqlite3' ? 'sqlite' : (dataSource.options.type as Engine);
}

/** Connections of the pool of one role. */
function poolSize({ connections }: ServerSettings): number {
  return connections + SPARE_CONNECTIONS;
}

/** How many connections a process may open: one pool for writing, one for reading. The embedded database needs none. */
export function connectionsOf(database: DatabaseSettings): number {
  return database.engine === 'sqlite' ? 0 : 2 * poolSize(database);
}

/** A query for the connection limit of a server, returned as `most`; the embedded database has no such limit. */
export function connectionLimitQuery({ engine }: DatabaseSettings): string | undefined {
  return engine === 'sqlite' ? undefined : 'SELECT @@max_connections AS most';
}

/** How many units of work may run at once. */
export function writeConcurrency(writer: DataSource): number {
  if (writer.options.type === 'better-sqlite3') return 1;
  return (writer.options.extra as { connectionLimit: number }).connectionLimit - SPARE_CONNECTIONS;
}

/** Whether other processes may use the database as well. A SQLite file serves one process. */
export function isShared(engine: Engine): boolean {
  return engine !== 'sqlite';
}

/**
 * The limits of a bulk load: `rows` per unit of work, and concurrent units. The embedded database runs in this process, so all other work
 * waits for each of its statements. A server can handle more than one connection sends.
 */
export function bulkLoad(engine: Engine): { rows: number; concurrency: number } {
  return engine === 'sqlite' ? { rows: 200, concurrency: 1 } : { rows: 250, concurrency: 4 };
}

/** Appended to a SELECT that must lock its rows until the end of the unit. SQLite's only writer locks everything anyway. */
export function forUpdate(engine: Engine): string {
  return engine === 'sqlite' ? '' : ' FOR UPDATE';
}

/**
 * Microseconds since 1970 as an SQL expression, by the clock that all processes share, in UTC without daylight saving.
 * On the embedded database it is NULL: one process writes one unit after the other, so its numbers already grow with time whatever the
 * clock does.
 */
export function sharedClock(engine: Engine): string {
  return engine === 'sqlite' ? 'NULL' : "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
}

/** Seconds since 1970 UTC as an SQL expression, by the clock that all processes share. */
export function sharedSeconds(engine: Engine): string {
  return engine === 'sqlite' ? "CAST(strftime('%s', 'now') AS INTEGER)" : 'UNIX_TIMESTAMP()';
}

/** Statements each new connection of a server runs first. */
const SERVER_SESSION = [
  // No gap locks; every unit of work checks what it read by a condition or a row lock.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Text that does not fit is an error, never truncated.
  "SET SESSION sql_mode='STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO'",
];

interface EmbeddedConnection {
  prepare(sql: string): { reader: boolean; all(...values: unknown[]): unknown[]; run(...values: unknown[]): { changes: number } };
  exec(sql: string): void;
}

/** The statements that set the limits of a session, unless it is a migrator's. */
function sessionLimits(engine: ServerSettings['engine']): string[] {
  const limits = [`innodb_lock_wait_timeout=${lockMs / 1000}`, `lock_wait_timeout=${lockMs / 1000}`];
  if (engine === 'mysql') limits.push(`max_execution_time=${statementMs}`);
  // Locks of a frozen or disconnected process would block others until the server notices its end, which takes hours. MySQL has no such
  // limit.
  else limits.push(`max_statement_time=${statementMs / 1000}`, `idle_transaction_timeout=${silenceMs / 1000}`);
  return [`SET ${limits.map((limit) => `SESSION ${limit}`).join(', ')}`];
}

/** Executes prepared statements; `rows` is empty for a statement that returns none, `affected` counts matched rows. */
export interface Executor {
  execute(sql: string, values: SqlValue[]): Promise<{ rows: unknown[]; affected: number }>;
}

/** A connection for the statements of one transaction. */
export interface TransactionExecutor extends Executor {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Undoes a statement that may still be running, without waiting for it. */
  abandon(): Promise<void>;
  /** @throws the error of a lost connection if the answers so far may come from a server that other processes have left */
  confirm(): Promise<void>;
}

/** Statements outside transactions. */
export function autocommitExecutor(dataSource: DataSource): Executor {
  return dataSource.options.type === 'better-sqlite3' ? embeddedExecutor(dataSource) : poolExecutor(serverPool(dataSource));
}

/** Statements of one unit of work, on the connection of `runner`. */
export async function transactionExecutor(dataSource: DataSource, runner: QueryRunner): Promise<TransactionExecutor> {
  if (dataSource.options.type === 'better-sqlite3') {
    const connection = embeddedConnection(dataSource);
    const exec = async (sql: string) => connection.exec(sql);
    // IMMEDIATE takes the write lock first, so that a unit never fails half-way because it cannot get it.
    return {
      ...embeddedExecutor(dataSource),
      begin: () => exec('BEGIN IMMEDIATE'),
      commit: () => exec('COMMIT'),
      rollback: () => exec('ROLLBACK'),
      abandon: () => exec('ROLLBACK'),
      confirm: async () => undefined,
    };
  }
  const connection = (await runner.connect()) as ServerConnection;
  const query = (sql: string) =>
    new Promise<void>((resolve, reject) => queryOn(connection, sql, (error) => (error ? reject(error) : resolve())));
  const confirm = () => confirmation(connection);
  return {
    ...connectionExecutor(connection),
    begin: () => query('START TRANSACTION'),
    commit: () => query('COMMIT').then(confirm),
    // If the rollback failed, the next transaction on this connection would commit its statements.
    rollback: () =>
      query('ROLLBACK').catch((error: unknown) => {
        breakOff(connection, 'The unit of work could not be undone.');
        throw error;
      }),
    abandon: async () => breakOff(connection, 'The unit of work took too long.'),
    confirm,
  };
}

/** The connections of a server's pool: open ones, idle ones, and callers that wait for one. Undefined for the embedded database. */
export function poolState(dataSource: DataSource): ServerPool['state'] | undefined {
  return dataSource.options.type === 'better-sqlite3' ? undefined : serverPool(dataSource).state;
}

function serverPool(dataSource: DataSource): ServerPool {
  return (dataSource.driver as unknown as { pool: ServerPool }).pool;
}

/** The mysql2 driver with {@link ServerPool} as its pool. */
function serverDriver(database: ServerSettings, role: Role): object {
  const session = role === 'migrator' ? SERVER_SESSION : [...SERVER_SESSION, ...sessionLimits(database.engine)];
  return { ...mysql2, createPool: (options: PoolOptions) => new ServerPool(options, session, ServerNodes.of(database), role === 'writer') };
}

/** The servers in `DATABASE_URL`; undefined for the embedded database. */
export function nodesOf(database: DatabaseSettings): ServerNodes | undefined {
  return database.engine === 'sqlite' ? undefined : ServerNodes.of(database);
}

/** Grows whenever values read before may come from another server than those read now. */
export function movesOf(dataSource: DataSource): number {
  return dataSource.options.type === 'better-sqlite3' ? 0 : serverPool(dataSource).moves;
}

/** For how many milliseconds writes are delayed, because other processes may still read on another server. */
export function handoverMsOf(dataSource: DataSource): number {
  return dataSource.options.type === 'better-sqlite3' ? 0 : serverPool(dataSource).handoverMs;
}

/** A statement exceeded its time limit. */
export class StatementTimeError extends Error {}

/** How many rows a search reads: a few, thousands, or the whole table, which is slow. */
export type SearchCost = 'few' | 'many' | 'all';

/** Search statements: limited in time, and never blocking other statements. */
export interface Searcher {
  readonly words: SqlWords;
  /** How many slow searches may run at once. */
  readonly concurrency: number;
  /** @throws StatementTimeError */
  rows(sql: string, values: SqlValue[], reach: SearchCost): Promise<unknown[]>;
  close(): void;
}

export function searcherOf(reader: DataSource): Searcher {
  const executor = autocommitExecutor(reader);
  const engine = engineOf(reader);
  if (engine === 'sqlite') {
    const timeUp = () => new StatementTimeError();
    const beside = new ScanProcess(String(reader.options.database), searchMs, timeUp);
    const bound = (values: SqlValue[]) => values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    return {
      words: EMBEDDED_WORDS,
      concurrency: 1,
      rows: async (sql, values, reach) => (reach === 'all' ? beside.rows(sql, bound(values)) : (await executor.execute(sql, values)).rows),
      close: () => beside.close(),
    };
  }
  const pool = serverPool(reader);
  const once = preparedOnce(pool);
  const limited =
    engine === 'mariadb'
      ? (sql: string) => `SET STATEMENT max_statement_time=${searchMs / 1000} FOR ${sql}`
      : (sql: string) => sql.replace(/^SELECT/, `SELECT /*+ MAX_EXECUTION_TIME(${searchMs}) */`);
  return {
    words: SERVER_WORDS,
    concurrency: 2,
    async rows(sql, values, reach) {
      try {
        return (await (reach === 'few' ? executor : once).execute(limited(sql), values)).rows;
      } catch (error) {
        // If a search reads few rows or waits for other nodes, a more specific one wouldn't be faster; it is not the caller's fault.
        throw faultOf(error) === 'slow' && reach !== 'few' && !pool.isCatchingUp ? new StatementTimeError() : error;
      }
    },
    close: () => undefined,
  };
}

/**
 * Prepares each statement anew. MariaDB 10.11 forgets that an index covers a query when a prepared statement runs again after another
 * one had evaluated a condition inside an index of the same table. It then reads every row, and a count that took 0.3 s takes 3 s.
 */
function preparedOnce(pool: ServerPool): Executor {
  return {
    execute: (sql, values) =>
      new Promise((resolve, reject) =>
        pool.getConnection((refused, connection) => {
          if (refused) return reject(refused);
          connectionExecutor(connection)
            .execute(sql, values)
            .finally(() => {
              connection.unprepare(sql);
              connection.release();
            })
            .then((result) => confirmation(connection).then(() => resolve(result)))
            .catch(reject);
        }),
      ),
  };
}

function poolExecutor(pool: ServerPool): Executor {
  return { execute: (sql, values) => new Promise((resolve, reject) => pool.execute(sql, values, asResult(resolve, reject))) };
}

function connectionExecutor(connection: ServerConnection): Executor {
  return { execute: (sql, values) => new Promise((resolve, reject) => executeOn(connection, sql, values, asResult(resolve, reject))) };
}

function confirmation(connection: ServerConnection): Promise<void> {
  return new Promise((resolve, reject) => confirmed(connection, (uncertain) => (uncertain ? reject(uncertain) : resolve())));
}

/** A statement that returns rows answers with a list, any other with a count. */
function asResult(resolve: (result: { rows: unknown[]; affected: number }) => void, reject: (error: Error) => void) {
  return (error: Error | null, result?: unknown): void => {
    if (error) reject(error);
    else if (Array.isArray(result)) resolve({ rows: result, affected: 0 });
    else resolve({ rows: [], affected: (result as { affectedRows: number }).affectedRows });
  };
}

function embeddedConnection(dataSource: DataSource): EmbeddedConnection {
  return (dataSource.driver as unknown as { databaseConnection: EmbeddedConnection }).databaseConnection;
}

const STATEMENT_CACHE = 500;
/** A statement that binds more values than this takes milliseconds to run. */
const MANY_VALUES = 300;
const statements = new WeakMap<EmbeddedConnection, Map<string, ReturnType<EmbeddedConnection['prepare']>>>();

function embeddedExecutor(dataSource: DataSource): Executor {
  const connection = embeddedConnection(dataSource);
  const cache = statements.get(connection) ?? new Map<string, ReturnType<EmbeddedConnection['prepare']>>();
  statements.set(connection, cache);
  return {
    async execute(sql, values) {
      let statement = cache.get(sql);
      if (!statement) {
        if (cache.size >= STATEMENT_CACHE) cache.clear();
        statement = connection.prepare(sql);
        cache.set(sql, statement);
      }
      const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      if (statement.reader) return { rows: statement.all(...bound), affected: 0 };
      const { changes } = statement.run(...bound);
      // The statement blocked the event loop, and a response takes several turns of it.
      if (bound.length > MANY_VALUES) await new Promise((resolve) => setImmediate(resolve));
      return { rows: [], affected: changes };
    },
  };
}

/**
 * Creates a table with its indexes unless it exists, so that an interrupted migration can run again even where DDL commits implicitly.
 * `columns` are column definitions and the primary key, `indexes` name → columns; a name that starts with `u_` is unique.
 */
export async function createTable(
  runner: QueryRunner,
  table: string,
  columns: string[],
  indexes: Record<string, string> = {},
): Promise<void> {
  const entries = Object.entries(indexes);
  if (runner.dataSource.options.type === 'better-sqlite3') {
    await runner.query(`CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')})`);
    for (const [name, on] of entries)
      await runner.query(`CREATE ${name.startsWith('u_') ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${name} ON ${table} (${on})`);
    return;
  }
  const keys = entries.map(([name, on]) => `${name.startsWith('u_') ? 'UNIQUE ' : ''}KEY ${name} (${on})`);
  await runner.query(
    `CREATE TABLE IF NOT EXISTS ${table} (${[...columns, ...keys].join(', ')}) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
  );
}

/** Adds columns, name → definition, unless they exist. A server gets them in one statement. */
export async function addColumns(runner: QueryRunner, table: string, columns: Record<string, string>): Promise<void> {
  const present = (await runner.getTable(table))?.columns.map(({ name }) => name) ?? [];
  const missing = Object.entries(columns).filter(([name]) => !present.includes(name));
  await alter(
    runner,
    table,
    missing.map(([name, definition]) => `ADD COLUMN ${name} ${definition}`),
  );
}

/** Drops columns that exist. */
export async function dropColumns(runner: QueryRunner, table: string, columns: string[]): Promise<void> {
  const present = (await runner.getTable(table))?.columns.map(({ name }) => name) ?? [];
  await alter(
    runner,
    table,
    columns.filter((name) => present.includes(name)).map((name) => `DROP COLUMN ${name}`),
  );
}

async function alter(runner: QueryRunner, table: string, changes: string[]): Promise<void> {
  if (changes.length === 0) return;
  const statements = runner.dataSource.options.type === 'better-sqlite3' ? changes : [changes.join(', ')];
  for (const statement of statements) await runner.query(`ALTER TABLE ${table} ${statement}`);
}

/** Replaces the indexes `before` with `after`, both name → columns as in {@link createTable}; skips what is already done. */
export async function replaceIndexes(
  runner: QueryRunner,
  table: string,
  before: Record<string, string>,
  after: Record<string, string>,
): Promise<void> {
  const embedded = runner.dataSource.options.type === 'better-sqlite3';
  const present = await indexesOf(runner, table);
  const stale = Object.keys(before).filter((name) => present.has(name) && present.get(name) !== after[name]);
  const wanted = Object.entries(after).filter(([name, on]) => present.get(name) !== on);
  // New indexes are created first where names allow it, so that no unique constraint is ever without its index.
  for (const [name, on] of wanted.filter(([name]) => !present.has(name)))
    await runner.query(`CREATE ${name.startsWith('u_') ? 'UNIQUE ' : ''}INDEX ${name} ON ${table} (${on})`);
  for (const name of stale) await runner.query(embedded ? `DROP INDEX ${name}` : `DROP INDEX ${name} ON ${table}`);
  for (const [name, on] of wanted.filter(([name]) => present.has(name))) await runner.query(`CREATE INDEX ${name} ON ${table} (${on})`);
}

/** Reads the indexes of a table, name → columns in their order, which TypeORM doesn't keep on a server. */
export async function indexesOf(runner: QueryRunner, table: string): Promise<Map<string | undefined, string>> {
  if (runner.dataSource.options.type === 'better-sqlite3')
    return new Map((await runner.getTable(table))?.indices.map(({ name, columnNames }) => [name, columnNames.join(', ')]));
  const rows = (await runner.query(
    `SELECT INDEX_NAME AS name, GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX SEPARATOR ', ') AS names FROM INFORMATION_SCHEMA.STATISTICS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? GROUP BY INDEX_NAME`,
    [table],
  )) as Array<{ name: string; names: string }>;
  return new Map(rows.map(({ name, names }) => [name, names]));
}

/** Makes byte order the default collation of every later table, so that all engines compare and sort alike. */
export async function setBinaryCollation(runner: QueryRunner): Promise<void> {
  const { type, database } = runner.dataSource.options;
  if (type !== 'better-sqlite3')
    await runner.query(
      `ALTER DATABASE \`${String(database ?? runner.dataSource.driver.database)}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    );
}

const DUPLICATE = 1062;
/**
 * The unique index that rejected a row, or undefined if `error` is something else.
 * A server reports the index; SQLite reports its columns, which `uniqueIndexes` ("table.a, table.b" → name) translates.
 */
export function duplicateKey(error: unknown, uniqueIndexes: ReadonlyMap<string, string>): string | undefined {
  const { errno, message = '' } = driverError(error);
  // The message quotes the value before the key, and the value may contain any text.
  if (errno === DUPLICATE) return after(message, "for key '")?.split("'", 1)[0]?.split('.').at(-1) || 'unknown';
  const columns = after(message, 'UNIQUE constraint failed: ');
  return columns === undefined ? undefined : (uniqueIndexes.get(columns) ?? columns);
}

/** The text after the last occurrence of `mark`. */
function after(text: string, mark: string): string | undefined {
  const at = text.lastIndexOf(mark);
  return at < 0 ? undefined : text.slice(at + mark.length);
}

/** Creates the folder of an embedded database, accessible to its owner only. */
export function makeFolder(database: DatabaseSettings): void {
  if (database.engine === 'sqlite') mkdirSync(dirname(database.file), { recursive: true, mode: 0o700 });
}

/** The embedded database is open in another process. */
export class DatabaseInUseError extends Error {
  constructor(file: string) {
    super(`Another process uses the database ${file}. SQLite serves one process only: stop the other one, or use MariaDB or MySQL.`);
    this.name = 'DatabaseInUseError';
  }
}

/**
 * Makes this process the only user of an embedded database, with an exclusive transaction on a small file beside it. The operating system
 * releases it however the process ends, so no stale lock remains. A server needs no such lock.
 * @returns a function that releases the lock. @throws DatabaseInUseError, and errors that {@link openingFault} describes
 */
export function claimDatabase(database: DatabaseSettings): () => void {
  if (database.engine !== 'sqlite') return () => undefined;
  makeFolder(database);
  const lock = new Libsql(`${database.file}.lock`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw driverError(error).code === 'SQLITE_BUSY' ? new DatabaseInUseError(database.file) : error;
  }
  return () => lock.close();
}

/** A short reason why a database can't be opened. For an unreachable file, libsql reports no code, only a sentence. */
export function openingFault(error: unknown): string {
  const { code, message = 'unknown cause' } = driverError(error);
  if (code) return code;
  return message.startsWith('ConnectionFailed(') ? 'SQLITE_CANTOPEN' : message;
}

/**
 * Copies an embedded database as of one moment while other connections read and write it. Copying its file would lose the contents of the
 * write-ahead log, and might be torn.
 * @throws Error if the copy is damaged
 */
export function copyEmbedded(file: string, to: string): void {
  const source = new Libsql(file);
  try {
    source.pragma('busy_timeout=5000');
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new Libsql(to);
  try {
    const [{ integrity_check: verdict } = {}] = copy.prepare('PRAGMA integrity_check').all() as Array<{ integrity_check?: string }>;
    if (verdict !== 'ok') throw new Error(`The copy of the database is damaged: ${verdict}`);
  } finally {
    copy.close();
  }
}

/**
 * Writes the write-ahead log of a closed embedded database into its file, so that the file can be moved alone.
 * @throws Error if a process has the database open
 */
export function checkpointEmbedded(file: string): void {
  const database = new Libsql(file);
  try {
    const [{ busy } = {}] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all() as Array<{ busy?: number }>;
    if (busy !== 0) throw new Error(`The write-ahead log of ${file} could not be written into it: the database is in use.`);
  } finally {
    database.close();
  }
}

/**
 * Queries a copy of an embedded database that no process writes. @param ask receives a function that returns whether a query finds a row
 */
export function askCopy<Result>(file: string, ask: (finds: (sql: string, parameters: readonly SqlValue[]) => boolean) => Result): Result {
  const copy = new Libsql(file, { readonly: true });
  try {
    return ask((sql, parameters) => copy.prepare(sql).get(...parameters) !== undefined);
  } finally {
    copy.close();
  }
}

/** The file of an embedded database; a server has none. */
export function databaseFile(database: DatabaseSettings): string | undefined {
  return database.engine === 'sqlite' ? database.file : undefined;
}

/** The settings of an embedded database in this file. */
export function embeddedDatabase(file: string): DatabaseSettings {
  return { engine: 'sqlite', file };
}

/** The database as shown to people: its URL without user and password. */
export function describeDatabase(database: DatabaseSettings): string {
  if (database.engine === 'sqlite') return database.file;
  return `${database.engine}://${database.hosts.map(nameOf).join(',')}${new URL(database.url).pathname}`;
}
