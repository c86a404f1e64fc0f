import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataSource, MigrationInterface } from 'typeorm';
import { addColumns, dropColumns, indexesOf, replaceIndexes } from '../../src/common/database/dialect.js';
import { runMigrations } from '../../src/common/database/run-migrations.js';
import { MIGRATIONS } from '../../src/data-source.js';
import { connectionsTo, ENGINE, freshDatabase, onServer, SERVER_URL } from '../support/database.js';
import { migratedDatabase } from '../support/migrated-database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened.close());

const difference = async () => (await opened.storage.writer.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);

describe('the migrations', () => {
  it('make exactly what the entities describe', async () => {
    expect(await difference()).toEqual([]);
  });

  it.runIf(SERVER_URL)('give every text the same collation, but for the tables that they need themselves', async () => {
    const tables = await opened.database.query.rows<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = DATABASE() AND collation_name <> 'utf8mb4_bin'`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(['migration_lock', 'migrations', 'schema_floors']);
  });

  it('have made what tests get a copy of', async () => {
    const { writer } = opened.storage;
    const copied = await openDatabase((url) => url, migratedDatabase);
    const versions = (of: DataSource) => of.query('SELECT name FROM migrations ORDER BY timestamp');
    expect((await copied.storage.writer.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
    expect(await versions(copied.storage.writer)).toEqual(await versions(writer));
    await copied.close();
  });

  it('can be undone and run again', async () => {
    for (const _ of MIGRATIONS) await opened.storage.writer.undoLastMigration();
    expect((await difference()).length).toBeGreaterThan(0);
    await opened.storage.writer.runMigrations();
    expect(await difference()).toEqual([]);
  });

  it('can be run over tables that a cut-off run left behind', async () => {
    const { writer } = opened.storage;
    await writer.query('DELETE FROM migrations');
    await writer.query('DROP TABLE signing_keys');
    await writer.runMigrations();
    expect(await difference()).toEqual([]);
    expect(await writer.query('SELECT name FROM sequences')).toHaveLength(1);
  });

  it('change tables by means that run again over what an interrupted run has done, and can be undone', async () => {
    const { writer } = opened.storage;
    const runner = writer.createQueryRunner();
    const columns = { mark: 'VARCHAR(50) NULL', marked_us: 'BIGINT NULL' };
    const [before, after] = [{ policies_by_kind: 'kind' }, { policies_by_kind: 'kind, org_no', u_policies_mark: 'mark' }];
    const shape = async () => {
      const table = await runner.getTable('policies');
      const columnsOf = await indexesOf(runner, 'policies');
      const indexes = table?.indices.map(({ name, isUnique }) => [name, columnsOf.get(name), isUnique]).toSorted();
      return { columns: Object.keys(columns).filter((name) => table?.findColumnByName(name)), indexes };
    };
    await replaceIndexes(runner, 'policies', {}, before);
    await addColumns(runner, 'policies', { mark: columns.mark });
    for (const _ of ['run', 'run again']) {
      await addColumns(runner, 'policies', columns);
      await replaceIndexes(runner, 'policies', before, after);
      expect(await shape()).toEqual({
        columns: ['mark', 'marked_us'],
        indexes: [
          ['policies_by_kind', 'kind, org_no', false],
          ['u_policies_mark', 'mark', true],
        ],
      });
    }
    for (const _ of ['undone', 'undone again']) {
      await replaceIndexes(runner, 'policies', after, {});
      await dropColumns(runner, 'policies', Object.keys(columns));
      expect(await shape()).toEqual({ columns: [], indexes: [] });
    }
    await runner.release();
    expect(await difference()).toEqual([]);
  });

  it.runIf(SERVER_URL)('take an index for done in whatever order a server lists its columns', async () => {
    const runner = opened.storage.writer.createQueryRunner();
    const index = { policies_in_order: 'org_no, kind' };
    await replaceIndexes(runner, 'policies', {}, index);
    const table = await runner.getTable('policies');
    for (const { columnNames } of table?.indices ?? []) columnNames.reverse();
    const listing = vi.spyOn(runner, 'getTable').mockResolvedValue(table);
    await replaceIndexes(runner, 'policies', {}, index);
    listing.mockRestore();
    await replaceIndexes(runner, 'policies', index, {});
    await runner.release();
    expect(await difference()).toEqual([]);
  });

  it('hold their lock for as long as they run', async () => {
    const { writer } = opened.storage;
    let renewed = 0;
    await withMigration('Long1800000000001', async () => {
      await writer.query('UPDATE migration_lock SET until_s = 1');
      while ((renewed = await lockedUntil()) <= 1) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect(renewed).toBeGreaterThan(Date.now() / 1000);
    expect(await lockedUntil()).toBe(0);
  });

  it('count the time of their lock by the clock of the server, whatever that of this machine says', async () => {
    const date = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => date() + 3_600_000);
    let until = 0;
    try {
      await withMigration('Ahead1800000000007', async () => void (until = await lockedUntil()));
    } finally {
      clock.mockRestore();
    }
    expect(until).toBeGreaterThan(date() / 1000 + 60);
    expect(until).toBeLessThan(date() / 1000 + 600);
  });

  it('say so when another process has taken their lock meanwhile', async () => {
    const { writer } = opened.storage;
    const errors = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await withMigration('Taken1800000000008', async () => {
      await writer.query("UPDATE migration_lock SET owner = 'another'");
      await expect.poll(() => errors.mock.calls.flat()).toContainEqual({ message: expect.stringMatching(/another process/) as string });
    });
    errors.mockRestore();
    await writer.query("UPDATE migration_lock SET owner = '', until_s = 0");
  });

  it('are repeated when the server chose them as the victim of a deadlock', async () => {
    const deadlock = Object.assign(new Error('Deadlock found when trying to get lock; try restarting transaction'), { errno: 1213 });
    let runs = 0;
    await withMigration('Victim1800000000002', () => (++runs === 1 ? Promise.reject(deadlock) : Promise.resolve()));
    expect(runs).toBe(2);
  });

  it('are repeated until their server is there again', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const awayMs = 2_000;
    const startedMs = performance.now();
    let runs = 0;
    const isAway = () => (runs++, performance.now() - startedMs < awayMs);
    await withMigration('Away1800000000005', () => (isAway() ? Promise.reject(refused) : Promise.resolve()));
    expect(runs).toBeLessThan(8);
    expect(await lockedUntil()).toBe(0);
  });

  it.runIf(SERVER_URL)('go on when every connection was lost, and give their lock back', async () => {
    const { database } = opened.storage.writer.driver;
    let runs = 0;
    await withMigration('CutOff1800000000006', async () => {
      if (++runs > 1) return;
      const connections = await connectionsTo(String(database));
      expect(connections.length).toBeGreaterThan(0);
      await onServer(connections.map((id) => `KILL ${id}`));
    });
    expect(runs).toBe(2);
    expect(await lockedUntil()).toBe(0);
  });

  it('give their lock back when they fail', async () => {
    await expect(withMigration('Broken1800000000003', () => Promise.reject(new Error('no such thing')))).rejects.toThrow('no such thing');
    expect(await lockedUntil()).toBe(0);
  });

  it('stay unlocked when a renewal arrives after the lock was given back', async () => {
    const { writer } = opened.storage;
    const query = writer.query.bind(writer);
    const renewals: Array<() => Promise<unknown>> = [];
    const spy = vi.spyOn(writer, 'query').mockImplementation((sql, values) => {
      if (!/^UPDATE migration_lock SET until_s = .*[)] [+] [?] WHERE id = 1 AND owner = [?]$/.test(sql)) return query(sql, values) as never;
      renewals.push(() => query(sql, values));
      return Promise.resolve() as never;
    });
    try {
      await withMigration('Slow1800000000004', () => expect.poll(() => renewals.length).toBeGreaterThan(0));
    } finally {
      spy.mockRestore();
    }
    for (const renew of renewals) await renew();
    expect(await lockedUntil()).toBe(0);
  });
});

it.runIf(SERVER_URL)('migrations by hand have as much time as those of a start', async () => {
  const fresh = await freshDatabase('');
  vi.stubEnv('DATABASE_URL', fresh.url);
  const { default: dataSource } = await import('../../ormconfig.js');
  await dataSource.initialize();
  try {
    const ofStatements = ENGINE === 'mysql' ? 'max_execution_time' : 'max_statement_time';
    for (const limit of ['lock_wait_timeout', 'innodb_lock_wait_timeout', ofStatements]) {
      const query = `SELECT @@SESSION.${limit} AS own, @@GLOBAL.${limit} AS usual`;
      const [row] = (await dataSource.query(query)) as Array<{ own: unknown; usual: unknown }>;
      expect(row?.own, limit).toEqual(row?.usual);
    }
  } finally {
    await dataSource.destroy();
    await fresh.drop();
    vi.unstubAllEnvs();
  }
});

async function lockedUntil(): Promise<number> {
  const [row] = (await opened.storage.writer.query('SELECT until_s FROM migration_lock')) as Array<{ until_s: number | string }>;
  return Number(row?.until_s);
}

/** Runs one more migration, and forgets it. */
async function withMigration(name: string, up: () => Promise<void>): Promise<void> {
  const { writer } = opened.storage;
  const migration: MigrationInterface = { name, up, down: () => Promise.resolve() };
  writer.migrations.push(migration);
  try {
    await runMigrations(writer, 10);
  } finally {
    writer.migrations.splice(writer.migrations.indexOf(migration), 1);
    await writer.query(`DELETE FROM migrations WHERE name = '${name}'`);
  }
}
