// Systems whose export is a list of people as JSON: where each has the members of a person.
import { readFile } from 'node:fs/promises';
import { namesOf } from '../../common/primitives/name-parts.js';
import { CommandError } from '../terminal/command-error.js';
import { linesOf, nameOf, type ConvertArguments, type Converter, type Known } from './import-line.js';
import { records } from './json-records.js';
import type { RemarkKind } from './remarks.js';
import type { RowSystemName } from './systems.js';

// Exports of other systems have any shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = Readonly<Record<string, any>>;
type Lost = Array<[RemarkKind, string]>;

interface RowSystem {
  /** The member of an object with the rows, if the export isn't an array. */
  list?: string;
  known(row: Row, hashing: Hashing | undefined): Known;
  /** What a row loses. */
  lost?(row: Row): Lost;
  /** Members of a row that `known` reads or that mean nothing elsewhere; any other is kept as metadata. */
  read: readonly string[];
}

/** The parameters with which Firebase hashed all passwords of a project. */
interface Hashing {
  rounds: number;
  memCost: number;
  signerKey: string;
  saltSeparator: string;
}

const SYSTEMS: Readonly<Record<RowSystemName, RowSystem>> = {
  firebase: {
    list: 'users',
    read: [
      'localId',
      'email',
      'emailVerified',
      'displayName',
      'photoUrl',
      'phoneNumber',
      'disabled',
      'passwordHash',
      'salt',
      'version',
    ].concat([
      'createdAt',
      'lastSignedInAt',
      'lastLoginAt',
      'passwordUpdatedAt',
      'validSince',
      'providerUserInfo',
      'mfaInfo',
      'lastRefreshAt',
    ]),
    known: (row, hashing) => ({
      id: row['localId'],
      userName: row['email'] ?? row['phoneNumber'],
      ...namesOf(row['displayName']),
      email: row['email'],
      emailVerified: row['emailVerified'] === true,
      phone: row['phoneNumber'],
      phoneVerified: row['phoneNumber'] !== undefined,
      active: row['disabled'] !== true,
      hash: hashing && row['passwordHash'] ? firebaseHash(row, hashing) : undefined,
      attributes: { photoUrl: row['photoUrl'] },
      identities: rowsIn(row['providerUserInfo'])
        .filter(({ providerId }) => providerId !== 'password' && providerId !== 'phone')
        .map(({ providerId, rawId, email }) => ({ names: [String(providerId)], subject: rawId, loginName: email })),
    }),
    lost: (row) => rowsIn(row['mfaInfo']).map(() => ['secondFactor', 'loses a second factor by phone or app']),
  },
  okta: {
    read: [
      'id',
      'status',
      'profile',
      'credentials',
      '_links',
      'type',
      'created',
      'activated',
      'statusChanged',
      'lastLogin',
      'lastUpdated',
    ].concat(['passwordChanged', 'transitioningToStatus']),
    known: ({ id, status, profile = {} }) => {
      const { login, firstName, lastName, email, mobilePhone, primaryPhone, locale, nickName, displayName, ...attributes } = profile as Row;
      return {
        id,
        userName: login,
        firstName,
        lastName,
        nickName,
        displayName,
        language: locale,
        email,
        attributes,
        emailVerified: status !== 'STAGED' && status !== 'PROVISIONED',
        phone: mobilePhone ?? primaryPhone,
        active: status !== 'SUSPENDED' && status !== 'DEPROVISIONED',
      };
    },
    lost: ({ credentials, status }) => [
      ...(credentials?.password ? [['password', 'loses the password, which Okta does not export'] as Lost[number]] : []),
      ...(status === 'LOCKED_OUT' ? [['note', 'was locked out'] as Lost[number]] : []),
    ],
  },
  cognito: {
    list: 'Users',
    read: ['Username', 'Attributes', 'Enabled', 'UserStatus', 'UserCreateDate', 'UserLastModifiedDate', 'MFAOptions'],
    known: ({ Username: userName, Attributes: list, Enabled: enabled }) => {
      const all = Object.fromEntries(rowsIn(list).map(({ Name: name, Value: value }) => [name, value])) as Record<
        string,
        string | undefined
      >;
      const { sub, email, email_verified: isMail, phone_number: phone, phone_number_verified: isPhone, name, identities, ...others } = all;
      const { given_name: given, family_name: family, nickname, locale, ...attributes } = others;
      return {
        id: sub,
        // Pools in which people sign in with an address have the subject as the name.
        userName: userName === sub ? (email ?? phone ?? userName) : userName,
        ...(given || family ? { firstName: given, lastName: family, displayName: name } : namesOf(name)),
        nickName: nickname,
        language: locale,
        email,
        emailVerified: isMail === 'true',
        phone,
        phoneVerified: isPhone === 'true',
        active: enabled !== false,
        identities: rowsIn(parsed(identities)).map((one) => ({
          names: [String(one['providerName'])],
          subject: one['userId'],
          loginName: email,
        })),
        attributes,
      };
    },
    lost: ({ UserStatus: status, MFAOptions: options }) => [
      ...(status === 'EXTERNAL_PROVIDER' ? [] : [['password', 'loses the password, which Cognito does not export'] as Lost[number]]),
      ...rowsIn(options).map((): Lost[number] => ['secondFactor', 'loses a second factor by text message']),
    ],
  },
  'azure-b2c': {
    list: 'value',
    read: [
      'id',
      'displayName',
      'givenName',
      'surname',
      'mail',
      'otherMails',
      'mobilePhone',
      'accountEnabled',
      'identities',
      'preferredLanguage',
    ].concat([
      'userPrincipalName',
      'businessPhones',
      'passwordProfile',
      'passwordPolicies',
      'createdDateTime',
      'creationType',
      '@odata.type',
    ]),
    known: (row) => {
      const identities = rowsIn(row['identities']);
      const named = (type: string) => identities.find(({ signInType }) => signInType === type)?.['issuerAssignedId'] as string | undefined;
      const email = named('emailAddress') ?? row['mail'] ?? row['otherMails']?.[0];
      return {
        id: row['id'],
        userName: named('userName') ?? email ?? row['userPrincipalName'],
        ...(row['givenName'] || row['surname'] ? { firstName: row['givenName'], lastName: row['surname'] } : namesOf(row['displayName'])),
        displayName: row['displayName'],
        language: row['preferredLanguage'],
        email,
        // People prove the address with which they sign up.
        emailVerified: named('emailAddress') !== undefined,
        phone: row['mobilePhone'] ?? row['businessPhones']?.[0],
        active: row['accountEnabled'] !== false,
        identities: identities
          .filter(({ signInType }) => signInType === 'federated')
          .map(({ issuer, issuerAssignedId }) => ({ names: [String(issuer)], subject: issuerAssignedId, loginName: email })),
      };
    },
    lost: (row) =>
      rowsIn(row['identities']).every(({ signInType }) => signInType === 'federated')
        ? []
        : [['password', 'loses the password, which Azure AD B2C does not export']],
  },
  laravel: {
    read: ['id', 'name', 'email', 'email_verified_at', 'password', 'remember_token', 'created_at', 'updated_at', 'current_team_id'].concat([
      'two_factor_secret',
      'two_factor_recovery_codes',
      'two_factor_confirmed_at',
    ]),
    known: (row) => ({
      userName: row['username'] ?? row['email'],
      ...namesOf(row['name']),
      email: row['email'],
      emailVerified: Boolean(row['email_verified_at']),
      hash: row['password'],
    }),
    lost: (row) => (row['two_factor_secret'] ? [['secondFactor', 'loses the authenticator app, whose secret Laravel encrypts']] : []),
  },
  wordpress: {
    read: [
      'ID',
      'user_login',
      'user_email',
      'user_pass',
      'user_nicename',
      'display_name',
      'first_name',
      'last_name',
      'nickname',
      'locale',
    ].concat(['roles', 'user_registered', 'user_activation_key', 'user_status', 'user_url']),
    known: (row) => ({
      userName: row['user_login'],
      ...(row['first_name'] || row['last_name']
        ? { firstName: row['first_name'], lastName: row['last_name'] }
        : namesOf(row['display_name'])),
      displayName: row['display_name'],
      nickName: row['nickname'],
      language: row['locale'],
      email: row['user_email'],
      hash: row['user_pass'],
      attributes: { website: row['user_url'] },
    }),
    lost: (row) =>
      String(row['roles'] ?? '')
        .split(',')
        .filter((role) => role !== '' && role !== 'subscriber')
        .map((role) => ['role', `loses the role ${role}`]),
  },
  aspnet: {
    read: ['Id', 'UserName', 'NormalizedUserName', 'Email', 'NormalizedEmail', 'EmailConfirmed', 'PasswordHash', 'SecurityStamp'].concat([
      'ConcurrencyStamp',
      'PhoneNumber',
      'PhoneNumberConfirmed',
      'TwoFactorEnabled',
      'LockoutEnd',
      'LockoutEnabled',
      'AccessFailedCount',
    ]),
    known: (row) => ({
      id: row['Id'] === undefined ? undefined : String(row['Id']),
      userName: row['UserName'],
      email: row['Email'],
      emailVerified: isSet(row['EmailConfirmed']),
      phone: row['PhoneNumber'] ?? undefined,
      phoneVerified: isSet(row['PhoneNumberConfirmed']),
      hash: row['PasswordHash'],
    }),
    lost: (row) => [
      ...(isSet(row['TwoFactorEnabled']) ? [['secondFactor', 'loses the second factor, which is in another table'] as Lost[number]] : []),
      ...(row['LockoutEnd'] ? [['note', `was locked out until ${String(row['LockoutEnd'])}`] as Lost[number]] : []),
    ],
  },
};

