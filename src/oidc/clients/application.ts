// What an application is, and which values may be registered for it.
import { isIP } from 'node:net';
import { isPublicAddress } from '../../common/http/public-address.js';
import { isWebOrigin } from '../../common/http/web-origin.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { MAX_REFRESH_SECONDS, MAX_TOKEN_SECONDS, MIN_LIFETIME_SECONDS } from '../../common/settings/settings.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../keys/jws.js';

/** `web` runs on a server and keeps a secret, `native` on a device, `userAgent` in a browser. */
export const APPLICATION_TYPES = ['web', 'native', 'userAgent'] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];
/** OAuth 2.0 Multiple Response Types section 5; in a request their words may come in any order (RFC 6749 section 3.1.1). */
export const RESPONSE_TYPES = ['code', 'id_token token', 'id_token'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const GRANT_TYPES = ['authorization_code', 'implicit', 'refresh_token', TOKEN_EXCHANGE] as const;
export type GrantType = (typeof GRANT_TYPES)[number];
export const ACCESS_TOKEN_TYPES = ['opaque', 'jwt'] as const;
export type AccessTokenType = (typeof ACCESS_TOKEN_TYPES)[number];
/** Whose people an application serves: every organization's, those of its own and of granted organizations, or its own only; widest first. */
export const SERVED_ORGANIZATIONS = ['every', 'granted', 'own'] as const;
export type ServedOrganizations = (typeof SERVED_ORGANIZATIONS)[number];
/** What the claim `groups` holds of each group. */
export const GROUPS_CLAIM_VALUES = ['name', 'id'] as const;
export type GroupsClaimValue = (typeof GROUPS_CLAIM_VALUES)[number];
/** Which groups of a person the claim `groups` holds: all of them, or those that have roles of the application's project. */
export const GROUPS_FILTERS = ['all', 'assigned'] as const;
export type GroupsFilter = (typeof GROUPS_FILTERS)[number];

/** Whole numbers an application may set, with their bounds. What is absent of the lifetimes is as the settings say. */
export const APPLICATION_SECONDS = {
  /** Life of access tokens of the application's own type. */
  accessTokenSeconds: [MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS],
  idTokenSeconds: [MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS],
  refreshIdleSeconds: [MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS],
  refreshAbsoluteSeconds: [MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS],
  /** For how long a used refresh token gives the same successor again. */
  refreshReuseSeconds: [0, 10],
} as const satisfies Record<string, readonly [min: number, max: number]>;
type ApplicationSeconds = { -readonly [Name in keyof typeof APPLICATION_SECONDS]?: number };

/** Public clients often run where responses get lost; confidential ones are expected to store what they received. */
const PUBLIC_REUSE_SECONDS = 2;

/** Stored as JSON in `applications.config`. */
export interface ApplicationConfig extends ApplicationSeconds {
  type: ApplicationType;
  authMethod: AuthMethod;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  responseTypes: ResponseType[];
  grantTypes: GrantType[];
  accessTokenType: AccessTokenType;
  accessTokenSigningAlg: SigningAlgorithm;
  idTokenSigningAlg: SigningAlgorithm;
  /** "User Info inside ID Token": the claims of the scopes go into the ID token although an access token is issued as well. */
  idTokenUserinfoAssertion: boolean;
  /** Its ID tokens tell the roles of their user that were asked for. */
  idTokenRoleAssertion: boolean;
  /** Its JWT access tokens do. */
  accessTokenRoleAssertion: boolean;
  groupsClaimValue: GroupsClaimValue;
  groupsFilter: GroupsFilter;
  /** Only groups whose names begin so, whatever their case; empty: any. */
  groupsPrefix: string;
  /** Where logout tokens are sent (OpenID Connect Back-Channel Logout 1.0 section 2.2); empty: nowhere. */
  backchannelLogoutUri: string;
  /** It needs to be told which session. It always is. */
  backchannelLogoutSessionRequired: boolean;
  /** May ask for this service's own API with `urn:<vendor>:iam:org:project:id:<vendor>:aud`: consoles, the explorer, the command line. */
  apiAccess: boolean;
  /** Development mode: redirect URIs may use http on any host. They are still compared exactly. */
  devMode: boolean;
  /** Web origins whose pages may call the OAuth endpoints as this application and, with `apiAccess`, the APIs of this service. */
  allowedOrigins: string[];
  /** Users must consent before it receives any of their data. */
  consentRequired: boolean;
  /** Whose people may sign in (docs/adr/0024-who-may-sign-in-where.md). */
  servedOrganizations: ServedOrganizations;
  /** The `aud` of its assertions may be the token endpoint, as a single string (OpenID Connect Core section 9), besides the issuer. */
  assertionAudienceTokenEndpoint: boolean;
}

/** Members that configurations stored by earlier versions do not have. RS256 is what every client can verify (OpenID Connect Core section 15.1). */
const LATER_DEFAULTS = {
  accessTokenSigningAlg: 'ES256',
  idTokenSigningAlg: 'RS256',
  backchannelLogoutUri: '',
  backchannelLogoutSessionRequired: false,
  devMode: false,
  consentRequired: false,
  allowedOrigins: [] as string[],
  servedOrganizations: 'every',
  assertionAudienceTokenEndpoint: false,
  idTokenRoleAssertion: false,
  accessTokenRoleAssertion: false,
  groupsClaimValue: 'name',
  groupsFilter: 'all',
  groupsPrefix: '',
} as const;

/** Reads what was stored of {@link applicationConfig}. */
export function storedConfig(json: string): ApplicationConfig {
  return { ...LATER_DEFAULTS, ...(JSON.parse(json) as ApplicationConfig) };
}

/** An application to be added; what is absent gets the default of its type. */
export type NewApplication = { name: string; id?: string } & Partial<ApplicationConfig>;

/** One that comes with the service; its client id is known to programs that meet this service for the first time. */
export type OwnApplication = NewApplication & { clientId: string };

/** What may be set of an application that exists; null stands for the default, like a member that a new application does not name. */
export type ApplicationChange = { [Name in keyof Omit<NewApplication, 'id' | 'name'>]?: NewApplication[Name] | null } & { name?: string };
export type ApplicationReplacement = ApplicationChange & { name: string };

/** Whether an application of this method proves itself by a secret. */
export function hasSecrets({ authMethod }: ApplicationConfig): boolean {
  return authMethod === 'client_secret_basic' || authMethod === 'client_secret_post';
}

const MAX_URIS = 50;
const MAX_URI_LENGTH = 2_000;
const MAX_PREFIX = 200;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser handles itself instead of passing them to an application. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'about:', 'ws:', 'wss:', 'ftp:']);

