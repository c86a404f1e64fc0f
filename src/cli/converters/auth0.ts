// Converts the users of an Auth0 export job (NDJSON) or bulk import file (a JSON array). Password hashes come from a separate file that
// Auth0's support exports.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CommandError } from '../terminal/command-error.js';
import { lineOf, type ConvertArguments, type ImportLine, type Remarks } from './import-line.js';

/** auth0.com/docs, bulk user exports: the fields worth exporting. */
interface Auth0User {
  user_id?: string;
  email?: string;
  email_verified?: boolean;
  username?: string;
  given_name?: string;
  family_name?: string;
  name?: string;
  nickname?: string;
  phone_number?: string;
  phone_verified?: boolean;
  blocked?: boolean;
  locale?: string;
  custom_password_hash?: unknown;
  passwordHash?: string;
  /** Part of the schema of bulk imports; exports never contain it. */
  mfa_factors?: Array<{ totp?: { secret?: string }; phone?: unknown; email?: unknown }>;
}

/** A line of the file with hashes. */
interface Auth0Password {
  _id?: { $oid?: string } | string;
  email?: string;
  passwordHash?: string;
}

export async function* fromAuth0(
  paths: readonly string[],
  { org, passwords }: ConvertArguments,
  remark: Remarks,
): AsyncGenerator<ImportLine> {
  const hashes = passwords === undefined ? new Map<string, string>() : await readHashes(passwords);
  for (const path of paths) {
    for await (const user of records<Auth0User>(path)) {
      const id = user.user_id;
      if ((user.username ?? user.email ?? id) === undefined)
        throw new CommandError(`${path} is not a list of Auth0 users: an entry has neither user_id, username nor email.`);
      const who = user.username ?? user.email ?? id ?? 'a person';
      const isLocal = id === undefined || !id.includes('|') || id.startsWith('auth0|');
      if (!isLocal) remark(who, 'signs in through another identity provider, which must be set up again');
      const { mfa_factors: factors = [] } = user;
      const lost = factors.flatMap((factor) => Object.keys(factor).filter((kind) => kind !== 'totp'));
      if (lost.length > 0) remark(who, `loses the second factors ${lost.join(', ')}`);
      yield lineOf(
        org,
        {
          id,
          userName: user.username ?? user.email,
          firstName: user.given_name,
          lastName: user.family_name,
          nickName: user.nickname,
          // Without a name, Auth0 stores the address here.
          displayName: user.name === user.email ? undefined : user.name,
          language: user.locale,
          email: user.email,
          emailVerified: user.email_verified ?? false,
          phone: user.phone_number,
          phoneVerified: user.phone_verified ?? false,
          active: user.blocked !== true,
          hash: user.custom_password_hash ?? user.passwordHash ?? (isLocal ? hashes.get(id ?? '') : undefined),
          otp: factors.find(({ totp }) => totp?.secret !== undefined)?.totp?.secret,
        },
        remark,
      );
    }
  }
}

/** Hashes by user id. */
async function readHashes(path: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const { _id: id, passwordHash } of records<Auth0Password>(path)) {
    const key = typeof id === 'string' ? id : id?.$oid;
    if (key !== undefined && passwordHash !== undefined) hashes.set(key.startsWith('auth0|') ? key : `auth0|${key}`, passwordHash);
  }
  return hashes;
}

/** The objects of a file: one per line, or all in one JSON array. @throws CommandError */
async function* records<T extends object>(path: string): AsyncGenerator<T> {
  if ((await firstCharacter(path)) === '[') yield* assertObjects<T>(parseFile(await readFile(path, 'utf8'), path), path);
  else for await (const record of lines<T>(path)) yield* assertObjects<T>([record], path);
}

function* assertObjects<T extends object>(records: unknown, path: string): Generator<T> {
  for (const record of records as unknown[]) {
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new CommandError(`${path} is not a list of Auth0 users: an entry is not an object.`);
    yield record as T;
  }
}

async function firstCharacter(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const [first] = (chunk as string).replace(/^\uFEFF/, '').trimStart();
    if (first !== undefined) return first;
  }
  return '';
}

function parseFile(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new CommandError(`${path} begins like a JSON array and is not JSON.`);
  }
}

async function* lines<T>(path: string): AsyncGenerator<T> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    try {
      yield JSON.parse(line) as T;
    } catch {
      throw new CommandError(`${path}, line ${number}, is not JSON. Export with format "json", which writes one user per line.`);
    }
  }
}
