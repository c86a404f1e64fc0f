// Runs pending migrations, one process at a time. The other processes wait for a lease in a separate table, since no other table may exist
// yet.
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { DataSource, MigrationInterface } from 'typeorm';
import { engineOf, isShared, sharedSeconds } from './dialect.js';
import { isTransient, signOf } from './errors/faults.js';
import { WRITES_DRAINED_MS } from './write-gate.js';

const log = new Logger('database');

/** A migration that older builds can't run alongside. A row in the database announces it before it runs. */
export interface EndingMigration extends MigrationInterface {
  /** The first version that knows the migration, and a sentence on what an older one would do. */
  readonly endsOlderBuilds: { readonly version: string; readonly because: string };
}

/**
 * The first migration, which replaces a sequence of older ones. It counts as run where the last of these has run. A database with only some of
 * them can't be upgraded by this build.
 */
export interface BaselineMigration extends EndingMigration {
  /** The last replaced migration, and the build that runs all of them. */
  readonly replaces: { readonly last: string; readonly build: string };
}

/** A migration that is in the database and unknown to this build, and that this build can't run alongside. */
export interface SchemaFloor {
  migration: string;
  version: string;
  because: string;
}

/** How long the other processes wait if the owner of the lock dies. */
const LOCK_SECONDS = 120;
const RENEW_MS = 20_000;
const LOCK_POLL_MS = 200;
/** The pauses between attempts add up to half a minute, enough for a server to restart or another one to take over. */
const MAX_TRIES = 8;
const PAUSE_MS = 250;
const UNLOCK_TRIES = 3;

/**
 * Runs pending migrations. Every migration can run over the remains of an interrupted run. So after a transient error (a deadlock, a lost
 * connection) all of them are repeated, on any connection.
 * @param renewMs interval at which the lock is renewed
 * @param drainMs how long excluded older builds may still write
 */
export async function runMigrations(dataSource: DataSource, renewMs = RENEW_MS, drainMs = WRITES_DRAINED_MS): Promise<void> {
  const owner = randomUUID();
  await patiently(() => createLock(dataSource));
  await patiently(() => takeLock(dataSource, owner));
  let isDone = false;
  const renew = async () => {
    if (!(await renewLock(dataSource, owner)) && !isDone)
      log.error({ message: `another process runs the migrations too: this one was away for longer than ${LOCK_SECONDS} s` });
  };
  const renewal = setInterval(() => void renew(), renewMs);
  try {
    const { upgradeThrough } = await patiently(() => compareMigrations(dataSource));
    if (upgradeThrough !== undefined) throw new Error(`The database needs ${upgradeThrough} first.`);
    // Done first: an older build that starts or writes meanwhile must not find half-migrated tables.
    await patiently(() => noteFloors(dataSource));
    if (await patiently(() => endsRunningBuilds(dataSource))) await pause(drainMs);
    await patiently(() => dataSource.runMigrations());
  } finally {
    isDone = true;
    clearInterval(renewal);
    await releaseLock(dataSource, owner);
  }
}

/**
 * The migrations that a database lacks, those that this build doesn't know, and which of the latter exclude builds like this one.
 * Comparing them writes nothing.
 */
export interface MigrationState {
  /** How many of this build's migrations have run. */
  done: number;
  pending: string[];
  unknown: string[];
  floors: SchemaFloor[];
  /** The build that must upgrade the database first, because only some of the replaced migrations have run. */
  upgradeThrough?: string;
}

export async function compareMigrations(dataSource: DataSource): Promise<MigrationState> {
  const known = migrationNames(dataSource);
  const runner = dataSource.createQueryRunner();
  try {
    const rowsOf = async <Row>(table: string, columns: string) =>
      (await runner.hasTable(table)) ? ((await runner.query(`SELECT ${columns} FROM ${table}`)) as Row[]) : [];
    const done = new Set((await rowsOf<{ name: string }>('migrations', 'name')).map(({ name }) => name));
    const floors = await rowsOf<SchemaFloor>('schema_floors', 'migration, version, because');
    const { name: baseline, replaces } = baselineOf(dataSource);
    if (done.has(replaces.last)) done.add(baseline);
    const others = [...done].filter((name) => !known.has(name));
    const unknown = others.filter((name) => timestampOf(name) > timestampOf(baseline));
    return {
      done: done.size - others.length,
      pending: [...known].filter((name) => !done.has(name)),
      unknown,
      floors: floors.filter(({ migration }) => !known.has(migration)),
      ...(others.length > unknown.length && !done.has(baseline) ? { upgradeThrough: replaces.build } : {}),
    };
  } finally {
    await runner.release();
  }
}

