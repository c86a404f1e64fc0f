// Files of other systems: which column or member of an entry is which member of a person here, and in which form it has the password.
import { isObject } from '../../../common/primitives/is-object.js';
import { namesOf } from '../../../common/primitives/name-parts.js';
import { ATTRIBUTE_TEXTS } from '../records/attribute-texts.js';

/** The members of a person that a column may provide, and their usual headers, which {@link plainHeader} compares. */
export const COLUMN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  orgId: [],
  userId: ['id', 'userid', 'uid', 'uuid', 'guid'],
  'user.userName': ['username', 'login', 'loginname', 'user', 'account'],
  'user.profile.firstName': ['firstname', 'givenname', 'forename', 'vorname', 'prenom'],
  'user.profile.lastName': ['lastname', 'familyname', 'surname', 'sn', 'nachname', 'nom'],
  'user.profile.nickName': ['nickname'],
  'user.profile.displayName': ['displayname', 'fullname', 'name'],
  'user.profile.preferredLanguage': ['preferredlanguage', 'language', 'locale', 'lang'],
  'user.email.email': ['email', 'mail', 'emailaddress'],
  'user.email.isEmailVerified': ['emailverified', 'isemailverified', 'verified'],
  'user.phone.phone': ['phone', 'phonenumber', 'mobile', 'telephone'],
  'user.phone.isPhoneVerified': ['phoneverified', 'isphoneverified'],
  'user.hashedPassword.value': ['passwordhash', 'hash', 'hashedpassword', 'password', 'pwhash', 'userpassword'],
  'user.hashedPassword.salt': ['salt', 'passwordsalt', 'pwsalt'],
  'user.passwordChangeRequired': ['passwordchangerequired', 'mustchangepassword'],
  'user.otpCode': ['otpcode', 'totpsecret', 'otpsecret'],
  'user.externalId': ['externalid'],
  active: ['active', 'enabled', 'isactive'],
  ...Object.fromEntries(
    ATTRIBUTE_TEXTS.filter((name) => name !== 'preferredLanguage').map((name) => [`user.attributes.${name}`, [name.toLowerCase()]]),
  ),
};

/** Members that are true or false. */
export const FLAG_MEMBERS: ReadonlySet<string> = new Set([
  'user.email.isEmailVerified',
  'user.phone.isPhoneVerified',
  'user.passwordChangeRequired',
  'active',
]);

const WORDS_OF_FLAGS = {
  true: ['true', '1', 'yes', 'y', 't', 'on', 'active', 'enabled'],
  false: ['false', '0', 'no', 'n', 'f', 'off', 'inactive', 'disabled'],
};
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...WORDS_OF_FLAGS.true.map((word) => [word, true] as const),
  ...WORDS_OF_FLAGS.false.map((word) => [word, false] as const),
]);

/** Bytes of the digests that don't name their algorithm. */
const DIGESTS = { md5: 16, sha1: 20, sha256: 32, sha512: 64 } as const;
const SALT_PLACES = ['prefix', 'suffix'] as const;

/** What a column of passwords has: hashes that name their format, passwords in clear, or digests, with the salt before or after the password. */
export const HASH_KINDS: readonly string[] = [
  'recognized',
  'plain',
  ...Object.keys(DIGESTS).flatMap((algorithm) => SALT_PLACES.map((place) => `${algorithm}-${place}`)),
];

/** How entries of another system are read. */
export interface ForeignColumns {
  /** Of entries without an `orgId` of their own. */
  orgId?: string | undefined;
  /** Header → member. A header of JSON is the path to a value, with dots. */
  columns: ReadonlyMap<string, string>;
  /** One of {@link HASH_KINDS}. */
  hash: string;
}

/** Headers with the same letters and digits mean the same. */
export function plainHeader(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** What a word for true or false means. */
export function flagOf(word: string): boolean | undefined {
  return FLAGS.get(word.trim().toLowerCase());
}

/** An entry of an import, made of the values of a foreign one. Without names it gets those of the display name or the user name. */
export function entryOfForeign(valueOf: (header: string) => unknown, { orgId, columns, hash }: ForeignColumns): Record<string, unknown> {
  const given: Record<string, string> = {};
  for (const [header, member] of columns) {
    const text = textIn(valueOf(header));
    if (text !== '') given[member] = text;
  }
  const userName = given['user.userName'] ?? given['user.email.email'];
  const { firstName, lastName } = namesOf(given['user.profile.displayName']);
  const texts: Record<string, string | undefined> = {
    orgId,
    'user.userName': userName,
    'user.profile.firstName': firstName ?? userName,
    'user.profile.lastName': lastName ?? userName,
    ...given,
    ...passwordOf(given, hash),
    'user.hashedPassword.salt': undefined,
  };
  return nested(texts);
}

/** Texts by the dotted names of their members, as an entry. Empty and absent ones are left out. */
export function nested(texts: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(texts)) {
    if (text === undefined || text === '') continue;
    const value = FLAG_MEMBERS.has(path) ? (flagOf(text) ?? text) : text;
    if (path === 'active') {
      // A word that means neither is refused as a state.
      entry['state'] = value === true ? 'USER_STATE_ACTIVE' : value === false ? 'USER_STATE_INACTIVE' : value;
      continue;
    }
    const names = path.split('.');
    const last = names.pop() as string;
    let state = entry;
    for (const name of names) state = (state[name] ??= {}) as Record<string, unknown>;
    state[last] = value;
  }
  return entry;
}

/** A value of a foreign entry by its path, as `profile.login`; members whose own names have dots come first. */
export function valueAt(entry: unknown, path: string): unknown {
  if (!isObject(entry)) return undefined;
  if (Object.hasOwn(entry, path)) return entry[path];
  let value: unknown = entry;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function passwordOf(given: Readonly<Record<string, string>>, kind: string): Record<string, string | undefined> {
  const value = given['user.hashedPassword.value'];
  if (value === undefined || kind === 'recognized') return {};
  if (kind === 'plain') return { 'user.hashedPassword.value': undefined, 'user.password': value };
  const [algorithm] = kind.split('-') as [keyof typeof DIGESTS];
  const isHex = value.length === 2 * DIGESTS[algorithm] && /^[0-9a-f]+$/i.test(value);
  const salt = Buffer.from(given['user.hashedPassword.salt'] ?? '').toString('base64');
  return { 'user.hashedPassword.value': `$digest-${kind}$${salt}$${Buffer.from(value, isHex ? 'hex' : 'base64').toString('base64')}` };
}
