// People, groups and other objects in the format of an import, and code that all converters share.
import { readTotpSecret } from '../../users/accounts/factors/totp.js';
import { normalizeHash } from '../../users/authentication/passwords/hash-input.js';
import { isEmailAddress } from '../../common/primitives/email-address.js';
import { attributesOf, type KnownAttributes, type PersonAttributes } from './attributes.js';
import { convertIdentities, type ConvertedIdentity, type KnownIdentity, type ProviderMapping } from './identities.js';
import type { Remarks } from './remarks.js';

export interface ConvertArguments {
  /** The organization to add all people to. */
  org: string;
  /** A second file, with password hashes. */
  passwords: string | undefined;
  /** A second file, with the parameters of the hashes of Firebase. */
  hashConfig?: string | undefined;
  /** `HEADER=MEMBER` each. */
  columns: readonly string[];
  /** Identity providers here, by their names in the export. */
  identityProviders: ProviderMapping;
}

export interface ImportLine {
  orgId: string;
  userId?: string;
  state?: 'USER_STATE_INACTIVE';
  user: {
    userName: string;
    profile: { firstName: string; lastName: string; nickName?: string; displayName?: string; preferredLanguage?: string };
    email?: { email: string; isEmailVerified: boolean };
    phone?: { phone: string; isPhoneVerified: boolean };
    hashedPassword?: { value: string };
    passwordChangeRequired?: true;
    otpCode?: string;
    identities?: ConvertedIdentity[];
    attributes?: PersonAttributes;
  };
}

/** A member of a group, identified by one name. */
export type GroupMemberName = { userId: string } | { userName: string } | { groupDisplayName: string };

/** A group, or further members of a group. */
export type GroupLine = { orgId: string; members: GroupMemberName[] } & (
  | { groupId?: string; group: { displayName: string } }
  | { groupDisplayName: string }
);

/** An entry of another list of an import, or an organization. */
export type ListLine = {
  orgId: string;
  list:
    | 'org'
    | 'domains'
    | 'userMetadata'
    | 'projects'
    | 'oidcApps'
    | 'apiApps'
    | 'machineUsers'
    | 'orgMembers'
    | 'machineKeys'
    | 'appKeys'
    | 'identityProviders';
} & Readonly<Record<string, unknown>>;

export type Line = ImportLine | GroupLine | ListLine;

export type Converter = (paths: readonly string[], args: ConvertArguments, remark: Remarks) => AsyncGenerator<Line>;

/** The data of a person in an export; missing and blank texts are left out. */
export interface Known {
  id?: string | undefined;
  userName?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  nickName?: string | undefined;
  displayName?: string | undefined;
  language?: string | undefined;
  email?: string | undefined;
  emailVerified?: boolean;
  phone?: string | undefined;
  phoneVerified?: boolean;
  active?: boolean;
  /** In any form that an export may use. */
  hash?: unknown;
  mustChange?: boolean;
  /** The secret of an authenticator app, in base 32. */
  otp?: string | undefined;
  /** At other identity providers. */
  identities?: readonly KnownIdentity[];
  /** Everything else that the export knows: attributes of a person by their names here or elsewhere, and whatever applications stored. */
  attributes?: KnownAttributes;
}

/** Ids that an import accepts. */
const GIVEN_ID = /^(?!\.{1,2}$)[A-Za-z0-9._~:@-]{1,200}$/;
/** Numbers that an import accepts, without separators. */
const PHONE = /^\+?[0-9]{3,20}(?:;ext=[0-9]{1,20})?$/;
const SEPARATORS = /[\s()./-]/g;
const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/;
const MAX_SHOWN = 100;

/**
 * The line of a person, and of whatever has no place in it as metadata. A missing name becomes the user name, because an import requires
 * one. A value that an import would refuse is left out and named, so that it doesn't cost the person.
 */
