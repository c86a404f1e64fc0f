// Runs pending migrations, one process at a time: the others wait for a lease in a table of its own, since no other table may exist yet.
import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { isTransient } from './dialect.js';

/** How long the other processes wait if the holder dies. */
const LOCK_SECONDS = 120;
const RENEW_MS = 20_000;
const LOCK_POLL_MS = 200;
const MAX_TRIES = 5;

/**
 * Runs pending migrations. Every migration can run over the remains of an interrupted run, so everything is repeated when the server
 * asks for that (a deadlock, a lost connection).
 * @param renewMs interval at which the lock is renewed
 */
export async function runMigrations(dataSource: DataSource, renewMs = RENEW_MS): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const owner = randomUUID();
  try {
    await createLock(runner);
    await takeLock(runner, owner);
    const renewal = setInterval(() => void renewLock(dataSource, owner), renewMs);
    try {
      await runPending(dataSource);
    } finally {
      clearInterval(renewal);
      // Without an owner: a renewal that is still on its way finds nothing to renew.
      await runner.query("UPDATE migration_lock SET until_s = 0, owner = '' WHERE id = 1 AND owner = ?", [owner]);
    }
  } finally {
    await runner.release();
  }
}

/** Which migrations a database lacks, and which it has that this version does not know. Writes nothing. */
export async function compareMigrations(dataSource: DataSource): Promise<{ done: number; pending: string[]; unknown: string[] }> {
  const known = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const runner = dataSource.createQueryRunner();
  try {
    const exists = await runner.hasTable('migrations');
    const rows = exists ? ((await runner.query('SELECT name FROM migrations')) as Array<{ name: string }>) : [];
    const done = new Set(rows.map(({ name }) => name));
    return {
      done: done.size,
      pending: known.filter((name) => !done.has(name)),
      unknown: [...done].filter((name) => !known.includes(name)),
    };
  } finally {
    await runner.release();
  }
}

async function runPending(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (!isTransient(error) || attempt >= MAX_TRIES) throw error;
    }
  }
}

async function createLock(runner: QueryRunner): Promise<void> {
  await runner.query(
    'CREATE TABLE IF NOT EXISTS migration_lock (id INTEGER NOT NULL, until_s BIGINT NOT NULL, owner VARCHAR(40) NOT NULL, PRIMARY KEY (id))',
  );
  // Two processes may both find no row; the primary key admits one of them.
  await runner
    .query(
      "INSERT INTO migration_lock (id, until_s, owner) SELECT 1, 0, '' FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM migration_lock)",
    )
    .catch(() => undefined);
}

async function takeLock(runner: QueryRunner, owner: string): Promise<void> {
  for (;;) {
    const now = nowSeconds();
    await runner.query('UPDATE migration_lock SET until_s = ?, owner = ? WHERE id = 1 AND until_s < ?', [now + LOCK_SECONDS, owner, now]);
    const [row] = (await runner.query('SELECT owner FROM migration_lock WHERE id = 1')) as Array<{ owner: string }>;
    if (row?.owner === owner) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** If a renewal fails, the next one makes up for it. */
async function renewLock(dataSource: DataSource, owner: string): Promise<void> {
  await dataSource
    .query('UPDATE migration_lock SET until_s = ? WHERE id = 1 AND owner = ?', [nowSeconds() + LOCK_SECONDS, owner])
    .catch(() => undefined);
}

/** No Clock exists yet: nothing is composed before the tables exist. */
function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
