// Opens the database: claims it, checks the master key against the stored keys, runs pending migrations.
import type { DataSource } from 'typeorm';
import { checkMasterKeys, Keyring, type MasterKeys } from './common/crypto/keyring.service.js';
import { createMasterKeyFile, masterKeyFile, readMasterKeyFile } from './common/crypto/master-key.js';
import {
  autocommitExecutor,
  claimDatabase,
  connectionLimitQuery,
  connectionsOf,
  databaseFile,
  DatabaseInUseError,
  describeDatabase,
  openingFault,
  type Role,
} from './common/database/dialect.js';
import { ConfigVersion } from './common/database/config-version.js';
import { Database } from './common/database/database.js';
import type { Query } from './common/database/transaction.js';
import { writeStatistics } from './common/database/engines/embedded-statistics.js';
import { SPREAD } from './common/database/servers/pool.js';
import { compareMigrations, runMigrations, type MigrationState } from './common/database/run-migrations.js';
import { MailSettingsRepository } from './common/mail/mail-settings.repository.js';
import { MailSettings } from './common/mail/mail-settings.service.js';
import { Clock } from './common/primitives/clock.js';
import type { DatabaseSettings, Settings } from './common/settings/settings.js';
import type { MailServer } from './common/settings/values.js';
import { createDataSource } from './data-source.js';
import { SigningKeysRepository, type StoredSigningKey } from './oidc/keys/signing-keys.repository.js';

/** The reason why the service doesn't start, with a message that suggests a fix. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** A connected and migrated database. `notes` and `warnings` are sentences for the log. */
export interface Storage {
  writer: DataSource;
  reader: DataSource;
  masterKeys: MasterKeys;
  notes: string[];
  warnings: string[];
  /** Lets another process use an embedded database; call it after the connections are closed. */
  release(): void;
}

/** @throws StartError, DatabaseInUseError, MasterKeyFileError, WrongMasterKeyError; in each case no stored data has been changed */
export async function openStorage(settings: Settings): Promise<Storage> {
  const { database, dataDir } = settings;
  const notes: string[] = [];
  const warnings: string[] = [];
  const release = claimStorage(database);
  const opened: DataSource[] = [];
  try {
    const writer = await connect(settings, 'writer');
    opened.push(writer);
    const query = queryOf(writer);
    notes.push(...notesOf(await compareMigrations(writer), settings));
    const sealed = await hasDataKeys(writer, query);
    let masterKey = settings.masterKey ?? readMasterKeyFile(dataDir);
    if (!masterKey) {
      if (sealed) throw masterKeyMissing(settings);
      masterKey = await createMasterKeyFile(dataDir);
      notes.push(`A master key was made at ${masterKeyFile(dataDir)}. Keep a copy of it apart from the database.`);
    }
    const masterKeys = { current: masterKey, previous: settings.masterKeyPrevious };
    if (sealed) await checkMasterKeys(query, masterKeys);
    if (!settings.readOnly) {
      await migrate(settings, writer);
      if (databaseFile(database) !== undefined)
        await writeStatistics(writer).catch((error: Error) => {
          // They make searches quick, and the service is right without them.
          warnings.push(`The statistics for searches could not be written (${error.message}). Searches may be slow until the next start.`);
        });
    }
    const reader = await connect(settings, 'reader');
    opened.push(reader);
    warnings.push(...(await shortages(settings, query)));
    return { writer, reader, masterKeys, notes, warnings, release };
  } catch (error) {
    for (const dataSource of opened) await dataSource.destroy();
    release();
    throw error;
  }
}

/** The state of an existing database; see {@link inspectStorage}. */
export interface StorageState {
  migrations: MigrationState;
  /** `none`: no value has been sealed yet. */
  masterKey: 'fits' | 'none';
  warnings: string[];
}

/**
 * Inspects a database without changing it. Safe while a service uses it.
 * @throws StartError if it can't be opened or its master key is missing, MasterKeyFileError, WrongMasterKeyError
 */
export async function inspectStorage(settings: Settings): Promise<StorageState> {
  const reader = await connect(settings, 'reader');
  try {
    const query = queryOf(reader);
    const migrations = await compareMigrations(reader);
    const warnings = await shortages(settings, query);
    if (!(await hasDataKeys(reader, query))) return { migrations, masterKey: 'none', warnings };
    const current = settings.masterKey ?? readMasterKeyFile(settings.dataDir);
    if (!current) throw masterKeyMissing(settings);
    await checkMasterKeys(query, { current, previous: settings.masterKeyPrevious });
    return { migrations, masterKey: 'fits', warnings };
  } finally {
    await reader.destroy();
  }
}

/**
 * The mail server in use, and whether the API set it. Changes nothing, and is safe while a service uses the database.
 * @throws StartError if the database can't be opened, MailFailure if no key opens the stored password
 */
export async function inspectMail(settings: Settings): Promise<{ server: MailServer | undefined; decided: boolean }> {
  const reader = await connect(settings, 'reader');
  try {
    const database = new Database(reader, reader);
    const repository = new MailSettingsRepository(database);
    const current = settings.masterKey ?? readMasterKeyFile(settings.dataDir);
    // A database of an earlier version has no such table.
    if (!current || !(await hasTable(reader, 'mail_settings')) || !(await repository.findDecided())?.server)
      return { server: settings.mail.server, decided: false };
    const config = new ConfigVersion(database);
    const keyring = new Keyring(database, config, new Clock(), { current, previous: settings.masterKeyPrevious });
    return { server: (await new MailSettings(repository, keyring, config, settings).inUse()).server, decided: true };
  } finally {
    await reader.destroy();
  }
}