/** At least two labels with a dot between them. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:$/;

/** Adds defaults and validates. @throws DomainError `invalid` */
export function applicationConfig(input: NewApplication): ApplicationConfig {
  const type = oneOf('type', input.type ?? 'web', APPLICATION_TYPES);
  const responseTypes = allOf('responseTypes', input.responseTypes ?? ['code'], RESPONSE_TYPES);
  const devMode = input.devMode ?? false;
  const config: ApplicationConfig = {
    type,
    authMethod: oneOf('authMethod', input.authMethod ?? (type === 'web' ? 'client_secret_basic' : 'none'), AUTH_METHODS),
    redirectUris: uris('redirectUris', input.redirectUris ?? [], type, devMode),
    postLogoutRedirectUris: uris('postLogoutRedirectUris', input.postLogoutRedirectUris ?? [], type, devMode),
    responseTypes,
    grantTypes: allOf('grantTypes', input.grantTypes ?? grantsFor(responseTypes), GRANT_TYPES),
    accessTokenType: oneOf('accessTokenType', input.accessTokenType ?? 'opaque', ACCESS_TOKEN_TYPES),
    accessTokenSigningAlg: oneOf(
      'accessTokenSigningAlg',
      input.accessTokenSigningAlg ?? LATER_DEFAULTS.accessTokenSigningAlg,
      SIGNING_ALGORITHMS,
    ),
    idTokenSigningAlg: oneOf('idTokenSigningAlg', input.idTokenSigningAlg ?? LATER_DEFAULTS.idTokenSigningAlg, SIGNING_ALGORITHMS),
    ...seconds(input),
    idTokenUserinfoAssertion: input.idTokenUserinfoAssertion ?? false,
    idTokenRoleAssertion: input.idTokenRoleAssertion ?? false,
    accessTokenRoleAssertion: input.accessTokenRoleAssertion ?? false,
    groupsClaimValue: oneOf('groupsClaimValue', input.groupsClaimValue ?? LATER_DEFAULTS.groupsClaimValue, GROUPS_CLAIM_VALUES),
    groupsFilter: oneOf('groupsFilter', input.groupsFilter ?? LATER_DEFAULTS.groupsFilter, GROUPS_FILTERS),
    groupsPrefix: prefix(input.groupsPrefix ?? ''),
    backchannelLogoutUri: backchannelUri(input.backchannelLogoutUri ?? ''),
    backchannelLogoutSessionRequired: input.backchannelLogoutSessionRequired ?? false,
    apiAccess: input.apiAccess ?? false,
    devMode,
    consentRequired: input.consentRequired ?? false,
    allowedOrigins: origins(input.allowedOrigins ?? [], devMode),
    assertionAudienceTokenEndpoint: input.assertionAudienceTokenEndpoint ?? true,
    servedOrganizations: oneOf(
      'servedOrganizations',
      input.servedOrganizations ?? LATER_DEFAULTS.servedOrganizations,
      SERVED_ORGANIZATIONS,
    ),
  };
  checkCombination(config);
  return config;
}

