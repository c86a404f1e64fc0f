// The checks of `gatehouse doctor`, one function per subject. None of them changes anything.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { bootstrapRule } from '../../bootstrap.js';
import { databaseFile, describeDatabase } from '../../common/database/dialect.js';
import { assertReachable, MailFailure } from '../../common/mail/smtp.js';
import { DAY_US } from '../../common/primitives/clock.js';
import { loadSettings, misspeltSettings, SettingsError, type Settings } from '../../common/settings/settings.js';
import { inspectMail, inspectSigningKeys, inspectStorage, upgradeAdvice, type StorageState } from '../../storage.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../oidc/keys/jws.js';
import type { StoredSigningKey } from '../../oidc/keys/signing-keys.repository.js';
import { KEY_SET } from '../../oidc/protocol/endpoints.js';
import { isLoopback } from '../service/access.js';
import { foreignOwner } from './host-settings.js';

/** `says` is the observation, `todo` the suggested fix. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  says: string;
  todo?: string;
}

const MEBIBYTE = 2 ** 20;
const FEW_BYTES = 1_024 * MEBIBYTE;
const NO_BYTES = 100 * MEBIBYTE;
const ANSWER_MS = 5_000;
/** The header Date has a resolution of one second. */
const CLOCK_SECONDS = { warning: 5, fault: 60 };
const SIGNING_KEYS = 'signing keys';

const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
const warning = (check: string, says: string, todo: string): Finding => ({ check, state: 'warning', says, todo });
const fault = (check: string, says: string, todo: string): Finding => ({ check, state: 'fault', says, todo });

/** Checks the settings; returns them only if they are valid, because all other checks need them. */
export function checkSettings(env: NodeJS.ProcessEnv): { findings: Finding[]; settings?: Settings } {
  const misspelt = misspeltSettings(env).map((says) => warning('settings', says, 'Correct the name, or unset the variable.'));
  try {
    const settings = loadSettings(env, [bootstrapRule]);
    return { findings: [...misspelt, ok('settings', 'All variables are valid.')], settings };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // Without a full stop, because some sentences end with a command.
    const faults = error.faults.map((says) => fault('settings', says, 'Correct the variable; docs/settings.md lists the values it takes.'));
    return { findings: [...misspelt, ...faults] };
  }
}

/** All other checks, in the order in which a service depends on their subjects. */
export const CHECKS: ReadonlyArray<(settings: Settings) => Promise<Finding[]>> = [
  checkFolder,
  checkDatabase,
  checkSigningKeys,
  checkMail,
  checkService,
];

