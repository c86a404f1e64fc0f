// `gatehouse bootstrap admin reset-password`: restores access for a locked-out administrator, on the host, directly in the database.
import 'reflect-metadata';
import '../../oidc/provider/runtime-warning.js';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module.js';
import { bootstrapFile, newPassword, type BootstrapCredentials } from '../../bootstrap.js';
import { WrongMasterKeyError } from '../../common/crypto/keyring.service.js';
import { databaseFile, DatabaseInUseError } from '../../common/database/dialect.js';
import { JsonLog } from '../../common/logging/log.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Settings } from '../../common/settings/settings.js';
import { PasswordRecovery } from '../../users/accounts/password-recovery.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import type { Person } from '../../users/directory/people/person/person.js';
import { inspectStorage, openStorage, StartError, type Storage } from '../../storage.js';
import { askSecret, isAttended } from '../terminal/ask.js';
import { CommandError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { foreignOwner, hostEnvironment, hostSettings } from './host-settings.js';

export interface ResetArguments {
  envFile?: string;
  /** userName or e-mail address; absent: the first administrator. */
  user?: string;
  /** Absent: the organization that runs the service. */
  org?: string;
  passwordStdin?: boolean;
  json?: boolean;
}

/** On a terminal it is asked for, without showing it. */
async function typedPassword(): Promise<string> {
  return isAttended() ? askSecret('New password:') : (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** Safe to use while the service runs on a database server. @throws CommandError */
export async function resetPassword(args: ResetArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  process.umask(0o077);
  const settings = hostSettings(hostEnvironment(args.envFile, env));
  const password = args.passwordStdin ? await typedPassword() : newPassword();
  const person = await withDatabase(settings, (storage) => setPassword(settings, storage, args, password)).catch(inWords);
  const chosen = args.passwordStdin ? {} : { password };
  rememberNowhereElse(settings, person.id, args.passwordStdin ? undefined : password);
  if (args.json) process.stdout.write(`${JSON.stringify({ userId: person.id, userName: person.userName, ...chosen }, null, 2)}\n`);
  else process.stdout.write(`${person.userName} has a new password${args.passwordStdin ? '.' : `: ${password}`}\n`);
  console.error('Sessions and tokens from before have ended.');
  return EXIT.done;
}

/** @throws CommandError for a database of another version: the build that serves it must migrate it */
async function withDatabase<T>(settings: Settings, work: (storage: Storage) => Promise<T>): Promise<T> {
  const file = databaseFile(settings.database);
  if (file !== undefined && !existsSync(file)) throw new CommandError(`There is no database at ${file}. Check DATA_DIR and DATABASE_URL.`);
  const foreign = foreignOwner(settings);
  if (foreign !== undefined) throw new CommandError(`${foreign} Run it as the user of the service.`);
  const { pending, unknown } = (await inspectStorage(settings)).migrations;
  if (pending.length + unknown.length > 0)
    throw new CommandError('The database is of another version of the service. Use the command of that version.');
  return work(await openStorage(settings));
}

async function setPassword(settings: Settings, storage: Storage, { user, org }: ResetArguments, password: string): Promise<Person> {
  const logger = new JsonLog('error', process.stderr);
  const app = await NestFactory.createApplicationContext(AppModule.with(settings, storage), { logger, abortOnError: false });
  try {
    const organizations = app.get(Organizations);
    const no = await organizations.operatorNo();
    const organization = org === undefined ? no && (await organizations.byNo(no)) : await organizations.findOrganization(org);
    if (!organization)
      throw new CommandError(org === undefined ? 'The database is empty: start the service first.' : `There is no organization ${org}.`);
    return await app.get(PasswordRecovery).setPassword(organization, user ?? settings.bootstrap.adminUserName, password);
  } finally {
    await app.close();
    storage.release();
  }
}

/** Updates the file of the first start, which must not show a password that is no longer valid. */
function rememberNowhereElse({ dataDir }: Settings, userId: string, password: string | undefined): void {
  const file = bootstrapFile(dataDir);
  if (!existsSync(file)) return;
  const { admin, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as BootstrapCredentials;
  if (admin.userId !== userId) return;
  const { password: _old, ...known } = admin;
  const after = { ...rest, admin: { ...known, ...(password === undefined ? {} : { password }) } };
  writeFileSync(`${file}.draft-password`, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.draft-password`, file);
}

function inWords(error: unknown): never {
  if (error instanceof DatabaseInUseError)
    throw new CommandError(
      `${error.message}\nStop the service, run this command again, and start it. Or have another administrator set a password while it runs.`,
    );
  if (error instanceof DomainError || error instanceof StartError || error instanceof WrongMasterKeyError)
    throw new CommandError(error.message);
  throw error;
}