/** The names of the migrations that this build knows. */
export function migrationNames(dataSource: DataSource): Set<string> {
  return new Set(dataSource.migrations.map(nameOf));
}

function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** The time that ends the name of a migration, in ms. */
function timestampOf(name: string): number {
  return Number(name.slice(-13));
}

function baselineOf(dataSource: DataSource): { name: string; replaces: BaselineMigration['replaces'] } {
  for (const migration of dataSource.migrations) {
    const { replaces } = migration as Partial<BaselineMigration>;
    if (replaces) return { name: nameOf(migration), replaces };
  }
  throw new Error('no migration is the baseline');
}

/**
 * Writes the floors of pending migrations to a table without a migration, like the lock's: it must exist before any migration runs. Older
 * builds may still run beside a migration that has run, or counts as run.
 */
async function noteFloors(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS schema_floors (migration VARCHAR(100) NOT NULL, version VARCHAR(40) NOT NULL, because VARCHAR(400) NOT NULL, PRIMARY KEY (migration))',
  );
  const noted = (await dataSource.query('SELECT migration FROM schema_floors')) as Array<{ migration: string }>;
  const { pending } = await compareMigrations(dataSource);
  for (const migration of dataSource.migrations) {
    const { endsOlderBuilds } = migration as Partial<EndingMigration>;
    const name = nameOf(migration);
    if (!endsOlderBuilds || !pending.includes(name) || noted.some((row) => row.migration === name)) continue;
    await dataSource.query('INSERT INTO schema_floors (migration, version, because) VALUES (?, ?, ?)', [
      name,
      endsOlderBuilds.version,
      endsOlderBuilds.because,
    ]);
  }
}

/** Whether processes of an excluded older build may be in the middle of a unit of work. A SQLite file has only one process. */
async function endsRunningBuilds(dataSource: DataSource): Promise<boolean> {
  if (!isShared(engineOf(dataSource))) return false;
  const { done, pending } = await compareMigrations(dataSource);
  const ending = dataSource.migrations.filter((migration) => (migration as Partial<EndingMigration>).endsOlderBuilds !== undefined);
  return done > 0 && ending.some((migration) => pending.includes(nameOf(migration)));
}

async function patiently<T>(task: () => Promise<T>, tries = MAX_TRIES): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (!isTransient(error) || attempt >= tries) throw error;
      await pause(PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

async function createLock(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS migration_lock (id INTEGER NOT NULL, until_s BIGINT NOT NULL, owner VARCHAR(40) NOT NULL, PRIMARY KEY (id))',
  );
  // Two processes may both find no row; the primary key accepts one of their inserts.
  await dataSource
    .query(
      "INSERT INTO migration_lock (id, until_s, owner) SELECT 1, 0, '' FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM migration_lock)",
    )
    .catch((error: unknown) => (isTransient(error) ? Promise.reject(error) : undefined));
}

/** Uses the clock of the server, which all processes share. */
async function takeLock(dataSource: DataSource, owner: string): Promise<void> {
  const now = sharedSeconds(engineOf(dataSource));
  for (;;) {
    await dataSource.query(`UPDATE migration_lock SET until_s = ${now} + ?, owner = ? WHERE id = 1 AND until_s < ${now}`, [
      LOCK_SECONDS,
      owner,
    ]);
    if ((await ownerOf(dataSource)) === owner) return;
    await pause(LOCK_POLL_MS);
  }
}

/** If a renewal fails, the next one compensates for it. @returns false once another process has the lock */
async function renewLock(dataSource: DataSource, owner: string): Promise<boolean> {
  const sql = `UPDATE migration_lock SET until_s = ${sharedSeconds(engineOf(dataSource))} + ? WHERE id = 1 AND owner = ?`;
  try {
    await dataSource.query(sql, [LOCK_SECONDS, owner]);
    return (await ownerOf(dataSource)) === owner;
  } catch {
    return true;
  }
}

async function ownerOf(dataSource: DataSource): Promise<string> {
  const [row] = (await dataSource.query('SELECT owner FROM migration_lock WHERE id = 1')) as Array<{ owner: string }>;
  return row?.owner ?? '';
}

/**
 * Removes the owner, so that a renewal still in progress has no effect. If this fails, the migrations stay done, and the other processes
 * wait for the lock to expire.
 */
async function releaseLock(dataSource: DataSource, owner: string): Promise<void> {
  await patiently(
    () => dataSource.query("UPDATE migration_lock SET until_s = 0, owner = '' WHERE id = 1 AND owner = ?", [owner]),
    UNLOCK_TRIES,
  ).catch((error: unknown) =>
    log.warn({ message: `the lock of the migrations was not given back, and ends within ${LOCK_SECONDS} s`, reason: signOf(error) }),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
