// `gatehouse backup`: copies the embedded database with its key and archive while the service runs.
import { existsSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { askCopy, copyEmbedded, databaseFile } from '../../common/database/dialect.js';
import { masterKeyFile, readMasterKeyFile } from '../../common/crypto/master-key.js';
import { makeFolder } from '../../common/files/durable-files.js';
import type { Settings } from '../../common/settings/settings.js';
import { archiveFolder, firstPlaceIn } from '../../users/events/event-archive.js';
import { EVENT_AT } from '../../users/events/event-retention.repository.js';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { ARCHIVE_COPY, copyDurably, DATABASE_COPY, filesOf, finishBackup, KEY_COPY } from './backup-files.js';
import { foreignOwner, hostEnvironment, hostSettings } from './host-settings.js';

export interface BackupArguments {
  envFile?: string;
  /** False if the master key is kept elsewhere. */
  key: boolean;
  json?: boolean;
}

export async function backup(folder: string, { envFile, key, json }: BackupArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const settings = hostSettings(hostEnvironment(envFile, env));
  const file = sourceOf(settings);
  const target = await emptyFolder(resolve(folder));
  const createdAt = new Date().toISOString();
  const paths = await copyAll(file, settings, target, key);
  await finishBackup(target, paths, createdAt);
  const hasKey = paths.includes(KEY_COPY);
  const note = hasKey
    ? 'It has the master key: anyone who has it has everything.'
    : 'It has no master key: it can be restored only with the one kept elsewhere.';
  process.stdout.write(json ? `${JSON.stringify({ folder: target, createdAt, files: paths, masterKey: hasKey })}\n` : `${target}\n`);
  if (!json) process.stderr.write(`${paths.length} files, as of ${createdAt}. ${note}\n`);
  return EXIT.done;
}

/** The file of the database. @throws CommandError */
function sourceOf(settings: Settings): string {
  const file = databaseFile(settings.database);
  if (file === undefined)
    throw new CommandError('This command copies the embedded database. docs/backup.md says how MariaDB and MySQL are backed up.');
  if (!existsSync(file)) throw new CommandError(`There is no database at ${file}. Check DATA_DIR and DATABASE_URL.`);
  const foreign = foreignOwner(settings);
  if (foreign !== undefined) throw new CommandError(`${foreign} Run it as the user of the service.`);
  return file;
}

/** Creates a folder that only its owner can read. @throws UsageError if it isn't empty */
async function emptyFolder(target: string): Promise<string> {
  await makeFolder(target);
  if ((await readdir(target)).length > 0) throw new UsageError(`${target} is not empty; each backup needs a folder of its own.`);
  await chmod(target, 0o700);
  return target;
}

/** @returns the copied files, by their paths in the folder */
async function copyAll(file: string, settings: Settings, target: string, withKey: boolean): Promise<string[]> {
  const { dataDir } = settings;
  copyEmbedded(file, join(target, DATABASE_COPY));
  await chmod(join(target, DATABASE_COPY), 0o600);
  const paths = [DATABASE_COPY];
  // Copied after the database: an event leaves its table only once its archive file is written, so every event is in one of them.
  const archive = archiveFolder(dataDir);
  for (const name of neededFiles(await filesOf(archive), join(target, DATABASE_COPY))) {
    await copyDurably(join(archive, name), join(target, ARCHIVE_COPY, name));
    paths.push(join(ARCHIVE_COPY, name));
  }
  if (withKey && isKeyInFile(settings)) {
    await copyDurably(masterKeyFile(dataDir), join(target, KEY_COPY));
    paths.push(KEY_COPY);
  }
  return paths;
}

/** Whether the key file has the key in use. A file from before the key was set elsewhere contains an old key, which can't open the copy. */
function isKeyInFile({ dataDir, masterKey }: Settings): boolean {
  const inFile = readMasterKeyFile(dataDir);
  return inFile !== undefined && (masterKey === undefined || masterKey.equals(inFile));
}

/**
 * Excludes archive files written after the database was copied; a restored service would archive their events again.
 * The first event of a file is the first to leave its table. While the copy still contains it, it contains all events of that file.
 */
function neededFiles(names: readonly string[], copy: string): string[] {
  return askCopy(copy, (finds) =>
    names.filter((name) => {
      const place = firstPlaceIn(name);
      return place === undefined || !finds(EVENT_AT, place);
    }),
  );
}
