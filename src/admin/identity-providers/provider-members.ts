// Which members a provider of each kind has, as one table, and how a body becomes the content of a provider.
import { createPrivateKey } from 'node:crypto';
import { faultsFound, type Fault } from '../../common/primitives/domain-error.js';
import { isDomainName } from '../../common/primitives/domain-name.js';
import { connectionFaults } from '../../users/authentication/identity-providers/connection-faults.js';
import type {
  IdentityProvider,
  ProviderConnection,
  ProviderContent,
  ProviderKind,
  ProviderRules,
} from '../../users/authentication/identity-providers/identity-provider.js';
import { LDAP_DEFAULTS } from '../../users/authentication/identity-providers/ldap-connection.js';
import { readCertificate } from '../../users/authentication/identity-providers/saml-certificate.js';
import { SAML_DEFAULTS } from '../../users/authentication/identity-providers/saml-connection.js';

/** `default`: null in a change goes back to it. `initial`: of a new provider; null leaves the member out. */
type Member<Value> = 'required' | 'optional' | { readonly default: Value } | { readonly initial: Value };
type MembersOf<Content> = { readonly [Name in keyof Content]-?: Member<Content[Name]> };
type ConnectionOf<Kind extends ProviderKind> = Extract<ProviderConnection, { kind: Kind }>['connection'];

const RULES: MembersOf<ProviderRules> = {
  buttonShown: { default: true },
  buttonLabel: 'optional',
  buttonOrder: { default: 0 },
  domains: { default: [] },
  creation: { default: 'off' },
  linking: { default: 'proof' },
  updates: { default: [] },
  connectionId: 'optional',
  secondFactorValues: { default: [] },
  phishingResistantValues: { default: [] },
  upstreamSignOut: { default: false },
  groups: { default: [] },
};

const CONNECTIONS: { readonly [Kind in ProviderKind]: MembersOf<ConnectionOf<Kind>> } = {
  oidc: {
    issuer: 'required',
    clientId: 'required',
    clientAuthentication: { default: 'client_secret_basic' },
    scopes: { default: ['openid', 'profile', 'email'] },
    tenants: { default: [] },
    hostedDomains: { default: [] },
    sendsAuthTime: { default: true },
    externalIdClaim: { default: 'sub' },
    subjectClaims: { default: ['sub'] },
    responseMode: { default: 'query' },
    teamId: 'optional',
    keyId: 'optional',
    groupsClaim: 'optional',
  },
  oauth: {
    authorizationUrl: 'required',
    tokenUrl: 'required',
    userinfoUrl: 'required',
    emailsUrl: 'optional',
    clientId: 'required',
    clientAuthentication: { default: 'client_secret_basic' },
    scopes: { default: [] },
    subjectMember: 'required',
    loginNameMember: 'optional',
    nameMember: 'optional',
    emailMember: 'optional',
  },
  saml: {
    entityId: 'required',
    ssoUrl: 'required',
    sloUrl: 'optional',
    sloResponseUrl: 'optional',
    certificates: 'required',
    metadataUrl: 'optional',
    subjectAttribute: 'optional',
    attributes: { default: SAML_DEFAULTS.attributes },
    clockSkewSeconds: { default: SAML_DEFAULTS.clockSkewSeconds },
    authnContexts: { default: SAML_DEFAULTS.authnContexts },
    signRequests: { default: false },
    idpInitiated: { default: false },
  },
  ldap: {
    urls: 'required',
    startTls: { default: LDAP_DEFAULTS.startTls },
    certificate: 'optional',
    bindDn: 'required',
    baseDn: 'required',
    loginAttributes: { default: [...LDAP_DEFAULTS.loginAttributes] },
    personFilter: 'optional',
    subjectAttribute: { default: LDAP_DEFAULTS.subjectAttribute },
    activeDirectory: { default: LDAP_DEFAULTS.activeDirectory },
    groupsAttribute: 'optional',
    nestedGroups: { default: false },
    loginNameAttribute: { initial: LDAP_DEFAULTS.loginNameAttribute },
    emailAttribute: { initial: LDAP_DEFAULTS.emailAttribute },
    givenNameAttribute: { initial: LDAP_DEFAULTS.givenNameAttribute },
    familyNameAttribute: { initial: LDAP_DEFAULTS.familyNameAttribute },
    displayNameAttribute: { initial: LDAP_DEFAULTS.displayNameAttribute },
    languageAttribute: { initial: LDAP_DEFAULTS.languageAttribute },
  },
};

