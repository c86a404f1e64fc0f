// People and groups in the format of an import, and code that all converters share.
import { readTotpSecret } from '../../users/accounts/factors/totp.js';
import { normalizeHash } from '../../users/authentication/passwords/hash-input.js';
import { convertIdentities, type ConvertedIdentity, type KnownIdentity, type ProviderMapping } from './identities.js';
import type { Remarks } from './remarks.js';

export interface ConvertArguments {
  /** The organization to add all people to. */
  org: string;
  /** A second file, with password hashes. */
  passwords: string | undefined;
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
    email: { email: string; isEmailVerified: boolean };
    phone?: { phone: string; isPhoneVerified: boolean };
    hashedPassword?: { value: string };
    passwordChangeRequired?: true;
    otpCode?: string;
    identities?: ConvertedIdentity[];
  };
}

/** A member of a group, identified by one name. */
export type GroupMemberName = { userId: string } | { userName: string } | { groupDisplayName: string };

/** A group, or further members of a group. */
export type GroupLine = { orgId: string; members: GroupMemberName[] } & (
  { groupId?: string; group: { displayName: string } } | { groupDisplayName: string }
);

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
}

/** Ids that an import accepts. */
const GIVEN_ID = /^(?!\.{1,2}$)[A-Za-z0-9._~:@-]{1,200}$/;

/**
 * The line of a person. A missing name becomes the user name, because an import requires one. A person without an address is left for the
 * import to reject.
 */
export function lineOf({ org, identityProviders }: ConvertArguments, known: Known, remark: Remarks): ImportLine {
  const text = (value: string | undefined) => value?.trim() || undefined;
  const userName = text(known.userName) ?? text(known.email) ?? '';
  const who = userName || known.id || 'somebody';
  const [firstName, lastName] = [text(known.firstName), text(known.lastName)];
  if (firstName === undefined || lastName === undefined) remark(who, 'has an incomplete name; the user name is used for the missing part');
  const identities = convertIdentities(known.identities ?? [], identityProviders, who, remark);
  if (text(known.email) === undefined) remark(who, 'has no e-mail address and will be rejected');
  return {
    orgId: org,
    ...idOf(known.id, who, remark),
    ...(known.active === false ? { state: 'USER_STATE_INACTIVE' as const } : {}),
    user: {
      userName,
      profile: {
        firstName: firstName ?? userName,
        lastName: lastName ?? userName,
        ...optional('nickName', text(known.nickName)),
        ...optional('displayName', text(known.displayName)),
        ...optional('preferredLanguage', text(known.language)?.replace('_', '-')),
      },
      email: { email: text(known.email) ?? '', isEmailVerified: known.emailVerified ?? false },
      ...(text(known.phone) === undefined
        ? {}
        : { phone: { phone: text(known.phone) ?? '', isPhoneVerified: known.phoneVerified ?? false } }),
      ...hashOf(known.hash, who, remark),
      ...(known.mustChange ? { passwordChangeRequired: true as const } : {}),
      ...otpOf(known.otp, who, remark),
      ...(identities.length > 0 ? { identities } : {}),
    },
  };
}

function idOf(id: string | undefined, who: string, remark: Remarks): { userId?: string } {
  // Every Auth0 id contains "|", which is not allowed in a path.
  const kept = id?.trim().replaceAll('|', ':');
  if (kept === undefined || kept === '') return {};
  if (GIVEN_ID.test(kept)) return { userId: kept };
  remark(who, `has an id that cannot be kept: ${JSON.stringify(id).slice(0, 60)}; a new one is assigned`);
  return {};
}

function hashOf(hash: unknown, who: string, remark: Remarks): { hashedPassword?: { value: string } } {
  if (hash === undefined || hash === null || hash === '') return {};
  const made = normalizeHash(hash);
  if ('hash' in made) return { hashedPassword: { value: made.hash } };
  remark(who, `is converted without a password: ${made.fault}`);
  return {};
}

function otpOf(otp: string | undefined, who: string, remark: Remarks): { otpCode?: string } {
  if (otp === undefined || otp === '') return {};
  const secret = readTotpSecret(otp);
  if (secret !== undefined) return { otpCode: secret };
  remark(who, 'is converted without the authenticator app: its secret is not 10 to 64 bytes in base 32');
  return {};
}

function optional<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
}