export function linesOf({ org, identityProviders }: ConvertArguments, known: Known, remark: Remarks): [ImportLine, ...ListLine[]] {
  const email = emailOf(known, remark);
  const userName = text(known.userName) ?? text(known.email) ?? text(known.id) ?? '';
  const who = nameOf(known);
  const [firstName, lastName] = [text(known.firstName), text(known.lastName)];
  if (firstName === undefined || lastName === undefined)
    remark('note', who, 'has an incomplete name; the user name is used for the missing part');
  const identities = convertIdentities(known.identities ?? [], identityProviders, who, remark);
  if (text(known.email) === undefined) remark('note', who, 'has no e-mail address');
  const id = idOf(known.id, who, remark);
  const { attributes, others } = attributesOf(known.attributes ?? {});
  const line: ImportLine = {
    orgId: org,
    ...id,
    ...(known.active === false ? { state: 'USER_STATE_INACTIVE' as const } : {}),
    user: {
      userName,
      profile: {
        firstName: firstName ?? userName,
        lastName: lastName ?? userName,
        ...optional('nickName', text(known.nickName)),
        ...optional('displayName', text(known.displayName)),
        ...languageOf(known.language, who, remark),
      },
      ...(email === undefined ? {} : { email: { email, isEmailVerified: known.emailVerified ?? false } }),
      ...phoneOf(known, who, remark),
      ...hashOf(known.hash, who, remark),
      ...(known.mustChange ? { passwordChangeRequired: true as const } : {}),
      ...otpOf(known.otp, who, remark),
      ...(identities.length > 0 ? { identities } : {}),
      ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    },
  };
  return [line, ...metadataOf(org, id.userId, others, who, remark)];
}

/** Who a remark is about. */
export function nameOf({ userName, email, id }: Pick<Known, 'userName' | 'email' | 'id'>): string {
  return text(userName) ?? text(email) ?? text(id) ?? 'a person without a name';
}

/** A value of an export as a remark shows it. */
export function shown(value: unknown): string {
  const whole = JSON.stringify(value) ?? '';
  return whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole;
}

function text(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

function emailOf(known: Known, remark: Remarks): string | undefined {
  const email = text(known.email);
  if (email === undefined || isEmailAddress(email)) return email;
  remark('email', nameOf(known), `loses the e-mail address ${shown(email)}, which is not valid`);
  return undefined;
}

function phoneOf({ phone, phoneVerified }: Known, who: string, remark: Remarks): Pick<ImportLine['user'], 'phone'> {
  const number = text(phone);
  if (number === undefined) return {};
  if (PHONE.test(number.replace(SEPARATORS, ''))) return { phone: { phone: number, isPhoneVerified: phoneVerified ?? false } };
  remark('phone', who, `loses the phone number ${shown(number)}, which is not valid`);
  return {};
}

function languageOf(language: string | undefined, who: string, remark: Remarks): { preferredLanguage?: string } {
  // POSIX writes de_CH.UTF-8.
  const tag = text(language)?.split('.')[0]?.replaceAll('_', '-');
  if (tag === undefined) return {};
  if (LANGUAGE.test(tag)) return { preferredLanguage: tag };
  remark('attribute', who, `loses the language ${shown(language)}, which is not a language tag`);
  return {};
}

function idOf(id: string | undefined, who: string, remark: Remarks): { userId?: string } {
  // Every Auth0 id contains "|", which is not allowed in a path.
  const kept = id?.trim().replaceAll('|', ':');
  if (kept === undefined || kept === '') return {};
  if (GIVEN_ID.test(kept)) return { userId: kept };
  remark('id', who, `loses the id ${shown(id)}, which a path can't contain; a new one is assigned`);
  return {};
}

function hashOf(hash: unknown, who: string, remark: Remarks): { hashedPassword?: { value: string } } {
  if (hash === undefined || hash === null || hash === '') return {};
  const made = normalizeHash(hash);
  if ('hash' in made) return { hashedPassword: { value: made.hash } };
  remark('password', who, `loses the password: ${made.fault}`);
  return {};
}

function otpOf(otp: string | undefined, who: string, remark: Remarks): { otpCode?: string } {
  if (otp === undefined || otp === '') return {};
  const secret = readTotpSecret(otp);
  if (secret !== undefined) return { otpCode: secret };
  remark('secondFactor', who, 'loses the authenticator app: its secret is not 10 to 64 bytes in base 32');
  return {};
}

const MAX_KEY = 200;
const MAX_METADATA_BYTES = 65_536;
const MAX_METADATA = 200;

/** Attributes without a place of their own, as metadata. */
function metadataOf(
  org: string,
  userId: string | undefined,
  others: Readonly<Record<string, unknown>>,
  who: string,
  remark: Remarks,
): ListLine[] {
  return Object.entries(others).flatMap(([key, value], at): ListLine[] => {
    const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    const fits = key !== '' && key.length <= MAX_KEY && !/\p{C}/u.test(key) && content.length <= MAX_METADATA_BYTES && at < MAX_METADATA;
    if (userId !== undefined && fits && content.length > 0)
      return [{ orgId: org, list: 'userMetadata', id: userId, key, value: content.toString('base64') }];
    const why = userId === undefined ? 'the person has no id to keep it under' : 'it is too large for metadata';
    if (content.length > 0) remark('attribute', who, `loses the attribute ${shown(key)} with ${shown(value)}: ${why}`);
    return [];
  });
}

function optional<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
}
