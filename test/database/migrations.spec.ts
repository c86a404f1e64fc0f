import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MigrationInterface } from 'typeorm';
import { GroupLeftovers1700000033001 } from '../../src/common/database/migrations/1700000033001-group-leftovers.js';
import { runMigrations } from '../../src/common/database/run-migrations.js';
import { MIGRATIONS } from '../../src/data-source.js';
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

  it('find the rows of members that removed groups left behind', async () => {
    const { writer } = opened.storage;
    await writer.query("INSERT INTO group_members (group_no, kind, member_no, org_no) VALUES (7, 'user', 8, 1), (7, 'user', 9, 1)");
    const runner = writer.createQueryRunner();
    for (const _ of ['found', 'found again']) await new GroupLeftovers1700000033001().up(runner);
    await runner.release();
    expect(
      (await writer.query("SELECT no FROM removals WHERE kind = 'group'")).map(({ no }: { no: number | string }) => Number(no)),
    ).toEqual([7]);
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

  it('are repeated when the server chose them as the victim of a deadlock', async () => {
    const deadlock = Object.assign(new Error('Deadlock found when trying to get lock; try restarting transaction'), { errno: 1213 });
    let runs = 0;
    await withMigration('Victim1800000000002', () => (++runs === 1 ? Promise.reject(deadlock) : Promise.resolve()));
    expect(runs).toBe(2);
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
      if (!sql.startsWith('UPDATE migration_lock SET until_s = ?')) return query(sql, values) as never;
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
