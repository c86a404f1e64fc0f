// Converts a Keycloak realm export: `kc.sh export --realm …`, one file, or the files of a folder.
import { readFile } from 'node:fs/promises';
import { readTotpSecret, totpSecretOf } from '../../users/accounts/factors/totp.js';
import { CommandError } from '../terminal/command-error.js';
import type { KnownIdentity } from './identities.js';
import { linesOf, nameOf, shown, type ConvertArguments, type Line } from './import-line.js';
import type { RemarkKind, Remarks } from './remarks.js';
import { convertClients, type KeycloakClient } from './keycloak-clients.js';
import { KeycloakGroups, rolesOf, type KeycloakGroup } from './keycloak-groups.js';
import { convertProviders, type KeycloakProvider, type KeycloakStorage } from './keycloak-providers.js';

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
  /** The id of the directory that the person comes from. */
  federationLink?: string;
  clientConsents?: Array<{ clientId?: string; grantedClientScopes?: string[] }>;
  notBefore?: number;
}

interface KeycloakCredential {
  type?: string;
  credentialData?: unknown;
  secretData?: unknown;
  hashedSaltedValue?: unknown;
}

interface KeycloakRole {
  name?: string;
  description?: string;
}

interface KeycloakRealm {
  realm?: string;
  users?: KeycloakUser[];
  groups?: KeycloakGroup[];
  clients?: KeycloakClient[];
  identityProviders?: KeycloakProvider[];
  identityProviderMappers?: Array<{ name?: string }>;
  components?: Record<string, KeycloakStorage[]>;
  roles?: { realm?: KeycloakRole[]; client?: Record<string, KeycloakRole[]> };
  organizations?: Array<{ name?: string }>;
}

/** Attributes with a member of their own in an import. */
const PROFILE_ATTRIBUTES = new Set(['nickname', 'locale', 'phoneNumber', 'phoneNumberVerified']);
/** Members of a person that are converted, that follow from others, or that are about Keycloak itself. */
const KNOWN_MEMBERS = new Set([
  'id',
  'username',
  'enabled',
  'emailVerified',
  'firstName',
  'lastName',
  'email',
  'attributes',
  'credentials',
  'requiredActions',
  'federatedIdentities',
  'serviceAccountClientId',
  'groups',
  'realmRoles',
  'clientRoles',
  'federationLink',
  'clientConsents',
  'notBefore',
  'createdTimestamp',
  'totp',
  'disableableCredentialTypes',
  'access',
  'origin',
  'self',
  'userProfileMetadata',
]);
/** Settings of a realm that people notice, by the value that means none. */
const LOST_SETTINGS: Readonly<Record<string, unknown>> = {
  passwordPolicy: '',
  registrationAllowed: false,
  verifyEmail: false,
  bruteForceProtected: false,
  smtpServer: {},
  loginTheme: '',
  emailTheme: '',
  notBefore: 0,
};
const STORAGES = 'org.keycloak.storage.UserStorageProvider';
/** The attribute in which Keycloak keeps the id of a person in an LDAP directory. */
const LDAP_ID = 'LDAP_ID';

export async function* fromKeycloak(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  const realmGroups = new KeycloakGroups(remark);
  const realms: KeycloakRealm[] = [];
  for (const path of paths) realms.push(readRealm(await readFile(path, 'utf8'), path));
  // In a folder, the realm's own file has its groups, clients and providers, and no users.
  for (const [at, { users, groups }] of realms.entries())
    if (!Array.isArray(users) && !(Array.isArray(groups) && paths.length > 1))
      throw new CommandError(`${paths[at]} has no list "users": export the realm with its users.`);
  const { targets, lines } = convertProviders(
    {
      providers: realms.flatMap(({ identityProviders = [] }) => identityProviders),
      storages: realms.flatMap(({ components = {} }) => components[STORAGES] ?? []),
    },
    args.org,
    args.identityProviders,
    remark,
  );
  yield* lines;
  const context = { ...args, identityProviders: targets };
  for (const realm of realms) {
    if (Array.isArray(realm.groups)) realmGroups.addGroups(realm.groups);
    for (const [kind, lost] of lostOfRealm(realm)) remark(kind, `the realm ${realm.realm ?? ''}`, lost);
    yield* convertClients(realm.clients ?? [], args.org, realm.realm ?? args.org, remark);
    for (const user of realm.users ?? []) yield* convertUser(context, user, realmGroups, remark);
  }
  yield* realmGroups.lines(args.org);
}

