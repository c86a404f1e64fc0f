// Opens the database: claims it, checks the master key against the stored keys, runs pending migrations.
import type { DataSource } from 'typeorm';
import { checkMasterKeys, type MasterKeys } from './common/crypto/keyring.service.js';
import { createMasterKeyFile, masterKeyFile, readMasterKeyFile } from './common/crypto/master-key.js';
import { autocommitExecutor, claimDatabase, describeDatabase } from './common/database/dialect.js';
import type { Query } from './common/database/database.js';
import { compareMigrations, runMigrations } from './common/database/run-migrations.js';
import type { Settings } from './common/settings/settings.js';
import { createDataSource } from './data-source.js';

/** A reason not to start, with a message that says what to do. */
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
      if (sealed) throw masterKeyMissing(settings);
      masterKey = createMasterKeyFile(dataDir);
      notes.push(`A master key was made at ${masterKeyFile(dataDir)}. Keep a copy of it apart from the database.`);
    }
    const masterKeys = { current: masterKey, previous: settings.masterKeyPrevious };
    if (sealed) await checkMasterKeys(query, masterKeys);
    await runMigrations(writer);
    const reader = await connect(settings, 'reader');
    opened.push(reader);
    return { writer, reader, masterKeys, notes, release };
  } catch (error) {
    for (const dataSource of opened) await dataSource.destroy();
    release();
    throw error;
  }
}

/** What an existing database says of itself; see {@link inspectStorage}. */
export interface StorageState {
  migrations: { done: number; pending: string[]; unknown: string[] };
  /** `none`: nothing is sealed yet. */
  masterKey: 'fits' | 'none';
}

/**
 * Looks at a database without changing anything, also while a service uses it.
 * @throws StartError when it cannot be opened or its master key is missing, WrongMasterKeyError
 */
export async function inspectStorage(settings: Settings): Promise<StorageState> {
  const reader = await connect(settings, 'reader');
  try {
    const query = queryOf(reader);
    const migrations = await compareMigrations(reader);
    if (!(await hasDataKeys(reader, query))) return { migrations, masterKey: 'none' };
    const current = settings.masterKey ?? readMasterKeyFile(settings.dataDir);
    if (!current) throw masterKeyMissing(settings);
    await checkMasterKeys(query, { current, previous: settings.masterKeyPrevious });
    return { migrations, masterKey: 'fits' };
  } finally {
    await reader.destroy();
  }
}

function masterKeyMissing({ dataDir }: Settings): StartError {
  return new StartError(`The master key of this database is missing: restore ${masterKeyFile(dataDir)}, or set MASTER_KEY.`);
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