export const ROW_SYSTEMS = Object.fromEntries(
  Object.entries(SYSTEMS).map(([name, system]) => [name, (paths, args, remark) => convertRows(name, system, paths, args, remark)]),
) as Readonly<Record<RowSystemName, Converter>>;

async function* convertRows(
  name: string,
  { list, known, lost, read }: RowSystem,
  paths: readonly string[],
  args: ConvertArguments,
  remark: Parameters<Converter>[2],
): ReturnType<Converter> {
  const hashing = args.hashConfig === undefined ? undefined : await readHashing(args.hashConfig);
  for (const path of paths)
    for await (const row of records<Row>(path, `people of ${name}`, list)) {
      const person = known(row, hashing);
      if (person.userName === undefined && person.email === undefined)
        throw new CommandError(`${path} is not a list of people of ${name}: an entry has neither a user name nor an e-mail address.`);
      for (const [kind, what] of lost?.(row) ?? []) remark(kind, nameOf(person), what);
      if (name === 'firebase' && row['passwordHash'] && !hashing)
        remark('password', nameOf(person), 'loses the password: --hash-config is missing');
      const others = Object.fromEntries(Object.entries(row).filter(([member]) => !read.includes(member)));
      yield* linesOf(args, { ...person, attributes: { ...others, ...person.attributes } }, remark);
    }
}

