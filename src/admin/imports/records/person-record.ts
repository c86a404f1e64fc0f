// Reads a person of an import by a table of fields: an invalid member is an error, an unsupported one a remark.
import { isObject } from '../../../common/primitives/is-object.js';
import { readTotpSecret } from '../../../users/accounts/factors/totp.js';
import { normalizeHash } from '../../../users/authentication/passwords/hash-input.js';
import type { CompleteList } from '../../../users/directory/people/batch/batch-entry.js';
import { compactPhone, emptyPerson, type PersonTexts, type PersonValues } from '../../../users/directory/people/person/person.js';
import { bounded, flagAt, fullName, invalid, textAt, unsupported, wordsOf, type Remark } from './entry-members.js';
import { IDENTITY_LISTS, readIdentities, type ReadIdentity } from './identity-record.js';
import { textOf, type Members } from './import-record.js';
import { readAttributes } from './person-attributes.js';

/** What an import says about one person. */
export interface ReadPerson {
  id?: string;
  values: PersonValues;
  /** The members that were there. */
  given: Array<keyof PersonValues>;
  /** Those lists of `values` that are here as a whole. */
  complete: CompleteList[];
  passwordHash?: string;
  /** In clear; still to be checked and hashed. */
  password?: string;
  changeRequired?: boolean;
  /** Of the person's authenticator app. */
  totpSecret?: string;
  /** At identity providers. */
  identities: ReadIdentity[];
  /** Something was left out, or is worth knowing; the person is added all the same. */
  remarks: Remark[];
}

interface TextField {
  name: string;
  to: keyof PersonTexts;
  longest: number;
  required?: true;
}

const PROFILE: readonly TextField[] = [
  { name: 'firstName', to: 'givenName', longest: 200, required: true },
  { name: 'lastName', to: 'familyName', longest: 200, required: true },
  { name: 'nickName', to: 'nickName', longest: 200 },
  { name: 'displayName', to: 'displayName', longest: 500 },
  { name: 'preferredLanguage', to: 'preferredLanguage', longest: 35 },
];

/** Members each object may have; any other is a remark of this type. */
export const PERSON_MEMBERS: Readonly<Record<string, ReadonlySet<string>>> = {
  '': new Set(['orgId', 'userId', 'user', 'state']),
  user: new Set([
    'userName',
    'externalId',
    'profile',
    'email',
    'phone',
    'hashedPassword',
    'password',
    'passwordChangeRequired',
    'otpCode',
    'attributes',
    ...IDENTITY_LISTS,
  ]),
  'user.profile': new Set(PROFILE.map(({ name }) => name)),
  'user.email': new Set(['email', 'isEmailVerified']),
  'user.phone': new Set(['phone', 'isPhoneVerified']),
};
/** The type of a remark about `user.otpCode`. */
export const OTP_TYPE = 'human_user_otp';

const STATES: Readonly<Record<string, boolean>> = {
  USER_STATE_UNSPECIFIED: true,
  USER_STATE_ACTIVE: true,
  USER_STATE_INITIAL: true,
  USER_STATE_INACTIVE: false,
  USER_STATE_LOCKED: false,
  USER_STATE_SUSPEND: false,
  '0': true,
  '1': true,
  '2': false,
  '4': false,
  '5': false,
  '6': true,
};

const COMPLETE_LISTS = ['emails', 'phoneNumbers'] as const;
const MAX_PASSWORD = 200;
/** 64 bytes in base 32, in groups of four. */
const MAX_OTP_CODE = 200;
const PHONE = /^\+?[0-9]{3,20}(?:;ext=[0-9]{1,20})?$/;

/** @throws DomainError `invalid` */
export function readPerson(entry: unknown): ReadPerson {
  const remarks: Remark[] = [];
  const human = objectAt(entry, '', remarks) ?? {};
  const user = required(objectAt(human['user'], 'user', remarks), 'user');
  const profile = required(objectAt(user['profile'], 'user.profile', remarks), 'user.profile');
  const email = emailOf(objectAt(user['email'], 'user.email', remarks));
  const values = emptyPerson();
  values.userName = textAt(user, 'userName', 'user', 200, true) as string;
  values.preferredLanguage = 'en';
  const given: ReadPerson['given'] = ['userName'];
  if (email) {
    values.emails = [email];
    given.push('emails');
  } else remarks.push({ type: 'human_user', kind: 'email.missing', message: 'user.email is absent; added without an e-mail address.' });
  if (human['state'] !== undefined) {
    values.active = activeOf(human['state']);
    given.push('active');
  }
  const attributes = objectAt(user['attributes'], 'user.attributes', remarks);
  for (const { name, to, longest, required: must } of PROFILE) {
    const hasNone = must && attributes?.[to] === null;
    const text = textAt(profile, name, 'user.profile', longest, must && !hasNone);
    if (text === undefined && !hasNone) continue;
    if (text !== undefined) values[to] = text;
    given.push(to);
  }
  const externalId = textAt(user, 'externalId', 'user', 400, false);
  if (externalId !== undefined && externalId !== '') {
    values.externalId = externalId;
    given.push('externalId');
  }
  const phone = phoneOf(objectAt(user['phone'], 'user.phone', remarks), remarks);
  if (phone) {
    values.phoneNumbers = [phone];
    given.push('phoneNumbers');
  }
  const further = attributes ? readAttributes(attributes, values, remarks) : [];
  given.push(...further);
  const complete = COMPLETE_LISTS.filter((list) => further.includes(list));
  const id = textAt(human, 'userId', '', 200, false);
  return {
    ...(id === undefined || id === '' ? {} : { id }),
    values,
    given,
    complete,
    ...credentials(user, remarks),
    ...totpSecret(user, remarks),
    identities: readIdentities(user, remarks),
    remarks: bounded(remarks),
  };
}

