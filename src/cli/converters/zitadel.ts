// Converts an export of ZITADEL (`POST /admin/v1/export`). An import takes most of its lists as they are; the lists `oidcIdps` and `userLinks` become
// identity providers and identities of people, so that a person and the person's links are written in one unit of work.
import { readFile } from 'node:fs/promises';
import { isObject } from '../../common/primitives/is-object.js';
import { CommandError } from '../terminal/command-error.js';
import type { KnownIdentity, Target } from './identities.js';
import { linesOf, nameOf, shown, type ConvertArguments, type Line, type ListLine } from './import-line.js';
import type { Remarks } from './remarks.js';

/** zitadel/admin.proto, DataOrg: the lists that are converted. */
interface ExportedOrganization {
  orgId: string;
  org?: { name?: string };
  orgState?: string;
  humanUsers?: HumanUser[];
  oidcIdps?: OidcProvider[];
  jwtIdps?: Array<{ idpId?: string; idp?: { name?: string } }>;
  userLinks?: UserLink[];
}

/** zitadel/v1.proto, DataHumanUser. */
interface HumanUser {
  userId?: string;
  state?: string;
  user?: {
    userName?: string;
    profile?: Record<'firstName' | 'lastName' | 'nickName' | 'displayName' | 'preferredLanguage' | 'gender', string | undefined>;
    email?: { email?: string; isEmailVerified?: boolean };
    phone?: { phone?: string; isPhoneVerified?: boolean };
    password?: string;
    hashedPassword?: { value?: string };
    passwordChangeRequired?: boolean;
    requestPasswordlessRegistration?: boolean;
    otpCode?: string;
    idps?: Array<{ configId?: string; externalUserId?: string; displayName?: string }>;
  };
}

/** zitadel/v1.proto, DataOIDCIDP. */
interface OidcProvider {
  idpId?: string;
  idp?: {
    name?: string;
    clientId?: string;
    clientSecret?: string;
    issuer?: string;
    scopes?: string[];
    autoRegister?: boolean;
    stylingType?: string;
    displayNameMapping?: string;
    usernameMapping?: string;
  };
}

/** zitadel/idp.proto, IDPUserLink. */
interface UserLink {
  userId?: string;
  idpId?: string;
  providedUserId?: string;
  providedUserName?: string;
}

/** Lists whose entries an import takes as they are. */
const TAKEN = [
  'domains',
  'machineUsers',
  'userMetadata',
  'projects',
  'oidcApps',
  'apiApps',
  'orgMembers',
  'machineKeys',
  'appKeys',
] as const satisfies ReadonlyArray<ListLine['list']>;
const CONVERTED = new Set<string>([...TAKEN, 'orgId', 'org', 'orgState', 'humanUsers', 'oidcIdps', 'jwtIdps', 'userLinks']);
const ROLES = new Set(['projectRoles', 'projectGrants', 'userGrants', 'projectMembers', 'projectGrantMembers']);
const NOT_ACTIVE = new Set(['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_SUSPEND', 'USER_STATE_DELETED']);
/** Settings of a provider that this service does not have. */
const LOST_SETTINGS = ['stylingType', 'displayNameMapping', 'usernameMapping'] as const;

/** The organizations keep their ids. */
export async function* fromZitadel(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  for (const path of paths)
    for (const one of readOrganizations(await readFile(path, 'utf8'), path)) yield* convertOrganization(one, args, remark);
}

function* convertOrganization(exported: ExportedOrganization, args: ConvertArguments, remark: Remarks): Generator<Line> {
  const { orgId, org, orgState } = exported;
  yield { orgId, list: 'org', ...(org && { org }), ...(orgState && { orgState }) };
  for (const list of TAKEN) for (const entry of entriesOf<object>(exported, list)) yield { ...entry, orgId, list };
  const providers = new Map<string, Target>();
  for (const provider of entriesOf<OidcProvider>(exported, 'oidcIdps')) {
    const line = args.identityProviders.has(provider.idpId ?? '') ? undefined : providerOf(provider, orgId, remark);
    if (!line) continue;
    providers.set(line.identityProviderId, { member: 'identityProviderId', value: line.identityProviderId });
    yield line;
  }
  for (const { idpId, idp } of entriesOf<{ idpId?: string; idp?: { name?: string } }>(exported, 'jwtIdps'))
    remark('provider', `the identity provider ${idp?.name ?? idpId ?? ''}`, 'is not taken: this service has no provider of the kind JWT');
  yield* convertPeople(exported, { ...args, org: orgId, identityProviders: args.identityProviders.with(providers) }, remark);
  for (const [list, value] of Object.entries(exported).filter(([name]) => !CONVERTED.has(name)))
    for (const entry of [value].flat().filter((one) => !isNone(one)))
      remark(ROLES.has(list) ? 'role' : 'setting', `the organization ${orgId}`, `loses ${list} with ${shown(entry)}`);
}

