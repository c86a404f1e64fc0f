// The service that a command sends requests to, and the credentials it uses.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT } from '../terminal/exit-code.js';
import { readCredentials, type StoredCredentials } from './credentials-file.js';
import type { ProofJwk } from './proof.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';

const DEFAULT_URL = 'http://localhost:8080';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `from` describes the source of the token. A `session` token comes from a sign-in and is refreshed. */
export interface ServiceAccess {
  base: string;
  from: string;
  token: string | undefined;
  /** The key that the token is bound to; absent: a bearer token. */
  proofKey: ProofJwk | undefined;
  stored: StoredCredentials | undefined;
  orgId: string | undefined;
}

/** The file that the service wrote at its first start. */
interface Bootstrap {
  baseUrl?: string | undefined;
  orgId?: string | undefined;
  token?: string | undefined;
}

/**
 * The address comes from `--url`, GATEHOUSE_URL, the last sign-in, PUBLIC_URL or bootstrap.json, in this order. The token comes from
 * GATEHOUSE_TOKEN, the sign-in at that address, or bootstrap.json.
 * GATEHOUSE_TOKEN is never sent to an address from a file, because another user may have created the folder it is in.
 * @throws CommandError without any token for this address, UsageError for an invalid address
 */
export function findAccess(url: string | undefined, env: NodeJS.ProcessEnv): ServiceAccess {
  const base = findAddress(url, env);
  const stored = readCredentials(env).services[base];
  const file = bootstrapPath(env);
  const written = existsSync(file) && isOf(readBootstrap(file), base, env) ? readBootstrap(file) : {};
  const orgId = env['GATEHOUSE_ORG'] || stored?.orgId || written.orgId;
  const found = (from: string, token?: string, proofKey?: ProofJwk) => ({ base, from, token, proofKey, stored, orgId });
  if (env['GATEHOUSE_TOKEN'] && namedAddress(url, env) === undefined && base !== DEFAULT_URL)
    throw new CommandError(
      `GATEHOUSE_TOKEN is not sent to ${base}, the address in ${file}. If that is your service, name it with --url or GATEHOUSE_URL.`,
      EXIT.forbidden,
    );
  if (env['GATEHOUSE_TOKEN']) return { ...found('GATEHOUSE_TOKEN', env['GATEHOUSE_TOKEN']), stored: undefined };
  if (stored?.session) return found('the sign-in', stored.session.accessToken, stored.session.proofKey);
  if (stored?.token) return found('the token kept by login', stored.token);
  if (written.token) return found(file, written.token);
  const why = existsSync(file) ? 'contains no token for this address' : 'does not exist';
  throw new CommandError(
    `No token for ${base}: sign in with gatehouse login, set GATEHOUSE_TOKEN, or DATA_DIR to the folder with bootstrap.json (${file} ${why}).`,
    EXIT.forbidden,
  );
}

/** The address that the service wrote into bootstrap.json, if there is one. */
export function recordedAddress(env: NodeJS.ProcessEnv): string | undefined {
  const file = bootstrapPath(env);
  const base = existsSync(file) ? readBootstrap(file).baseUrl : undefined;
  return base && withoutSlash(base);
}

/** The address alone, without a trailing slash. @throws UsageError if it is invalid */
export function findAddress(url: string | undefined, env: NodeJS.ProcessEnv): string {
  const file = bootstrapPath(env);
  const base = namedAddress(url, env) || (existsSync(file) && readBootstrap(file).baseUrl) || DEFAULT_URL;
  if (/^https?:$/.test(parsedUrl(base)?.protocol ?? '')) return withoutSlash(base);
  throw new UsageError(`${base} is not a valid URL.`);
}

/** The address that the user or the environment names. */
function namedAddress(url: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return url || env['GATEHOUSE_URL'] || readCredentials(env).current || env['PUBLIC_URL'] || undefined;
}

export function bootstrapPath(env: NodeJS.ProcessEnv): string {
  return join(env['DATA_DIR'] || './data', 'bootstrap.json');
}

/** Whether an address never leaves this machine. */
export function isLoopback(base: string): boolean {
  return LOOPBACK.test(new URL(base).hostname);
}

/** Whether the file belongs to the service at `base`: the owner's token of one service must not be sent to another. */
function isOf({ baseUrl }: Bootstrap, base: string, env: NodeJS.ProcessEnv): boolean {
  const own = [baseUrl, env['PUBLIC_URL']].map((one) => one && withoutSlash(one));
  return own.includes(base) || isLoopback(base);
}

function withoutSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

function readBootstrap(file: string): Bootstrap {
  try {
    const { baseUrl, orgId, serviceUser } = JSON.parse(readFileSync(file, 'utf8')) as {
      baseUrl?: string;
      orgId?: string;
      serviceUser?: { personalAccessToken?: string };
    };
    return { baseUrl, orgId, token: serviceUser?.personalAccessToken };
  } catch {
    throw new CommandError(`${file} cannot be read: set GATEHOUSE_TOKEN and --url, or DATA_DIR to another folder.`);
  }
}