/** @throws DomainError `invalid` when the values exclude each other */
function checkCombination(config: ApplicationConfig): void {
  // RFC 8252 section 8.4 and 8.5: what is installed on a device or runs in a browser cannot keep a secret.
  if (config.type !== 'web' && config.authMethod !== 'none')
    throw invalid('authMethod', `an application of type ${config.type} cannot keep a secret; use authMethod none`);
  // RFC 7591 section 2.1.
  if (config.responseTypes.includes('code') !== config.grantTypes.includes('authorization_code')) {
    throw invalid('grantTypes', 'responseTypes code and grantTypes authorization_code must be used together');
  }
  if (isImplicit(config) !== config.grantTypes.includes('implicit')) {
    throw invalid('grantTypes', 'responseTypes with id_token and grantTypes implicit must be used together');
  }
  if (config.grantTypes.includes('refresh_token') && config.grantTypes.every((type) => type === 'refresh_token' || type === 'implicit')) {
    throw invalid('grantTypes', 'refresh_token needs another grant that issues refresh tokens');
  }
  // OpenID Connect Registration section 2, application_type: what is in such an answer can be read on the way.
  if (config.type === 'web' && isImplicit(config) && !config.devMode && config.redirectUris.some((uri) => uri.startsWith('http:'))) {
    throw invalid('redirectUris', 'an application of type web that receives tokens by redirect needs https or devMode');
  }
  // Whoever intercepts such a response has a token for this service's own APIs.
  if (config.apiAccess && config.redirectUris.some((uri) => uri.startsWith('http:') && !LOOPBACK.has(new URL(uri).hostname))) {
    throw invalid('redirectUris', 'an application with apiAccess may use http only on a loopback address');
  }
  if (config.responseTypes.length > 0 && config.redirectUris.length === 0)
    throw invalid('redirectUris', 'an application that signs people in needs a redirect URI');
}

/** Whether it may be given tokens by redirect (RFC 6749 section 4.2, OpenID Connect Core section 3.2). */
function isImplicit({ responseTypes }: Pick<ApplicationConfig, 'responseTypes'>): boolean {
  return responseTypes.some((type) => type !== 'code');
}

function grantsFor(responseTypes: readonly ResponseType[]): GrantType[] {
  return [
    ...(responseTypes.includes('code') ? ['authorization_code' as const] : []),
    ...(isImplicit({ responseTypes: [...responseTypes] }) ? ['implicit' as const] : []),
  ];
}

/**
 * Whether `uri` may be registered as a redirect URI (RFC 6749 section 3.1.2, RFC 8252 section 7).
 * Deviation: `userAgent` may use http on a loopback address, for development, and anywhere with `devMode`.
 * @returns what is wrong with it, or undefined
 */
export function redirectUriFault(uri: string, type: ApplicationType, devMode = false): string | undefined {
  if (uri.length > MAX_URI_LENGTH || !/^[\x21-\x7E]+$/.test(uri) || !URL.canParse(uri)) return 'is not an absolute URI';
  if (uri.includes('#')) return 'must not have a fragment';
  if (uri.includes('*')) return 'must not contain a wildcard: redirect URIs are compared exactly';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username || password) return 'must not contain credentials';
  if (FORBIDDEN_SCHEMES.has(protocol)) return `must not use the scheme ${protocol}`;
  const loopback = LOOPBACK.has(hostname);
  if (protocol === 'https:') return type === 'native' && loopback ? 'must use http for a loopback address' : undefined;
  if (protocol === 'http:') {
    const open = type === 'web' || (type === 'userAgent' && devMode);
    return open || loopback ? undefined : 'may use http only on a loopback address';
  }
  if (type !== 'native') return 'may use a private-use scheme only for type native';
  // RFC 8252 section 7.1: the reverse of a domain name, so that no two applications, and nothing of the system, share a scheme.
  return PRIVATE_USE_SCHEME.test(protocol)
    ? undefined
    : 'must use a scheme that is a domain name in reverse order, such as com.example.app';
}

