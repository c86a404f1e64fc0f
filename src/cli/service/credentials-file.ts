// The credentials that `gatehouse login` stores: one private file in the configuration folder (XDG Base Directory Specification).
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../terminal/command-error.js';
import type { ProofJwk } from './proof.js';

/** The session of a signed-in person. `expiresAtMs` is the expiry of the access token in milliseconds since 1970. */
export interface SessionCredentials {
  accessToken: string;
  expiresAtMs: number;
  refreshToken: string;
  /** The private key that both tokens are bound to (RFC 9449); absent in sessions of older builds, whose tokens are bearer tokens. */
  proofKey?: ProofJwk;
}

/** The credentials for one service. `orgId` is the default organization of commands. */
export interface StoredCredentials {
  token?: string;
  session?: SessionCredentials;
  orgId?: string;
}

/** `current` is the default address of commands. */
export interface CredentialsFile {
  current?: string | undefined;
  services: Record<string, StoredCredentials>;
}

/** A lock older than this was left behind by a command that died; no command holds one longer. */
const LOCK_MS = 60_000;
const LOOK_MS = 50;

export function credentialsPath(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'gatehouse', 'credentials.json');
}

/** @throws CommandError if the file has another format */
export function readCredentials(env: NodeJS.ProcessEnv): CredentialsFile {
  const path = credentialsPath(env);
  if (!existsSync(path)) return { services: {} };
  try {
    const { current, services } = JSON.parse(readFileSync(path, 'utf8')) as CredentialsFile;
    return { current, services: services ?? {} };
  } catch {
    throw new CommandError(`${path} cannot be read. Remove it and sign in again: gatehouse login`);
  }
}

/**
 * Changes the file, one command at a time. `change` may take a while: other commands that want to change the file wait for it.
 * @returns the result of `change`
 */
export async function changeCredentials<T>(env: NodeJS.ProcessEnv, change: (file: CredentialsFile) => Promise<T> | T): Promise<T> {
  const path = credentialsPath(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const release = await lock(`${path}.lock`);
  try {
    const file = readCredentials(env);
    const result = await change(file);
    writeFileSync(`${path}.draft`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.draft`, path);
    return result;
  } finally {
    release();
  }
}

async function lock(path: string): Promise<() => void> {
  for (const end = Date.now() + LOCK_MS; ;) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
    if (isAbandoned(path)) rmSync(path, { force: true });
    else if (Date.now() > end) throw new CommandError(`Another command holds ${path}. If none is running, remove it.`);
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function isAbandoned(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs > LOCK_MS;
}
