// The database alone, migrated, without the service around it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/common/database/database.js';
import { loadSettings } from '../../src/common/settings/settings.js';
import { openStorage, type Storage } from '../../src/storage.js';
import { freshDatabase } from './database.js';

export interface OpenDatabase {
  database: Database;
  storage: Storage;
  close(): Promise<void>;
}

/** @param through changes the address on the way, for a proxy in between */
export async function openDatabase(through: (url: string) => string = (url) => url): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const fresh = await freshDatabase(dataDir);
  const settings = loadSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: through(fresh.url),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const storage = await openStorage(settings);
  return {
    database: new Database(storage.writer, storage.reader),
    storage,
    async close() {
      await storage.writer.destroy();
      await storage.reader.destroy();
      storage.release();
      await fresh.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