function uris(field: string, values: readonly string[], type: ApplicationType, devMode: boolean): string[] {
  if (values.length > MAX_URIS) throw invalid(field, `at most ${MAX_URIS} URIs may be registered`);
  for (const uri of values) {
    const fault = redirectUriFault(uri, type, devMode);
    if (fault) throw invalid(field, `"${uri.slice(0, 200)}" ${fault}`);
  }
  return [...new Set(values)];
}

function prefix(value: string): string {
  if (value.length <= MAX_PREFIX && !/\p{C}/u.test(value)) return value;
  throw invalid('groupsPrefix', `must have at most ${MAX_PREFIX} printable characters`);
}

function origins(values: readonly string[], devMode: boolean): string[] {
  if (values.length > MAX_URIS) throw invalid('allowedOrigins', `at most ${MAX_URIS} origins may be registered`);
  for (const value of values) {
    const fault = originFault(value, devMode);
    if (fault) throw invalid('allowedOrigins', `"${value.slice(0, 200)}" ${fault}`);
  }
  return [...new Set(values)];
}

function originFault(value: string, devMode: boolean): string | undefined {
  if (!isWebOrigin(value)) return 'is not an origin such as https://console.example.com';
  return value.startsWith('https:') || devMode || LOOPBACK.has(new URL(value).hostname)
    ? undefined
    : 'may use http only on a loopback address';
}

/** OpenID Connect Back-Channel Logout 1.0 section 2.2. What is sent there tells who was signed in, so in the clear only on this machine. */
function backchannelUri(uri: string): string {
  const fault = uri === '' ? undefined : backchannelUriFault(uri);
  if (fault) throw invalid('backchannelLogoutUri', `"${uri.slice(0, 200)}" ${fault}`);
  return uri;
}

function backchannelUriFault(uri: string): string | undefined {
  if (uri.length > MAX_URI_LENGTH || !/^[\x21-\x7E]+$/.test(uri) || !URL.canParse(uri)) return 'is not an absolute URI';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#')) return 'must not have a fragment';
  if (username || password) return 'must not contain credentials';
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
    ? undefined
    : 'must use https, or http on a loopback address';
}

/**
 * Refuses an address for back-channel logout that nothing would be delivered to: this machine, or an IP address that is not public. A name is
 * judged when it is resolved, at each delivery.
 * @throws DomainError `invalid`
 */
export function assertPublicBackchannelUri({ backchannelLogoutUri: uri }: ApplicationConfig): void {
  if (uri === '') return;
  const host = new URL(uri).hostname.replace(/^\[|\]$/g, '');
  const isPrivate = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host));
  if (isPrivate)
    throw invalid(
      'backchannelLogoutUri',
      `"${uri.slice(0, 200)}" is a private address; nothing is sent there unless BACKCHANNEL_ALLOW_PRIVATE is set`,
    );
}

/** The application's reuse window (docs/adr/0005-tokens.md). */
export function refreshReuseSeconds({ refreshReuseSeconds: chosen, authMethod }: ApplicationConfig): number {
  return chosen ?? (authMethod === 'none' ? PUBLIC_REUSE_SECONDS : 0);
}

function seconds(input: ApplicationSeconds): ApplicationSeconds {
  const given: ApplicationSeconds = {};
  for (const [name, [min, max]] of Object.entries(APPLICATION_SECONDS)) {
    const field = name as keyof ApplicationSeconds;
    const value = input[field];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < min || value > max) throw invalid(field, `must be a whole number from ${min} to ${max}`);
    given[field] = value;
  }
  return given;
}

function oneOf<Value extends string>(field: string, value: Value, allowed: readonly Value[]): Value {
  if (allowed.includes(value)) return value;
  throw invalid(field, `must be one of ${allowed.join(', ')}`);
}

function allOf<Value extends string>(field: string, values: readonly Value[], allowed: readonly Value[]): Value[] {
  return [...new Set(values.map((value) => oneOf(field, value, allowed)))];
}

function invalid(field: string, rule: string): DomainError {
  return new DomainError('invalid', `application.${field}`, `${field}: ${rule}.`, field);
}