/** The member with the secret, and the members that say where it is sent: a change of those needs the secret. */
const SECRETS: Readonly<Record<ProviderKind, { member?: 'clientSecret' | 'bindPassword'; sentTo: readonly string[] }>> = {
  oidc: { member: 'clientSecret', sentTo: ['issuer'] },
  oauth: { member: 'clientSecret', sentTo: ['tokenUrl'] },
  saml: { sentTo: [] },
  ldap: { member: 'bindPassword', sentTo: ['urls', 'startTls', 'certificate', 'bindDn'] },
};

/** Members of every kind that are neither rules nor part of the connection. */
const COMMON: readonly string[] = ['name', 'enabled'];

/** Name resources that have other ids in each installation. The API judges the groups, an import doesn't: it has a remark for them. */
const IN_THIS_INSTALLATION: ReadonlySet<string> = new Set(['connectionId', 'groups']);

/** Members that exports have; secrets stay here. */
export const PORTABLE_MEMBERS: readonly string[] = [
  ...new Set([...COMMON, ...Object.keys(RULES), ...Object.values(CONNECTIONS).flatMap((members) => Object.keys(members))]),
].filter((name) => !IN_THIS_INSTALLATION.has(name));

/** The portable members of a provider; null for a member that is left out and would not be in a new provider. */
export function portableMembers({ kind, name, enabled, rules, connection }: ProviderContent): GivenMembers {
  const values: GivenMembers = { name, enabled, ...rules, ...connection };
  const table: Readonly<Record<string, Member<unknown>>> = CONNECTIONS[kind];
  const leftOut = Object.entries(table).flatMap(([one, member]) => (typeof member === 'object' && 'initial' in member ? [one] : []));
  return Object.fromEntries(
    PORTABLE_MEMBERS.filter((one) => values[one] !== undefined || leftOut.includes(one)).map((one) => [one, values[one] ?? null]),
  );
}

/** The members with secrets. */
export const SECRET_MEMBERS: readonly string[] = [...new Set(Object.values(SECRETS).flatMap(({ member }) => member ?? []))];

/** The members of a body; null unsets a member. */
export type GivenMembers = Readonly<Record<string, unknown>>;

/** A client secret or bind password; null: there is none any more; undefined: it stays. */
export function secretIn(kind: ProviderKind, given: GivenMembers): string | null | undefined {
  const { member } = SECRETS[kind];
  const secret = member && given[member];
  return typeof secret === 'string' ? secret : given['clientAuthentication'] === 'none' ? null : undefined;
}

/** The certificates of a SAML provider and their ends, for views. An expired one still verifies, so its end warns and stops nothing. */
export function certificatesShown(provider: IdentityProvider): { certificates?: Array<{ subject: string; endsAt: string }> } {
  if (provider.kind !== 'saml') return {};
  const read = provider.connection.certificates.map(readCertificate).filter((certificate) => certificate !== undefined);
  const byEnd = read.toSorted((a, b) => a.endsMs - b.endsMs);
  return { certificates: byEnd.map(({ subject, endsMs }) => ({ subject, endsAt: new Date(endsMs).toISOString() })) };
}

/** The member that says whether a provider has a secret, for views. */
export function secretShown({ kind, sealedSecret }: Pick<IdentityProvider, 'kind' | 'sealedSecret'>): object {
  const { member } = SECRETS[kind];
  return member === undefined ? {} : { [`${member}Set`]: sealedSecret !== undefined };
}

/** Whether a provider of this content works without a secret. */
export function needsNoSecret({ kind, connection }: ProviderContent): boolean {
  return SECRETS[kind].member === undefined || isPublic(connection);
}

/**
 * The content of a provider after a request.
 * @param given the members that the request names @param before absent for a new provider
 * @throws DomainError `invalid` with every fault
 */
export function providerContent(kind: ProviderKind, given: GivenMembers, isOfService: boolean, before?: IdentityProvider): ProviderContent {
  const faults: Fault[] = otherMembers(kind, given);
  const connection = chosen(CONNECTIONS[kind], given, before?.connection, faults);
  const rules = chosen(RULES, given, before?.rules, faults) as unknown as ProviderRules;
  const content = {
    kind,
    connection,
    name: (given['name'] ?? before?.name) as string,
    enabled: (given['enabled'] ?? before?.enabled ?? true) as boolean,
    rules: { ...rules, domains: [...new Set(rules.domains.map((domain) => domain.trim().toLowerCase()))] },
  } as unknown as ProviderContent;
  // The other checks need complete content.
  if (faults.length === 0)
    faults.push(...connectionFaults(content), ...ruleFaults(content, isOfService), ...secretFaults(content, given, before));
  const refused = faultsFound(faults);
  if (refused) throw refused;
  return content;
}

