// A database that has its tables: migrated once in each worker, and copied for each service that begins there.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadSettings } from '../../src/common/settings/settings.js';
import { openStorage } from '../../src/storage.js';
import { freshDatabase, onServer, SERVER_URL, type FreshDatabase } from './database.js';

/** What is copied. */
interface Template {
  url: string;
  /** Of a server: the tables, and whether there is something in them. */
  tables: ReadonlyArray<{ name: string; filled: boolean }>;
}

let template: Promise<Template> | undefined;

/** Like {@link freshDatabase}, with the tables of this version and without waiting for each migration. In the long check every service migrates its own. */
export async function migratedDatabase(dataDir: string): Promise<FreshDatabase> {
  const fresh = await freshDatabase(dataDir);
  if (!process.env['LONG']) await copy(await (template ??= makeTemplate()), fresh.url);
  return fresh;
}

async function makeTemplate(): Promise<Template> {
  const dataDir = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-template-'));
  const { url } = await freshDatabase(dataDir);
  const MASTER_KEY = randomBytes(32).toString('base64');
  const { writer, reader, release } = await openStorage(loadSettings({ DATA_DIR: dataDir, DATABASE_URL: url, MASTER_KEY }));
  const tables = SERVER_URL ? await tablesOf(writer) : [];
  // Into the file that is copied.
  if (!SERVER_URL) await writer.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await writer.destroy();
  await reader.destroy();
  release();
  return { url, tables };
}

async function tablesOf(writer: DataSource): Promise<Template['tables']> {
  const listed = 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  const tables: Array<Template['tables'][number]> = [];
  for (const { name } of await writer.query<Array<{ name: string }>>(listed))
    tables.push({ name, filled: (await writer.query<unknown[]>(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0 });
  return tables;
}

async function copy({ url, tables }: Template, to: string): Promise<void> {
  if (!SERVER_URL) return copyFileSync(fileOf(url), fileOf(to));
  const [from, into] = [url, to].map((address) => new URL(address).pathname.slice(1));
  await onServer(
    tables.flatMap(({ name, filled }) => [
      `CREATE TABLE ${into}.${name} LIKE ${from}.${name}`,
      ...(filled ? [`INSERT INTO ${into}.${name} SELECT * FROM ${from}.${name}`] : []),
    ]),
  );
}

const fileOf = (url: string) => url.slice('sqlite:'.length);
