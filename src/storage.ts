// Opens the database of a process: claims it, checks the master key against what is stored, brings the tables up to date.
import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { checkMasterKeys, type MasterKeys } from './common/crypto/keyring.service.js';
import { createMasterKeyFile, masterKeyFile, readMasterKeyFile } from './common/crypto/master-key.js';
import { autocommitExecutor, claimDatabase, describeDatabase } from './common/database/dialect.js';
import type { Query } from './common/database/database.js';
import type { Settings } from './common/settings/settings.js';
import { createDataSource } from './data-source.js';

/** A reason not to start, said in a sentence that tells what to do. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** Connected and migrated. `notes` are sentences for the log. */
export interface Storage {
  writer: DataSource;
  reader: DataSource;
  masterKeys: MasterKeys;
  notes: string[];
  /** Lets another process use an embedded database; call after the connections are closed. */
  release(): void;
}

/** @throws StartError, DatabaseInUseError, WrongMasterKeyError; in each case nothing stored has been changed */
export async function openStorage(settings: Settings): Promise<Storage> {
  const { database, dataDir } = settings;
  const notes: string[] = [];
  const release = claimDatabase(database);
  const opened: DataSource[] = [];
  try {
    const writer = await connect(settings, 'writer');
    opened.push(writer);
    const query = queryOf(writer);
    const sealed = await hasDataKeys(writer, query);
    let masterKey = settings.masterKey ?? readMasterKeyFile(dataDir);
    if (!masterKey) {
      if (sealed)
        throw new StartError(`The master key of this database is missing: put ${masterKeyFile(dataDir)} back, or set MASTER_KEY.`);
      masterKey = createMasterKeyFile(dataDir);
      notes.push(`A master key was made at ${masterKeyFile(dataDir)}. Keep a copy of it apart from the database.`);
    }
    const masterKeys = { current: masterKey, previous: settings.masterKeyPrevious };
    if (sealed) await checkMasterKeys(query, masterKeys);
    await migrate(writer);
    const reader = await connect(settings, 'reader');
    opened.push(reader);
    return { writer, reader, masterKeys, notes, release };
  } catch (error) {
    for (const dataSource of opened) await dataSource.destroy();
    release();
    throw error;
  }
}

async function connect(settings: Settings, role: 'writer' | 'reader'): Promise<DataSource> {
  const place = describeDatabase(settings.database);
  try {
    return await createDataSource(settings.database, role).initialize();
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw new StartError(
      `The database ${place} cannot be opened (${code ?? message ?? 'unknown cause'}). Check DATABASE_URL, and that the server runs and lets this user in.`,
    );
  }
}

function queryOf(dataSource: DataSource): Query {
  const executor = autocommitExecutor(dataSource);
  const rows = async <Row>(sql: string) => (await executor.execute(sql, [])).rows as Row[];
  return { forUpdate: '', rows, row: async <Row>(sql: string) => (await rows<Row>(sql))[0] };
}

async function hasDataKeys(dataSource: DataSource, query: Query): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  const exists = await runner.hasTable('data_keys');
  await runner.release();
  return exists && (await query.row('SELECT id FROM data_keys LIMIT 1')) !== undefined;
}

const LOCK_SECONDS = 120;
const LOCK_POLL_MS = 200;

/** Runs pending migrations, one process at a time. */
async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const owner = randomUUID();
  try {
    await lockMigrations(runner, owner);
    await dataSource.runMigrations();
    await runner.query('UPDATE migration_lock SET until_s = 0 WHERE id = 1 AND owner = ?', [owner]);
  } finally {
    await runner.release();
  }
}

/** A lease in a table of its own, because the others may not exist yet. */
async function lockMigrations(runner: QueryRunner, owner: string): Promise<void> {
  await runner.query(
    'CREATE TABLE IF NOT EXISTS migration_lock (id INTEGER NOT NULL, until_s BIGINT NOT NULL, owner VARCHAR(40) NOT NULL, PRIMARY KEY (id))',
  );
  // Two processes may both find no row; the primary key lets one of them in.
  await runner
    .query(
      "INSERT INTO migration_lock (id, until_s, owner) SELECT 1, 0, '' FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM migration_lock)",
    )
    .catch(() => undefined);
  for (;;) {
    const now = Math.floor(Date.now() / 1000);
    await runner.query('UPDATE migration_lock SET until_s = ?, owner = ? WHERE id = 1 AND until_s < ?', [now + LOCK_SECONDS, owner, now]);
    const [row] = (await runner.query('SELECT owner FROM migration_lock WHERE id = 1')) as Array<{ owner: string }>;
    if (row?.owner === owner) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}