function credentials(user: Members, remarks: Remark[]): Pick<ReadPerson, 'passwordHash' | 'password' | 'changeRequired'> {
  const hashed = objectAt(user['hashedPassword'], 'user.hashedPassword', remarks);
  const changeRequired = flagAt(user, 'passwordChangeRequired', 'user');
  const password = textAt(user, 'password', 'user', MAX_PASSWORD, false);
  if (hashed) {
    const result = normalizeHash(hashShape(hashed));
    if ('fault' in result) throw invalid('import.hash', `hashedPassword cannot be used: ${result.fault}.`, 'hashedPassword');
    if (password !== undefined)
      remarks.push({
        type: 'human_user',
        kind: 'password.twice',
        message: 'user.password was ignored because user.hashedPassword is present.',
      });
    return { passwordHash: result.hash, changeRequired };
  }
  if (password !== undefined) return { password, changeRequired };
  remarks.push({
    type: 'human_user',
    kind: 'password.missing',
    message: 'Neither hashedPassword nor password is present; added without a password.',
  });
  return {};
}

/** The secret of an authenticator app; without a usable one the person is added all the same. */
function totpSecret(user: Members, remarks: Remark[]): Pick<ReadPerson, 'totpSecret'> {
  const text = textAt(user, 'otpCode', 'user', MAX_OTP_CODE, false);
  if (text === undefined) return {};
  const secret = readTotpSecret(text);
  if (secret !== undefined) return { totpSecret: secret };
  const message = 'user.otpCode was ignored: it is not a secret of 10 to 64 bytes in base 32.';
  remarks.push({ type: OTP_TYPE, kind: 'otp.invalid', message });
  return {};
}

/** The text of a hash, or, as some systems export it, an object that says how it was made. */
function hashShape(hashed: Members): unknown {
  if (isObject(hashed['customPasswordHash'])) return { custom_password_hash: hashed['customPasswordHash'] };
  const shaped = Object.keys(hashed).some((name) => name !== 'value' && name !== 'algorithm');
  return shaped ? hashed : textAt(hashed, 'value', 'user.hashedPassword', 1000, true);
}

/** People without an address are taken; they sign in by their user name. */
function emailOf(email: Members | undefined) {
  const address = email && textAt(email, 'email', 'user.email', 320);
  return email && address !== undefined ? withMark(address, true, flagAt(email, 'isEmailVerified', 'user.email')) : undefined;
}

/** A number that is none does not cost the person. */
function phoneOf(phone: Members | undefined, remarks: Remark[]) {
  if (!phone) return undefined;
  const number = textAt(phone, 'phone', 'user.phone', 50, true) as string;
  const compact = compactPhone(number);
  if (!PHONE.test(compact)) {
    remarks.push({
      type: 'human_user',
      kind: 'import.phone',
      message: `user.phone.phone was ignored: ${JSON.stringify(number)} is not a phone number.`,
    });
    return undefined;
  }
  return withMark(compact, true, flagAt(phone, 'isPhoneVerified', 'user.phone'));
}

function withMark(value: string, primary: boolean, verified: boolean) {
  return { value, primary, ...(verified ? { verifiedBy: 'import' as const } : {}) };
}

/** Whether a person in this state may sign in. @throws DomainError `invalid` */
export function activeOf(state: unknown): boolean {
  if (state === undefined || state === null) return true;
  const active = Object.hasOwn(STATES, textOf(state)) ? STATES[textOf(state)] : undefined;
  if (active === undefined) throw invalid('import.state', `state must be one of ${wordsOf(STATES)}.`, 'state');
  return active;
}

function objectAt(value: unknown, path: string, remarks: Remark[]): Members | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) {
    if (path === '') return undefined;
    throw invalid('import.type', `${path} must be an object.`, path);
  }
  const known = PERSON_MEMBERS[path];
  for (const name of Object.keys(value))
    if (known && !known.has(name)) remarks.push(unsupported('human_user', fullName(path, textOf(name))));
  return value;
}

function required(value: Members | undefined, path: string): Members {
  if (value === undefined) throw invalid('import.missing', `${path} must be an object.`, path);
  return value;
}
