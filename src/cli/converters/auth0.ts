// Converts the users of an Auth0 export job (NDJSON) or bulk import file (a JSON array). Password hashes come from a separate file that
// Auth0's support exports.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CommandError } from '../terminal/command-error.js';
import type { KnownIdentity } from './identities.js';
import { lineOf, type ConvertArguments, type ImportLine } from './import-line.js';
import type { Remarks } from './remarks.js';

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
  identities?: Auth0Identity[];
  custom_password_hash?: unknown;
  passwordHash?: string;
  /** Part of the schema of bulk imports; exports never contain it. */
  mfa_factors?: Array<{ totp?: { secret?: string }; phone?: unknown; email?: unknown }>;
}

/** auth0.com/docs, user profiles: the primary identity comes first; `profileData` is of those that were linked later. */
interface Auth0Identity {
  provider?: string;
  connection?: string;
  user_id?: string | number;
  profileData?: { email?: string; username?: string };
}

/** A line of the file with hashes. */
interface Auth0Password {
  _id?: { $oid?: string } | string;
  email?: string;
  passwordHash?: string;
}

export async function* fromAuth0(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<ImportLine> {
  const hashes = args.passwords === undefined ? new Map<string, string>() : await readHashes(args.passwords);
  for (const path of paths) {
    for await (const user of records<Auth0User>(path)) {
      const id = user.user_id;
      if ((user.username ?? user.email ?? id) === undefined)
        throw new CommandError(`${path} is not a list of Auth0 users: an entry has neither user_id, username nor email.`);
      const who = user.username ?? user.email ?? id ?? 'a person';
      const isLocal = id === undefined || !id.includes('|') || id.startsWith('auth0|');
      const { mfa_factors: factors = [] } = user;
      const lost = factors.flatMap((factor) => Object.keys(factor).filter((kind) => kind !== 'totp'));
      if (lost.length > 0) remark(who, `loses the second factors ${lost.join(', ')}`);
      yield lineOf(
        args,
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
          identities: identitiesOf(user),
          otp: factors.find(({ totp }) => totp?.secret !== undefined)?.totp?.secret,
        },
        remark,
      );
    }
  }
}

/**
 * The identities of a user elsewhere. Without the field `identities` there is one in the id: `google-oauth2|ID`, or `oidc|CONNECTION|ID` of a
 * company's connection.
 */
function identitiesOf({ identities, user_id: id = '', email, username }: Auth0User): KnownIdentity[] {
  const [provider = '', ...rest] = id.split('|');
  const own =
    rest.length > 0 ? [{ provider, connection: rest.length > 1 ? rest[0] : provider, user_id: rest.join('|') } as Auth0Identity] : [];
  return (identities ?? own)
    .filter((identity) => identity.provider !== 'auth0')
    .map(({ provider: kind = 'unknown', connection = kind, user_id: subject, profileData = {} }, at) => ({
      names: connection === kind ? [connection] : [connection, kind],
      subject: typeof subject === 'string' && subject.startsWith(`${connection}|`) ? subject.slice(connection.length + 1) : subject,
      loginName: at === 0 ? (email ?? username) : (profileData.email ?? profileData.username),
    }));
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
