// Converts the users and groups of a Keycloak realm export: `kc.sh export --realm …`, one file, or the files of a folder.
import { readFile } from 'node:fs/promises';
import { readTotpSecret, totpSecretOf } from '../../users/accounts/factors/totp.js';
import { CommandError } from '../terminal/command-error.js';
import { lineOf, type ConvertArguments, type GroupLine, type ImportLine } from './import-line.js';
import type { Remarks } from './remarks.js';
import { KeycloakGroups, type KeycloakGroup } from './keycloak-groups.js';

/** keycloak.org, UserRepresentation and CredentialRepresentation: the properties used here. */
interface KeycloakUser {
  id?: string;
  username?: string;
  enabled?: boolean;
  emailVerified?: boolean;
  firstName?: string;
  lastName?: string;
  email?: string;
  attributes?: Record<string, string[]>;
  credentials?: KeycloakCredential[];
  requiredActions?: string[];
  federatedIdentities?: Array<{ identityProvider?: string; userId?: string; userName?: string }>;
  serviceAccountClientId?: string;
  groups?: string[];
  realmRoles?: string[];
  clientRoles?: Record<string, string[]>;
}

interface KeycloakCredential {
  type?: string;
  credentialData?: unknown;
  secretData?: unknown;
  hashedSaltedValue?: unknown;
}

interface KeycloakRealm {
  users?: KeycloakUser[];
  groups?: KeycloakGroup[];
}

/** Attributes that an import has a member for. */
const CONVERTED_ATTRIBUTES = new Set(['nickname', 'locale', 'phoneNumber', 'phoneNumberVerified']);

export async function* fromKeycloak(
  paths: readonly string[],
  args: ConvertArguments,
  remark: Remarks,
): AsyncGenerator<ImportLine | GroupLine> {
  const realmGroups = new KeycloakGroups(remark);
  for (const path of paths) {
    const { users, groups } = readRealm(await readFile(path, 'utf8'), path);
    if (Array.isArray(groups)) realmGroups.addGroups(groups);
    // In a folder, the realm's own file has its groups and no users.
    if (!Array.isArray(users) && Array.isArray(groups) && paths.length > 1) continue;
    if (!Array.isArray(users)) throw new CommandError(`${path} has no list "users": export the realm with its users.`);
    for (const user of users) {
      const who = user.username ?? user.id ?? 'a person';
      if (user.serviceAccountClientId !== undefined) remark(who, 'is the service account of a client and is skipped');
      else {
        const line = convertUser(args, user, who, remark);
        realmGroups.addPerson(who, line, user.groups ?? []);
        yield line;
      }
    }
  }
  yield* realmGroups.lines(args.org);
}

function convertUser(args: ConvertArguments, user: KeycloakUser, who: string, remark: Remarks): ImportLine {
  const { attributes = {}, credentials = [], requiredActions = [], federatedIdentities = [] } = user;
  const password = credentials.find(({ type }) => type === 'password');
  const app = credentials.find((credential) => otpSecretOf(credential) !== undefined);
  const others = credentials.filter((one) => one.type !== 'password' && one !== app).map(({ type }) => type ?? 'unknown');
  if (others.length > 0) remark(who, `loses: ${[...new Set(others)].join(', ')}`);
  for (const lost of lostOf(user)) remark(who, lost);
  return lineOf(
    args,
    {
      id: user.id,
      userName: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
      nickName: attributes['nickname']?.[0],
      language: attributes['locale']?.[0],
      email: user.email,
      emailVerified: user.emailVerified ?? false,
      phone: attributes['phoneNumber']?.[0],
      phoneVerified: attributes['phoneNumberVerified']?.[0] === 'true',
      active: user.enabled ?? true,
      hash: password,
      otp: app && otpSecretOf(app),
      identities: federatedIdentities.map(({ identityProvider = 'unknown', userId, userName }) => ({
        names: [identityProvider],
        subject: userId,
        loginName: userName,
      })),
      mustChange: password !== undefined && requiredActions.includes('UPDATE_PASSWORD'),
    },
    remark,
  );
}

/**
 * The secret of an authenticator app in base 32, if the app's codes have the usual form. Keycloak stores the bytes themselves as text,
 * unless it marks them as base 32.
 */
function otpSecretOf({ type, credentialData, secretData }: KeycloakCredential): string | undefined {
  if (type !== 'otp') return undefined;
  const { subType, digits, period, algorithm, secretEncoding } = jsonObject(credentialData);
  const { value } = jsonObject(secretData);
  const usual = subType === 'totp' && digits === 6 && period === 30 && algorithm === 'HmacSHA1';
  if (!usual || typeof value !== 'string') return undefined;
  return readTotpSecret(secretEncoding === 'BASE32' ? value : totpSecretOf(Buffer.from(value)));
}

/** Both parts of a credential are JSON in a string. */
function jsonObject(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(String(text)) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The data that a user loses, one sentence each. */
function lostOf({ attributes = {}, realmRoles = [], clientRoles = {} }: KeycloakUser): string[] {
  const lostAttributes = Object.keys(attributes).filter((name) => !CONVERTED_ATTRIBUTES.has(name));
  const roles = [...realmRoles.filter((role) => !role.startsWith('default-roles-')), ...Object.values(clientRoles).flat()];
  return [
    ...(lostAttributes.length > 0 ? [`loses the attributes ${lostAttributes.join(', ')}`] : []),
    ...(roles.length > 0 ? [`loses the roles ${roles.join(', ')}`] : []),
  ];
}

function readRealm(text: string, path: string): KeycloakRealm {
  try {
    return JSON.parse(text) as KeycloakRealm;
  } catch {
    throw new CommandError(`${path} is not JSON: is it a realm export?`);
  }
}
