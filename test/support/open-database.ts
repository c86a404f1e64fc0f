// The database alone, migrated, without the service around it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/common/database/database.js';
import { loadSettings, type Settings } from '../../src/common/settings/settings.js';
import { openStorage, type Storage } from '../../src/storage.js';
import { freshDatabase } from './database.js';

export interface OpenDatabase {
  database: Database;
  storage: Storage;
  settings: Settings;
  close(): Promise<void>;
}

/** @param through changes the address on the way, for a proxy in between @param make which database */
export async function openDatabase(through: (url: string) => string = (url) => url, make = freshDatabase): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const fresh = await make(dataDir);
  const settings = loadSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: through(fresh.url),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const storage = await openStorage(settings);
  return {
    database: new Database(storage.writer, storage.reader),
    storage,
    settings,
    async close() {
      await storage.writer.destroy();
      await storage.reader.destroy();
      storage.release();
      await fresh.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The database of a service that has stopped. */
export async function openData(env: Record<string, string>): Promise<OpenDatabase> {
  const settings = loadSettings(env);
  const storage = await openStorage(settings);
  return {
    database: new Database(storage.writer, storage.reader),
    storage,
    settings,
    async close() {
      await storage.writer.destroy();
      await storage.reader.destroy();
      storage.release();
    },
  };
}

/** Every row of every table of a service that has stopped, as text, by table. */
export async function openTables(env: Record<string, string>): Promise<Record<string, string>> {
  const { database, storage, close } = await openData(env);
  try {
    const tables: Record<string, string> = {};
    for (const { tableName } of storage.writer.entityMetadatas)
      tables[tableName] = JSON.stringify(await database.query.rows(`SELECT * FROM ${tableName}`));
    return tables;
  } finally {
    await close();
  }
}