function providerOf({ idpId = '', idp = {} }: OidcProvider, orgId: string, remark: Remarks) {
  const { name, issuer, clientId, clientSecret, scopes = [], autoRegister } = idp;
  const who = `the identity provider ${name ?? idpId}`;
  if (!idpId || !issuer || !clientId) {
    remark('provider', who, 'is not taken: it lacks its id, its issuer or its client ID');
    return undefined;
  }
  for (const setting of LOST_SETTINGS)
    if (idp[setting] && !idp[setting].endsWith('_UNSPECIFIED')) remark('setting', who, `loses ${setting} with ${shown(idp[setting])}`);
  const identityProvider = {
    kind: 'oidc',
    name: name || issuer,
    issuer,
    clientId,
    ...(clientSecret && { clientSecret }),
    scopes: [...new Set(['openid', ...(scopes.length > 0 ? scopes : ['profile', 'email'])])],
    ...(autoRegister && { creation: 'automatic' }),
  };
  return { orgId, list: 'identityProviders' as const, identityProviderId: idpId, identityProvider };
}

function* convertPeople(exported: ExportedOrganization, args: ConvertArguments, remark: Remarks): Generator<Line> {
  const links = new Map<string, UserLink[]>();
  for (const link of entriesOf<UserLink>(exported, 'userLinks')) {
    const { userId = '' } = link;
    links.set(userId, [...(links.get(userId) ?? []), link]);
  }
  for (const person of entriesOf<HumanUser>(exported, 'humanUsers')) {
    const own = links.get(person.userId ?? '') ?? [];
    links.delete(person.userId ?? '');
    yield* convertPerson(person, own, args, remark);
  }
  for (const [userId, left] of links)
    for (const { idpId = 'unknown' } of left)
      remark('identity', `the user ${userId}`, `loses the identity at ${idpId}: the export does not have the user`);
}

function convertPerson(
  { userId, state, user = {} }: HumanUser,
  links: readonly UserLink[],
  args: ConvertArguments,
  remark: Remarks,
): Line[] {
  const { userName, profile, email, phone, password, hashedPassword, passwordChangeRequired, otpCode } = user;
  const who = nameOf({ userName, email: email?.email, id: userId });
  if (password !== undefined && hashedPassword === undefined) remark('password', who, 'loses the password, which is in clear');
  if (user.requestPasswordlessRegistration) remark('requiredAction', who, 'loses the required action to add a passkey');
  const gender = profile?.gender;
  return linesOf(
    args,
    {
      id: userId,
      userName,
      firstName: profile?.firstName,
      lastName: profile?.lastName,
      nickName: profile?.nickName,
      displayName: profile?.displayName,
      language: profile?.preferredLanguage,
      email: email?.email,
      emailVerified: email?.isEmailVerified === true,
      phone: phone?.phone,
      phoneVerified: phone?.isPhoneVerified === true,
      active: !NOT_ACTIVE.has(state ?? ''),
      hash: hashedPassword?.value,
      mustChange: passwordChangeRequired === true,
      otp: otpCode,
      identities: identitiesOf(user, links),
      attributes: gender === undefined || gender === 'GENDER_UNSPECIFIED' ? {} : { gender: gender.replace('GENDER_', '').toLowerCase() },
    },
    remark,
  );
}

/** The links of a person, of which an entry of `idps` may be one again. */
function identitiesOf({ idps = [] }: NonNullable<HumanUser['user']>, links: readonly UserLink[]): KnownIdentity[] {
  const linked = links.map(({ idpId = 'unknown', providedUserId, providedUserName }): KnownIdentity => ({
    names: [idpId],
    subject: providedUserId,
    loginName: providedUserName,
  }));
  const inside = idps.map(({ configId = 'unknown', externalUserId, displayName }): KnownIdentity => ({
    names: [configId],
    subject: externalUserId,
    loginName: displayName,
  }));
  const isLinked = ({ names, subject }: KnownIdentity) => linked.some((one) => one.names[0] === names[0] && one.subject === subject);
  return [...linked, ...inside.filter((one) => !isLinked(one))];
}

/** The objects of a list. */
function entriesOf<Entry extends object>(exported: object, list: string): Entry[] {
  const entries = (exported as Record<string, unknown>)[list];
  return Array.isArray(entries) ? entries.filter((entry): entry is Entry => isObject(entry)) : [];
}

function isNone(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The organizations of an export, or of a body for `POST /admin/v1/import`. */
function readOrganizations(text: string, path: string): ExportedOrganization[] {
  const { orgs, dataOrgs, dataOrgsv1 } = parsed(text, path);
  const found = [orgs, dataOrgs, dataOrgsv1].map((one) => (isObject(one) ? one['orgs'] : one)).find(Array.isArray) as unknown[] | undefined;
  if (found === undefined) throw new CommandError(`${path} has no list "orgs": is it the answer of POST /admin/v1/export?`);
  return found.map((one) => {
    if (!isObject(one) || typeof one['orgId'] !== 'string') throw new CommandError(`${path} has an organization without an orgId.`);
    return one as unknown as ExportedOrganization;
  });
}

function parsed(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const whole = JSON.parse(text) as unknown;
    return isObject(whole) ? whole : {};
  } catch {
    throw new CommandError(`${path} is not JSON: is it the answer of POST /admin/v1/export?`);
  }
}