const HASH_PARAMETER = /\b(base64_signer_key|base64_salt_separator|rounds|mem_cost)["']?\s{0,9}[:=]\s{0,9}["']?([A-Za-z0-9+/=_-]{1,200})/g;

/** The hash parameters as the Firebase console shows them, in a file. @throws CommandError */
async function readHashing(path: string): Promise<Hashing> {
  const text = await readFile(path, 'utf8');
  const values = Object.fromEntries([...text.matchAll(HASH_PARAMETER)].map(([, name = '', value = '']) => [name, value]));
  const value = (name: string): string | undefined => values[name];
  const found = {
    rounds: Number(value('rounds')),
    memCost: Number(value('mem_cost')),
    signerKey: value('base64_signer_key') ?? '',
    saltSeparator: value('base64_salt_separator') ?? '',
  };
  if (found.rounds > 0 && found.memCost > 0 && found.signerKey !== '') return found;
  throw new CommandError(
    `${path} must have base64_signer_key, base64_salt_separator, rounds and mem_cost, as the Firebase console shows them.`,
  );
}

function firebaseHash(row: Row, { rounds, memCost, signerKey, saltSeparator }: Hashing): string {
  return `$firebasescrypt$ln=${memCost},r=${rounds}$${row['salt']}$${row['passwordHash']}$${saltSeparator}$${signerKey}`;
}

function rowsIn(list: unknown): Row[] {
  return Array.isArray(list) ? (list as unknown[]).filter((one): one is Row => typeof one === 'object' && one !== null) : [];
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  } catch {
    return undefined;
  }
}

/** Databases export flags as numbers or as texts. */
function isSet(flag: unknown): boolean {
  return flag === true || flag === 1 || /^(1|true|t)$/i.test(String(flag));
}