/**
 * The signing keys for tokens, oldest first; none before the first start. Changes nothing, and is safe while a service uses the database.
 * @throws StartError if the database can't be opened
 */
export async function inspectSigningKeys(settings: Settings): Promise<StoredSigningKey[]> {
  const reader = await connect(settings, 'reader');
  try {
    return (await hasTable(reader, 'signing_keys')) ? await new SigningKeysRepository(new Database(reader, reader)).listKeys() : [];
  } finally {
    await reader.destroy();
  }
}

/** Notes about a database that differs from what this build would create. @throws StartError if this build must not use it */
function notesOf(state: MigrationState, settings: Settings): string[] {
  const notes = notesOfOtherBuild(state, settings);
  const { pending } = state;
  if (settings.readOnly && pending.length > 0)
    throw new StartError(
      `READ_ONLY is set, and ${pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`} still to be made, the next one ${pending[0]}. Start once without READ_ONLY.`,
    );
  return notes;
}

/** Notes about a database that another build has changed. @throws StartError if it is too old or too new for this one */
export function notesOfOtherBuild({ unknown, floors, upgradeThrough }: MigrationState, { database }: Settings): string[] {
  if (upgradeThrough !== undefined)
    throw new StartError(`The database ${describeDatabase(database)} is too old: ${upgradeAdvice(upgradeThrough)}`);
  const [floor] = floors;
  if (floor)
    throw new StartError(
      `The database ${describeDatabase(database)} needs version ${floor.version} or later: ${floor.because} (${floor.migration}). ` +
        'Start that version, or restore a backup from before the upgrade.',
    );
  if (unknown.length === 0) return [];
  return [
    `The database is ahead of this version, which does not know ${unknown.join(', ')}. They only add, so it works; upgrade all processes soon.`,
  ];
}

/** What to do with a database on which only some of the replaced migrations have run, also in CHANGELOG.md. */
export function upgradeAdvice(build: string): string {
  return `Upgrade through ${build}. Back up the database, start ${build} once, then this version.`;
}

/** Resources that a server lacks for the processes of this machine. The needs of other machines are unknown here. */
async function shortages({ database, workers }: Settings, query: Query): Promise<string[]> {
  const sql = connectionLimitQuery(database);
  const most = sql === undefined ? 0 : ((await query.row<{ most: number }>(sql))?.most ?? 0);
  const wanted = workers * connectionsOf(database);
  // For TiDB, 0 means no limit.
  if (most === 0 || wanted <= most) return [];
  return [
    `The database takes ${most} connections (max_connections), and the processes of this machine may open ${wanted}: ` +
      'raise the limit, or lower DATABASE_CONNECTIONS or WORKERS. Requests beyond it are refused.',
  ];
}

function masterKeyMissing({ dataDir }: Settings): StartError {
  return new StartError(`The master key of this database is missing: restore ${masterKeyFile(dataDir)}, or set MASTER_KEY.`);
}

/** Runs migrations. With a server, over connections without time limits; the embedded database has none. */
async function migrate(settings: Settings, writer: DataSource): Promise<void> {
  if (databaseFile(settings.database) !== undefined) return runMigrations(writer);
  const migrator = await connect(settings, 'migrator');
  try {
    await runMigrations(migrator);
  } finally {
    await migrator.destroy();
  }
}

/** Calls {@link claimDatabase}, and explains any failure in a sentence. @throws StartError, DatabaseInUseError */
export function claimStorage(database: DatabaseSettings): () => void {
  try {
    return claimDatabase(database);
  } catch (error) {
    throw error instanceof DatabaseInUseError ? error : unopened(database, error);
  }
}

async function connect({ database }: Settings, role: Role): Promise<DataSource> {
  try {
    return await createDataSource(database, role).initialize();
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === SPREAD) throw new StartError(`The database ${describeDatabase(database)} cannot be used: ${message}.`);
    throw unopened(database, error);
  }
}

function unopened(database: DatabaseSettings, error: unknown): StartError {
  const advice =
    databaseFile(database) === undefined
      ? 'Check DATABASE_URL, and that the server runs and lets this user in.'
      : 'Check DATA_DIR and DATABASE_URL, and that this user may write there.';
  return new StartError(`The database ${describeDatabase(database)} cannot be opened (${openingFault(error)}). ${advice}`);
}

function queryOf(dataSource: DataSource): Query {
  const executor = autocommitExecutor(dataSource);
  const rows = async <Row>(sql: string) => (await executor.execute(sql, [])).rows as Row[];
  return { forUpdate: '', rows, row: async <Row>(sql: string) => (await rows<Row>(sql))[0] };
}

async function hasDataKeys(dataSource: DataSource, query: Query): Promise<boolean> {
  return (await hasTable(dataSource, 'data_keys')) && (await query.row('SELECT id FROM data_keys LIMIT 1')) !== undefined;
}

async function hasTable(dataSource: DataSource, table: string): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  const exists = await runner.hasTable(table);
  await runner.release();
  return exists;
}
