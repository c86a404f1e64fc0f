import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { runMigrations, type EndingMigration } from '../../src/common/database/run-migrations.js';
import { loadSettings, type Settings } from '../../src/common/settings/settings.js';
import { openStorage, type Storage } from '../../src/storage.js';
import { freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';

const ENDS = { version: '9.0.0', because: 'it would let people in without what they have to show' };

let folder: string;
let fresh: FreshDatabase;
let settings: Settings;
let storage: Storage | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-floors-'));
  fresh = await freshDatabase(folder);
  settings = loadSettings({ DATA_DIR: folder, DATABASE_URL: fresh.url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  storage = await openStorage(settings);
});
afterEach(async () => {
  await close();
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function close(): Promise<void> {
  await storage?.writer.destroy();
  await storage?.reader.destroy();
  storage?.release();
  storage = undefined;
}

/** As a newer build would, which knows one more migration. @param drainMs what it waits for older builds that it ends */
async function migrateFurther(writer: DataSource, further: Partial<EndingMigration> & { name: string }, drainMs = 0): Promise<void> {
  const migration = { up: () => Promise.resolve(), down: () => Promise.resolve(), ...further };
  writer.migrations.push(migration);
  try {
    await runMigrations(writer, undefined, drainMs);
  } finally {
    writer.migrations.splice(writer.migrations.indexOf(migration), 1);
  }
}

describe('a build that is older than its database', () => {
  it('starts when the newer one only added, and says so', async () => {
    if (!storage) throw new Error('not open');
    expect(storage.notes).toEqual([]);
    await migrateFurther(storage.writer, { name: 'Adding1800000000001' });
    await close();
    storage = await openStorage(settings);
    expect(storage.notes).toEqual([expect.stringContaining('does not know Adding1800000000001')]);
  });

  it('does not start when a migration says that it must not, and names the version that may', async () => {
    if (!storage) throw new Error('not open');
    await migrateFurther(storage.writer, { name: 'Ending1800000000002', endsOlderBuilds: ENDS });
    await close();
    await expect(openStorage(settings)).rejects.toThrow(
      /needs version 9\.0\.0 or later: it would let people in .* \(Ending1800000000002\)/,
    );
  });

  it('writes nothing any more if it is running, also before the migration is done', async () => {
    if (!storage) throw new Error('not open');
    const database = new Database(storage.writer, storage.reader);
    const write = () => database.write('later', (tx) => tx.run("INSERT INTO features (name, enabled) VALUES ('later', ?)", [true]));
    let duringMigration: unknown;
    const up = async () => {
      database.writeGate.invalidate();
      duringMigration = await database.writeGate.currentBan();
    };
    await migrateFurther(storage.writer, { name: 'Ending1800000000003', endsOlderBuilds: ENDS, up });
    expect(duringMigration).toBe('outdated');
    await expect(write()).rejects.toMatchObject({ kind: 'unavailable', code: 'service.outdated' });
    const change = { sql: "UPDATE features SET enabled = ? WHERE name = 'x'", values: [true] };
    const proof = { sql: "SELECT name FROM features WHERE name = 'x'", values: [] };
    await expect(database.change('later', change, proof)).rejects.toMatchObject({ code: 'service.outdated' });
    expect(await database.query.rows("SELECT name FROM features WHERE name = 'later'")).toEqual([]);
  });

  it.runIf(SERVER_URL)('may end a unit of work that it had begun before a migration that it must not meet', async () => {
    if (!storage) throw new Error('not open');
    const database = new Database(storage.writer, storage.reader);
    const order: string[] = [];
    const drainMs = 4_000;
    // The migration waits until the unit has ended, and the unit goes on once the migration waits.
    let wait: () => void = () => undefined;
    const isWaiting = new Promise<void>((resolve) => (wait = resolve));
    let unit: Promise<unknown> | undefined;
    await new Promise<void>((begun) => {
      unit = database.write('begun before', async (tx) => {
        begun();
        await isWaiting;
        await tx.run("INSERT INTO features (name, enabled) VALUES ('begun before', ?)", [true]);
        tx.afterCommit(() => void order.push('unit'));
      });
    });
    const real = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...more: unknown[]) => {
      if (ms !== drainMs) return real(run, ms, ...more);
      wait();
      return real(() => void unit?.finally(run), 0);
    }) as typeof setTimeout);
    const up = async () => void order.push('migration');
    await migrateFurther(storage.writer, { name: 'Ending1800000000005', endsOlderBuilds: ENDS, up }, drainMs).finally(() =>
      vi.restoreAllMocks(),
    );
    await unit;
    expect(order).toEqual(['unit', 'migration']);
  });

  it('is the one only for builds that do not know the migration', async () => {
    if (!storage) throw new Error('not open');
    const migration = { name: 'Ending1800000000004', endsOlderBuilds: ENDS, up: () => Promise.resolve(), down: () => Promise.resolve() };
    storage.writer.migrations.push(migration);
    await runMigrations(storage.writer, undefined, 0);
    expect(await new Database(storage.writer, storage.reader).writeGate.currentBan()).toBeUndefined();
  });
});

describe('a process that only reads', () => {
  it('does not start with migrations to be made, and makes none', async () => {
    if (!storage) throw new Error('not open');
    await storage.writer.undoLastMigration();
    await close();
    const readOnly = { ...settings, readOnly: true };
    await expect(openStorage(readOnly)).rejects.toThrow(/READ_ONLY is set, and 1 migration is still to be made/);
    storage = await openStorage(settings);
    await close();
    storage = await openStorage(readOnly);
    expect(await new Database(storage.writer, storage.reader, true).writeGate.currentBan()).toBe('readOnly');
  });
});