async function checkFolder({ dataDir }: Settings): Promise<Finding[]> {
  const check = 'data folder';
  if (!existsSync(dataDir))
    return [warning(check, `${dataDir} does not exist yet.`, 'The first start makes it. If there was one, check DATA_DIR.')];
  const found: Finding[] = [];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    found.push(
      fault(check, `${dataDir} cannot be written by this user.`, 'Run this as the user of the service, or give that user the folder.'),
    );
  }
  if ((statSync(dataDir).mode & 0o077) !== 0) found.push(warning(check, `${dataDir} can be read by other users.`, `chmod 700 ${dataDir}`));
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${Math.floor(free / MEBIBYTE).toLocaleString('en')} MiB are free in ${dataDir}.`;
  if (free >= FEW_BYTES) found.push(ok('disk space', says));
  else found.push((free < NO_BYTES ? fault : warning)('disk space', says, 'Make room, or move DATA_DIR.'));
  return found;
}

async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const { database, masterKey, dataDir } = settings;
  const place = describeDatabase(database);
  const file = databaseFile(database);
  if (file !== undefined && !existsSync(file))
    return [
      warning('database', `${place} does not exist yet.`, 'The first start makes it. If there was one, check DATA_DIR and DATABASE_URL.'),
    ];
  const foreign = foreignOwner(settings);
  if (foreign !== undefined) return [warning('database', `${foreign} It was not opened.`, 'Run this as the user of the service.')];
  try {
    const { migrations, masterKey: key, warnings } = await inspectStorage(settings);
    const from = masterKey ? 'MASTER_KEY' : `the key in ${dataDir}`;
    return [
      versionOf(place, migrations),
      ok('master key', key === 'fits' ? `The stored keys open with ${from}.` : 'Nothing is stored yet.'),
      ...warnings.map((says) =>
        warning('database', says, 'docs/settings.md has the settings, docs/operate.md how many connections to plan for.'),
      ),
    ];
  } catch (error) {
    const says = (error as Error).message;
    const isKey = /master key|MASTER_KEY/.test(says);
    return [
      fault(
        isKey ? 'master key' : 'database',
        says,
        isKey
          ? 'Set the key that the data was stored with.'
          : file === undefined
            ? 'Start the database server; check the address, the user and the password.'
            : 'Run this as the user of the service. If the file is no database any more, restore a backup.',
      ),
    ];
  }
}

function versionOf(place: string, { done, pending, unknown, floors: [floor], upgradeThrough }: StorageState['migrations']): Finding {
  if (upgradeThrough !== undefined) return fault('database', `${place} is too old for this version.`, upgradeAdvice(upgradeThrough));
  if (floor)
    return fault(
      'database',
      `${place} needs version ${floor.version} or later: ${floor.because} (${floor.migration}).`,
      'Start that version, or restore a backup from before the upgrade.',
    );
  if (unknown.length > 0)
    return warning(
      'database',
      `${place} was changed by a newer version: this one does not know ${unknown.join(', ')}. They only add, so it works.`,
      'Upgrade all processes to the newer version.',
    );
  if (pending.length > 0)
    return warning(
      'database',
      `${place} answers; ${pending.length} of ${done + pending.length} migrations are still to be made.`,
      'The next start makes them. Make a backup before.',
    );
  return ok('database', `${place} answers, with all ${done} migrations of this version.`);
}

/** Returns nothing before the first start, or if the database can't be read, which its own check reports. */
async function checkSigningKeys(settings: Settings): Promise<Finding[]> {
  const file = databaseFile(settings.database);
  if ((file !== undefined && !existsSync(file)) || foreignOwner(settings) !== undefined) return [];
  const keys = await inspectSigningKeys(settings).catch(() => []);
  if (keys.length === 0) return [];
  const found = SIGNING_ALGORITHMS.flatMap((alg) => signerOf(alg, keys, settings) ?? []);
  return found.length > 0 ? found : [ok(SIGNING_KEYS, `Each of ${SIGNING_ALGORITHMS.join(', ')} has a key that signs and is not old.`)];
}

/** The fault of the key that signs by `alg`. A day's delay doesn't count: a running service checks for rotations every minute. */
function signerOf(alg: SigningAlgorithm, keys: readonly StoredSigningKey[], { keyAges }: Settings): Finding | undefined {
  const active = keys.findLast((key) => key.alg === alg && key.state === 'active');
  if (!active)
    return fault(
      SIGNING_KEYS,
      `No key signs by ${alg}.`,
      'Start the service, which makes one. If it runs, look at its log, and at: gatehouse jobs list.',
    );
  const days = Math.floor((Date.now() * 1_000 - (active.activatedUs ?? active.createdUs)) / DAY_US);
  if (days <= keyAges.signingDays) return undefined;
  return warning(
    SIGNING_KEYS,
    `The key that signs by ${alg} has done so for ${days} days; after ${keyAges.signingDays} (SIGNING_KEY_DAYS) the next one should.`,
    'A service that runs replaces it: look at the job key-rotation (gatehouse jobs list), at the log, and whether the mode is read-only.',
  );
}

async function checkMail(settings: Settings): Promise<Finding[]> {
  const mail = await mailServerOf(settings);
  if (mail === undefined)
    return [fault('mail', 'No stored key opens the password of the mail server.', 'Set it again: gatehouse mail update.')];
  const { server, decided } = mail;
  if (!server)
    return [
      warning(
        'mail',
        'Neither SMTP_URL nor the API names a mail server: mail is written to files.',
        'Set SMTP_URL and MAIL_FROM, or use: gatehouse mail update.',
      ),
    ];
  const place = `${server.host}, port ${server.port}${decided ? ', set by the API,' : ''}`;
  try {
    await assertReachable(server);
    return [ok('mail', `${place} answers and lets the service in.`)];
  } catch (error) {
    return [
      fault(
        'mail',
        `${place} does not take mail (${(error as Error).message}).`,
        `Check ${decided ? 'what gatehouse mail get shows' : 'SMTP_URL'}: host, port, user, password and TLS; and whether a firewall is between.`,
      ),
    ];
  }
}

/**
 * The mail server in use: the administrators' settings take precedence over the environment's. Returns only the environment's if the
 * database can't be read, which its own check reports.
 * @returns undefined if the key that sealed the password is gone
 */
async function mailServerOf(settings: Settings): Promise<Awaited<ReturnType<typeof inspectMail>> | undefined> {
  const file = databaseFile(settings.database);
  const ofEnvironment = { server: settings.mail.server, decided: false };
  if ((file !== undefined && !existsSync(file)) || foreignOwner(settings) !== undefined) return ofEnvironment;
  return inspectMail(settings).catch((error: unknown) => (error instanceof MailFailure ? undefined : ofEnvironment));
}

async function checkService({ publicUrl, host, port }: Settings): Promise<Finding[]> {
  const found: Finding[] = [];
  if (publicUrl.startsWith('http:') && !isLoopback(publicUrl))
    found.push(
      warning(
        'public address',
        `${publicUrl} is without TLS.`,
        'Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.',
      ),
    );
  const answer = await ask(`${publicUrl}/readyz`);
  if (!('status' in answer)) {
    const inside = await ask(`http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/readyz`);
    const todo =
      'status' in inside
        ? `The service itself answers on port ${port}: look at the proxy, the name, the certificate and the firewall in front of it.`
        : 'Start the service. If it runs, check PUBLIC_URL, HOST and PORT.';
    return [...found, fault('public address', `Nothing answers at ${publicUrl} (${answer.error}).`, todo)];
  }
  if (answer.status !== 200)
    return [
      ...found,
      fault('public address', `${publicUrl}/readyz answers ${answer.status}.`, 'Look at the log of the service, and of the proxy.'),
    ];
  return [...found, ok('public address', `${publicUrl} is ready.`), clockOf(answer), await keysOf(publicUrl)];
}

/** Compares the service's clock with the local one; a proxy passes the header on. */
function clockOf({ date }: Answer): Finding {
  const apart = Math.abs(Date.now() - Date.parse(date ?? '')) / 1_000;
  if (Number.isNaN(apart)) return warning('clock', 'The answer has no Date.', 'Have the proxy pass the header Date on.');
  const says = `The clock here and that of the service are ${Math.round(apart)} s apart.`;
  if (apart < CLOCK_SECONDS.warning) return ok('clock', says);
  return (apart < CLOCK_SECONDS.fault ? warning : fault)(
    'clock',
    says,
    'Synchronize both with NTP: tokens are refused before their time and after it.',
  );
}

async function keysOf(publicUrl: string): Promise<Finding> {
  const { body } = (await ask(publicUrl + KEY_SET)) as Partial<Answer>;
  const count = ((body as { keys?: unknown[] } | undefined)?.keys ?? []).length;
  if (count > 0) return ok('keys', `${count} signing keys are published.`);
  return fault(
    'keys',
    `${publicUrl}${KEY_SET} publishes no keys.`,
    'Look at the log of the service; check that the proxy passes this path on.',
  );
}

interface Answer {
  status: number;
  date: string | null;
  body: unknown;
}

async function ask(url: string): Promise<Answer | { error: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    return { status: answer.status, date: answer.headers.get('date'), body: await answer.json().catch(() => undefined) };
  } catch (error) {
    const { cause, name, message } = error as { cause?: { code?: string; message?: string }; name: string; message: string };
    return { error: name === 'TimeoutError' ? 'no answer within 5 s' : (cause?.code ?? cause?.message ?? message) };
  }
}