function* convertUser(args: ConvertArguments, user: KeycloakUser, groups: KeycloakGroups, remark: Remarks): Generator<Line> {
  const who = nameOf({ userName: user.username, email: user.email, id: user.id });
  const { attributes = {}, credentials = [], requiredActions = [] } = user;
  if (user.serviceAccountClientId !== undefined) return remark('note', who, 'is the service account of a client and is skipped');
  const password = credentials.find(({ type }) => type === 'password');
  const app = credentials.find((credential) => otpSecretOf(credential) !== undefined);
  for (const { type = 'unknown' } of credentials.filter((one) => one.type !== 'password' && one !== app))
    remark('secondFactor', who, `loses a credential of the type ${type}`);
  for (const [kind, lost] of lostOf(user)) remark(kind, who, lost);
  const [line, ...metadata] = linesOf(
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
      identities: identitiesOf(user, args, who, remark),
      mustChange: password !== undefined && requiredActions.includes('UPDATE_PASSWORD'),
      attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !PROFILE_ATTRIBUTES.has(name))),
    },
    remark,
  );
  groups.addPerson(who, line, user.groups ?? []);
  yield line;
  yield* metadata;
}

/** Federated identities, and the entry of the LDAP directory that a person comes from. */
function identitiesOf(user: KeycloakUser, { identityProviders }: ConvertArguments, who: string, remark: Remarks): KnownIdentity[] {
  const { federatedIdentities = [], federationLink, attributes = {}, username } = user;
  const federated = federatedIdentities.map(({ identityProvider = 'unknown', userId, userName }): KnownIdentity => ({
    names: [identityProvider],
    subject: userId,
    loginName: userName,
  }));
  const subject = attributes[LDAP_ID]?.[0];
  if (federationLink === undefined) return federated;
  if (identityProviders.has(federationLink) && subject !== undefined)
    return [...federated, { names: [federationLink], subject, loginName: username }];
  remark('directory', who, `loses the link to the directory ${federationLink} (federationLink), which has the password`);
  return federated;
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

/** The data that a user loses, one sentence for each value. */
function lostOf(user: KeycloakUser): Array<[RemarkKind, string]> {
  const { realmRoles = [], clientRoles = {}, requiredActions = [], clientConsents = [], notBefore = 0, attributes = {} } = user;
  const hasPassword = user.credentials?.some(({ type }) => type === 'password') === true;
  const actions = requiredActions.filter((action) => !(action === 'UPDATE_PASSWORD' && hasPassword) && !isDone(action, user));
  const further = [...PROFILE_ATTRIBUTES].flatMap((name) =>
    (attributes[name] ?? []).slice(1).map((value) => `${name} with ${shown(value)}`),
  );
  const roles = rolesOf(realmRoles, clientRoles).filter((role) => !role.startsWith('default-roles-'));
  const unknown = Object.entries(user).filter(([name, value]) => !KNOWN_MEMBERS.has(name) && !isNone(value));
  return [
    ...further.map((what): [RemarkKind, string] => ['attribute', `loses a further value of ${what}`]),
    ...roles.map((role): [RemarkKind, string] => ['role', `loses the role ${role}`]),
    ...actions.map((action): [RemarkKind, string] => ['requiredAction', `loses the required action ${action}`]),
    ...clientConsents.map(({ clientId = '', grantedClientScopes = [] }): [RemarkKind, string] => [
      'consent',
      `loses the consent for ${clientId} to ${grantedClientScopes.join(', ')}`,
    ]),
    ...(notBefore > 0 ? [['note', `loses notBefore ${notBefore}: no token or session moves`] as [RemarkKind, string]] : []),
    ...unknown.map(([name]): [RemarkKind, string] => ['attribute', `loses the member ${name}`]),
  ];
}

/** An unverified address is what this action asks for, and it stays unverified. */
function isDone(action: string, { emailVerified = false }: KeycloakUser): boolean {
  return action === 'VERIFY_EMAIL' && !emailVerified;
}

function lostOfRealm(realm: KeycloakRealm): Array<[RemarkKind, string]> {
  const settings = Object.entries(LOST_SETTINGS).filter(([name, none]) => {
    const value = (realm as Record<string, unknown>)[name] ?? none;
    return JSON.stringify(value) !== JSON.stringify(none);
  });
  const roles = [...(realm.roles?.realm ?? []), ...Object.values(realm.roles?.client ?? {}).flat()];
  const own = roles.filter(({ name = '', description = '' }) => !description.startsWith('${role_') && !name.startsWith('default-roles-'));
  return [
    ...settings.map(([name]): [RemarkKind, string] => ['setting', `loses the setting ${name}`]),
    ...own.map(({ name = '' }): [RemarkKind, string] => ['role', `loses the role ${name}`]),
    ...(realm.identityProviderMappers ?? []).map(({ name = '' }): [RemarkKind, string] => [
      'setting',
      `loses the mapper ${name} of an identity provider`,
    ]),
    ...(realm.organizations ?? []).map(({ name = '' }): [RemarkKind, string] => ['group', `loses the organization ${name}`]),
  ];
}

function isNone(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function readRealm(text: string, path: string): KeycloakRealm {
  try {
    return JSON.parse(text) as KeycloakRealm;
  } catch {
    throw new CommandError(`${path} is not JSON: is it a realm export?`);
  }
}
