// Converts the users of an Auth0 export job (NDJSON) or bulk import file (a JSON array). Password hashes come from a separate file that
// Auth0's support exports.
import { CommandError } from '../terminal/command-error.js';
import type { KnownIdentity } from './identities.js';
import { linesOf, nameOf, shown, type ConvertArguments, type Line } from './import-line.js';
import { records } from './json-records.js';
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
  /** The same in the export of the Management API. */
  password_hash?: string;
  picture?: string;
  /** Of identity providers that send them. */
  website?: string;
  birthdate?: string;
  gender?: string;
  app_metadata?: Record<string, unknown>;
  user_metadata?: Record<string, unknown>;
  /** Names of the second factors, without their secrets. */
  multifactor?: string[];
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

/** Members that are converted, or that follow from others. */
const KNOWN_MEMBERS = new Set([
  'user_id',
  'email',
  'email_verified',
  'username',
  'given_name',
  'family_name',
  'name',
  'nickname',
  'phone_number',
  'phone_verified',
  'blocked',
  'locale',
  'identities',
  'custom_password_hash',
  'passwordHash',
  'password_hash',
  'picture',
  'website',
  'birthdate',
  'gender',
  'app_metadata',
  'user_metadata',
  'multifactor',
  'mfa_factors',
  'password',
  '_id',
  'id',
  'Id',
  'created_at',
  'updated_at',
  'last_login',
  'last_ip',
  'logins_count',
  'last_password_reset',
  'email_lower',
  'tenant',
  'connection',
]);
/** Pictures that Auth0 shows where a person has none. */
const NO_PICTURE = /^https:\/\/(?:s\.gravatar\.com|cdn\.auth0\.com)\//;

export async function* fromAuth0(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  const hashes = args.passwords === undefined ? new Map<string, string>() : await readHashes(args.passwords);
  for (const path of paths) {
    for await (const user of records<Auth0User>(path, 'Auth0 users')) {
      if ((user.username ?? user.email ?? user.user_id) === undefined)
        throw new CommandError(`${path} is not a list of Auth0 users: an entry has neither user_id, username nor email.`);
      yield* convertUser(user, hashes, args, remark);
    }
  }
}

function* convertUser(user: Auth0User, hashes: ReadonlyMap<string, string>, args: ConvertArguments, remark: Remarks): Generator<Line> {
  const { website, birthdate, gender } = user;
  const { user_id: id, mfa_factors: factors = [], multifactor = [], picture, app_metadata: ofApps = {}, user_metadata: ofUser = {} } = user;
  const who = nameOf({ userName: user.username, email: user.email, id });
  const isLocal = id === undefined || !id.includes('|') || id.startsWith('auth0|');
  const totp = factors.find((factor) => factor.totp?.secret !== undefined)?.totp?.secret;
  const lost = factors.flatMap((factor) => Object.keys(factor).filter((kind) => kind !== 'totp'));
  // Exports have the names of factors alone.
  const named = multifactor.filter((kind) => !(totp !== undefined && /totp|otp|authenticator/.test(kind)));
  for (const kind of [...lost, ...named]) remark('secondFactor', who, `loses the second factor ${kind}`);
  for (const [name, value] of Object.entries(user))
    if (!KNOWN_MEMBERS.has(name) && value !== null && value !== '')
      remark('attribute', who, `loses the member ${name} with ${shown(value)}`);
  yield* linesOf(
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
      hash: user.custom_password_hash ?? user.passwordHash ?? user.password_hash ?? (isLocal ? hashes.get(id ?? '') : undefined),
      identities: identitiesOf(user),
      otp: totp,
      attributes: {
        ...(picture === undefined || NO_PICTURE.test(picture) ? {} : { picture }),
        website,
        birthdate,
        gender,
        ...prefixed('app_metadata', ofApps),
        ...prefixed('user_metadata', ofUser),
      },
    },
    remark,
  );
}

/** Members of an object under the name of the object, as applications know them. */
function prefixed(name: string, members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([member, value]) => [`${name}.${member}`, value]));
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
  for await (const { _id: id, passwordHash } of records<Auth0Password>(path, 'Auth0 users')) {
    const key = typeof id === 'string' ? id : id?.$oid;
    if (key !== undefined && passwordHash !== undefined) hashes.set(key.startsWith('auth0|') ? key : `auth0|${key}`, passwordHash);
  }
  return hashes;
}
