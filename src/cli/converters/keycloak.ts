// Converts the users of a Keycloak realm export: `kc.sh export --realm …`, one file, or a folder's realm-users-N.json files.
import { readFile } from 'node:fs/promises';
import { CommandError } from '../terminal/command-error.js';
import { lineOf, type ConvertArguments, type ImportLine, type Remarks } from './import-line.js';

/** keycloak.org, UserRepresentation and CredentialRepresentation: what is read of them. */
interface KeycloakUser {
  id?: string;
  username?: string;
  enabled?: boolean;
  emailVerified?: boolean;
  firstName?: string;
  lastName?: string;
  email?: string;
  attributes?: Record<string, string[]>;
  credentials?: Array<{ type?: string; credentialData?: unknown; secretData?: unknown; hashedSaltedValue?: unknown }>;
  requiredActions?: string[];
  federatedIdentities?: unknown[];
  serviceAccountClientId?: string;
  groups?: string[];
  realmRoles?: string[];
  clientRoles?: Record<string, string[]>;
}

/** Attributes that have a place in an import. */
const CONVERTED_ATTRIBUTES = new Set(['nickname', 'locale', 'phoneNumber', 'phoneNumberVerified']);

export async function* fromKeycloak(paths: readonly string[], { org }: ConvertArguments, remark: Remarks): AsyncGenerator<ImportLine> {
  for (const path of paths) {
    const { users } = readRealm(await readFile(path, 'utf8'), path);
    if (!Array.isArray(users)) throw new CommandError(`${path} has no list "users": export the realm with its users.`);
    for (const user of users) {
      const who = user.username ?? user.id ?? 'somebody';
      if (user.serviceAccountClientId !== undefined) remark(who, 'is the service account of a client and is skipped');
      else yield convertUser(org, user, who, remark);
    }
  }
}

function convertUser(org: string, user: KeycloakUser, who: string, remark: Remarks): ImportLine {
  const { attributes = {}, credentials = [], requiredActions = [], federatedIdentities = [] } = user;
  const password = credentials.find(({ type }) => type === 'password');
  const others = credentials.filter(({ type }) => type !== 'password').map(({ type }) => type ?? 'unknown');
  if (others.length > 0) remark(who, `loses: ${[...new Set(others)].join(', ')}`);
  for (const lost of lostOf(user)) remark(who, lost);
  if (federatedIdentities.length > 0) remark(who, 'signs in through another identity provider, which must be set up again');
  return lineOf(
    org,
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
      mustChange: password !== undefined && requiredActions.includes('UPDATE_PASSWORD'),
    },
    remark,
  );
}

/** What a user loses, one sentence each. */
function lostOf({ attributes = {}, groups = [], realmRoles = [], clientRoles = {} }: KeycloakUser): string[] {
  const lostAttributes = Object.keys(attributes).filter((name) => !CONVERTED_ATTRIBUTES.has(name));
  const roles = [...realmRoles.filter((role) => !role.startsWith('default-roles-')), ...Object.values(clientRoles).flat()];
  return [
    ...(lostAttributes.length > 0 ? [`loses the attributes ${lostAttributes.join(', ')}`] : []),
    ...(groups.length > 0 ? [`loses the groups ${groups.join(', ')}: groups are not converted yet`] : []),
    ...(roles.length > 0 ? [`loses the roles ${roles.join(', ')}`] : []),
  ];
}

function readRealm(text: string, path: string): { users?: KeycloakUser[] } {
  try {
    return JSON.parse(text) as { users?: KeycloakUser[] };
  } catch {
    throw new CommandError(`${path} is not JSON: is it a realm export?`);
  }
}