function otherMembers(kind: ProviderKind, given: GivenMembers): Fault[] {
  const known = [
    ...COMMON,
    ...Object.keys(RULES),
    ...Object.keys(CONNECTIONS[kind]),
    ...(SECRETS[kind].member ? [SECRETS[kind].member] : []),
  ];
  return Object.entries(given)
    .filter(([name, value]) => value !== undefined && !known.includes(name))
    .map(([name]) => ({ field: name, code: 'identityProvider.member', message: `A provider of the kind ${kind} has no ${name}.` }));
}

function chosen(members: Readonly<Record<string, Member<unknown>>>, given: GivenMembers, before: object | undefined, faults: Fault[]) {
  const former = before as GivenMembers | undefined;
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const value = (given[name] === undefined ? former?.[name] : given[name]) ?? undefined;
    const isLeftOut = former !== undefined || given[name] === null;
    const fallback = typeof member === 'string' ? undefined : 'default' in member ? member.default : isLeftOut ? undefined : member.initial;
    const used = value ?? fallback;
    if (used !== undefined) result[name] = used;
    else if (member === 'required') faults.push({ field: name, code: 'identityProvider.connection', message: `${name} is required.` });
  }
  return result;
}

/** Kinds whose providers have no page to sign out at. */
const WITHOUT_SIGN_OUT: readonly ProviderKind[] = ['oauth', 'ldap'];

function ruleFaults(
  { kind, rules: { domains, connectionId, upstreamSignOut, groups, updates } }: Pick<ProviderContent, 'kind' | 'rules'>,
  isOfService: boolean,
): Fault[] {
  const rule = (field: string, message: string): Fault => ({ field, code: 'identityProvider.rule', message });
  return [
    ...domains
      .filter((domain) => !isDomainName(domain))
      .map((domain) => rule('domains', `"${domain}" is not a domain such as example.com.`)),
    ...(upstreamSignOut && WITHOUT_SIGN_OUT.includes(kind)
      ? [rule('upstreamSignOut', `A provider of the kind ${kind} has no page to sign out at.`)]
      : []),
    ...(isOfService && domains.length > 0
      ? [rule('domains', 'A provider of the service has no domains: they belong to organizations.')]
      : []),
    ...(isOfService && connectionId !== undefined
      ? [rule('connectionId', 'A provider of the service has no connectionId: connections belong to organizations.')]
      : []),
    ...(isOfService && groups.length > 0 ? [rule('groups', 'A provider of the service has no groups: they belong to organizations.')] : []),
    ...(kind !== 'oidc' && updates.includes('personalData')
      ? [rule('updates', 'Only providers of the kind oidc send personalData: website, birthdate and gender.')]
      : []),
    ...(kind === 'oauth' && groups.length > 0 ? [rule('groups', 'Providers without an ID token (kind oauth) name no groups.')] : []),
    ...(new Set(groups.map(({ value, groupNo }) => `${groupNo} ${value}`)).size < groups.length
      ? [rule('groups', 'The same value fills the same group twice.')]
      : []),
  ];
}

/** A disabled provider may lack its secret, as after an import; it is enabled together with one. */
function secretFaults({ kind, connection, enabled }: ProviderContent, given: GivenMembers, before: IdentityProvider | undefined): Fault[] {
  const { member, sentTo } = SECRETS[kind];
  if (member === undefined) return [];
  const rule = (message: string): Fault[] => [{ field: member, code: 'identityProvider.secret', message }];
  const isGiven = typeof given[member] === 'string';
  if (isPublic(connection)) return isGiven ? rule(`With clientAuthentication none there is no ${member}.`) : [];
  const isApple = isByApple(connection);
  if (isApple && isGiven && !isP256(given[member])) return rule(`${member} must be the private key that Apple gave, P-256 in PEM.`);
  if (isGiven) return [];
  if (before?.sealedSecret === undefined) return enabled ? rule(`${member} is required.`) : [];
  // The private key must never be sent as a secret, nor a secret be taken for one.
  if (isApple !== isByApple(before.connection)) return rule(`With another clientAuthentication, ${member} is required again.`);
  const [from, to] = [before.connection, connection] as unknown as readonly [GivenMembers, GivenMembers];
  const moved = sentTo.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  return moved.length > 0 ? rule(`With another ${moved.join(', ')}, ${member} is required again.`) : [];
}

const isByApple = (connection: object): boolean => 'clientAuthentication' in connection && connection.clientAuthentication === 'apple';

function isP256(pem: unknown): boolean {
  try {
    return createPrivateKey(String(pem)).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function isPublic(connection: ProviderContent['connection']): boolean {
  return 'clientAuthentication' in connection && connection.clientAuthentication === 'none';
}
