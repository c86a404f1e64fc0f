// The settings of the service, for commands on its host: the environment, and optionally the file of variables that the service is started
// with.
import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { bootstrapRule } from '../../bootstrap.js';
import { databaseFile } from '../../common/database/dialect.js';
import { loadSettings, SettingsError, type Settings } from '../../common/settings/settings.js';
import { CommandError, UsageError } from '../terminal/command-error.js';

/**
 * A variable of the environment takes precedence over one of the file, as with Node's own `--env-file`. @throws UsageError if the file
 * can't be read
 */
export function hostEnvironment(envFile: string | undefined, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (envFile === undefined) return env;
  try {
    return { ...parseEnv(readFileSync(envFile, 'utf8')), ...env };
  } catch {
    throw new UsageError(`${envFile} does not exist or cannot be read.`);
  }
}

/** @throws CommandError with all errors of the settings */
export function hostSettings(env: NodeJS.ProcessEnv): Settings {
  try {
    return loadSettings(env, [bootstrapRule]);
  } catch (error) {
    throw error instanceof SettingsError ? new CommandError(error.message) : error;
  }
}

/** Any other user who opens an embedded database leaves files beside it that its owner can't write. @returns the fault, or undefined */
export function foreignOwner({ database }: Settings): string | undefined {
  const file = databaseFile(database);
  const owner = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.uid;
  const uid = process.getuid?.();
  return owner === undefined || uid === undefined || owner === uid
    ? undefined
    : `The database belongs to the user with the number ${owner}, and this command runs as ${uid}.`;
}
