// `gatehouse restore`: copies a backup to where the service of this host expects its data, and ends credentials issued in the lost time.
import 'reflect-metadata';
import '../../oidc/provider/runtime-warning.js';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module.js';
import { masterKeyFile } from '../../common/crypto/master-key.js';
import { WrongMasterKeyError } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import { checkpointEmbedded, databaseFile, DatabaseInUseError, embeddedDatabase } from '../../common/database/dialect.js';
import { JsonLog } from '../../common/logging/log.js';
import { Clock } from '../../common/primitives/clock.js';
import type { Settings } from '../../common/settings/settings.js';
import { claimStorage, inspectStorage, notesOfOtherBuild, openStorage, StartError } from '../../storage.js';
import { archiveFolder } from '../../users/events/event-archive.js';
import { LostTime, skipLostNumbers } from '../../users/organizations/lost-time.service.js';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { checkBackup, copyDurably, DATABASE_COPY, filesOf, KEY_COPY, partOf, renameDurably } from './backup-files.js';
import { hostEnvironment, hostSettings } from './host-settings.js';

export interface RestoreArguments {
  envFile?: string;
  afterLoss?: boolean;
}

/** @param folder absent if the data was already restored from a backup of the database server; then only the lost time is handled */
export async function restore(folder: string | undefined, options: RestoreArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const settings = hostSettings(hostEnvironment(options.envFile, env));
  if (folder === undefined && !options.afterLoss) throw new UsageError('Name the folder of a backup, or say --after-loss.');
  try {
    const finish = options.afterLoss ? endWhatWasIssued : () => Promise.resolve();
    if (folder === undefined) await finish(settings);
    else await putBack(resolve(folder), settings, finish);
    if (!options.afterLoss)
      process.stderr.write(
        'Tokens that were revoked after the backup are valid again until they expire. To end them: gatehouse restore --after-loss\n',
      );
  } catch (error) {
    if (error instanceof DatabaseInUseError) throw new CommandError(`${error.message}\nStop the service first.`);
    if (error instanceof StartError || error instanceof WrongMasterKeyError) throw new CommandError(error.message);
    throw error;
  }
  return EXIT.done;
}

/** @param finish receives settings for the copied database, before the database is where a service expects it */
async function putBack(folder: string, settings: Settings, finish: (settings: Settings) => Promise<void>): Promise<void> {
  const file = databaseFile(settings.database);
  if (file === undefined)
    throw new CommandError('A backup folder holds the embedded database. docs/backup.md says how MariaDB and MySQL are restored.');
  const { files, createdAt } = await checkBackup(folder);
  // Locked until all files are copied, so that no service starts halfway.
  const release = claimStorage(settings.database);
  const places = Object.keys(files).map((path) => [join(folder, path), placeOf(path, settings, file)] as const);
  try {
    await assertEmpty(settings, file);
    await copyAll(places, file, settings, finish);
  } finally {
    release();
  }
  process.stderr.write(`Restored ${places.length} files as of ${createdAt}.\n`);
}

/** Copies a backup to an empty place, and finishes it there. If the backup turns out to be faulty, the place is emptied again. */
async function copyAll(
  places: ReadonlyArray<readonly [from: string, to: string]>,
  file: string,
  settings: Settings,
  finish: (settings: Settings) => Promise<void>,
): Promise<void> {
  // The database has a temporary name until the end. If a service starts after a power failure halfway, it must find no database. It
  // must not find one without its key and archive, or with tokens that must end.
  const part = partOf(file);
  const beside = [`${part}-wal`, `${part}-shm`, `${part}.lock`];
  const made: string[] = [];
  try {
    for (const path of beside) await rm(path, { force: true });
    for (const [from, place] of places) {
      const to = place === file ? part : place;
      made.push(to);
      await copyDurably(from, to);
    }
    const ofPart: Settings = { ...settings, database: embeddedDatabase(part) };
    const { migrations } = await inspectStorage(ofPart);
    for (const note of notesOfOtherBuild(migrations, settings)) process.stderr.write(`${note}\n`);
    await finish(ofPart);
    checkpointEmbedded(part);
    made.push(file);
    await renameDurably(part, file);
    for (const path of beside) await rm(path, { force: true });
  } catch (error) {
    for (const path of [...made, ...made.map(partOf), ...beside]) await rm(path, { force: true });
    throw error;
  }
}

function placeOf(path: string, { dataDir }: Settings, databasePlace: string): string {
  if (path === DATABASE_COPY) return databasePlace;
  if (path === KEY_COPY) return masterKeyFile(dataDir);
  return join(archiveFolder(dataDir), basename(path));
}

async function assertEmpty({ dataDir }: Settings, file: string): Promise<void> {
  const present = [file, `${file}-wal`, masterKeyFile(dataDir)].filter((one) => existsSync(one));
  const archive = archiveFolder(dataDir);
  if ((await filesOf(archive)).length > 0) present.push(archive);
  if (present.length > 0)
    throw new CommandError(`Nothing is overwritten, and there is ${present.join(', ')}. Move it away, or set another DATA_DIR.`);
}

async function endWhatWasIssued(settings: Settings): Promise<void> {
  const storage = await openStorage(settings);
  await skipLostNumbers(new Database(storage.writer, storage.reader), new Clock());
  const logger = new JsonLog('error', process.stderr);
  const app = await NestFactory.createApplicationContext(AppModule.with(settings, storage), { logger, abortOnError: false });
  try {
    const { organizations, mailedCodes } = await app.get(LostTime).endWhatWasIssued();
    process.stderr.write(
      `Ended every token, session and personal access token of ${organizations} organizations, and ${mailedCodes} mailed codes.\n` +
        'Changes since the backup are gone: what was deactivated, removed or rotated since is as it was. docs/backup.md lists what to look at.\n',
    );
  } finally {
    await app.close();
    storage.release();
  }
}
