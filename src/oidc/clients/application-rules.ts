// The values that may be registered for an application. All faults are found at once.
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { isPublicAddress } from '../../common/http/outbound/public-address.js';
import { isWebOrigin } from '../../common/http/web-origin.js';
import { faultsFound, type Fault } from '../../common/primitives/domain-error.js';
import { isLoopbackHost } from '../../common/primitives/loopback.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { SIGNING_ALGORITHMS } from '../keys/jws.js';
import { isScope } from '../protocol/scopes.js';
import {
  ACCESS_TOKEN_TYPES,
  APPLICATION_SECONDS,
  APPLICATION_TYPES,
  AUTH_METHODS,
  GRANT_TYPES,
  GROUPS_CLAIM_VALUES,
  GROUPS_FILTERS,
  PROFILES,
  RESPONSE_TYPES,
  SERVED_ORGANIZATIONS,
  TOKEN_EXCHANGE,
  type ApplicationConfig,
  type ApplicationType,
} from './application.js';
import { profileConflicts } from './profiles.js';
import { DEFAULT_LOGIN_PAGE, loginPageFaults } from './login-page-choices.js';

const MAX_URIS = 50;
const MAX_URI_LENGTH = 2_000;
const MAX_PREFIX = 200;
const MAX_SCOPE = 200;
/** Schemes that a browser handles itself instead of passing them to an application. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'about:', 'ws:', 'wss:', 'ftp:']);

/** At least two labels with a dot between them. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:$/;

/** Settings that are a word or a list of words, with the allowed words. */
const WORDS = {
  type: APPLICATION_TYPES,
  authMethod: AUTH_METHODS,
  accessTokenType: ACCESS_TOKEN_TYPES,
  accessTokenSigningAlg: SIGNING_ALGORITHMS,
  idTokenSigningAlg: SIGNING_ALGORITHMS,
  groupsClaimValue: GROUPS_CLAIM_VALUES,
  groupsFilter: GROUPS_FILTERS,
  servedOrganizations: SERVED_ORGANIZATIONS,
  responseTypes: RESPONSE_TYPES,
  grantTypes: GRANT_TYPES,
  profile: PROFILES,
} as const satisfies { [Name in keyof ApplicationConfig]?: readonly string[] };

type Field = keyof ApplicationConfig;

/** Values that exclude each other: the field to report, the rule, and the test whether it is broken. */
const COMBINATIONS: ReadonlyArray<readonly [field: Field, rule: string, isBroken: (config: ApplicationConfig) => boolean]> = [
  // RFC 8252 section 8.4 and 8.5: an application that is installed on a device or runs in a browser can't keep a secret.
  [
    'authMethod',
    'an application of type native or userAgent cannot keep a secret; use authMethod none',
    ({ type, authMethod }) => (type === 'native' || type === 'userAgent') && authMethod !== 'none',
  ],
  // RFC 7662 section 2.1: a client that introspects tokens must authenticate.
  [
    'authMethod',
    'an application of type api authenticates to ask about tokens; use a secret or private_key_jwt',
    ({ type, authMethod }) => type === 'api' && authMethod === 'none',
  ],
  [
    'redirectUris',
    'an application of type api has no sign-in, so it has none',
    ({ type, redirectUris }) => type === 'api' && redirectUris.length > 0,
  ],
  [
    'responseTypes',
    'an application of type api has no sign-in, so it has none',
    ({ type, responseTypes }) => type === 'api' && responseTypes.length > 0,
  ],
  [
    'grantTypes',
    'an application of type api may only exchange tokens',
    ({ type, grantTypes }) => type === 'api' && grantTypes.some((grant) => grant !== TOKEN_EXCHANGE),
  ],
  // RFC 7591 section 2.1.
  [
    'grantTypes',
    'responseTypes with code and grantTypes authorization_code must be used together',
    (config) => givesCodes(config) !== config.grantTypes.includes('authorization_code'),
  ],
  [
    'grantTypes',
    'responseTypes with id_token or token and grantTypes implicit must be used together',
    (config) => isImplicit(config) !== config.grantTypes.includes('implicit'),
  ],
  [
    'grantTypes',
    'refresh_token needs another grant that issues refresh tokens',
    ({ grantTypes }) => grantTypes.includes('refresh_token') && grantTypes.every((type) => type === 'refresh_token' || type === 'implicit'),
  ],
  // OpenID Connect Registration section 2, application_type: the content of such a response can be read in transit.
  [
    'redirectUris',
    'an application of type web that receives tokens by redirect needs https or devMode',
    (config) =>
      config.type === 'web' && isImplicit(config) && !config.devMode && config.redirectUris.some((uri) => uri.startsWith('http:')),
  ],
  // A reader who intercepts such a response gets a token for this service's own APIs.
  [
    'redirectUris',
    'an application with apiAccess may use http only on a loopback address',
    ({ apiAccess, redirectUris }) => apiAccess && redirectUris.some(isOpenHttp),
  ],
  [
    'initiateLoginUri',
    'an application of type api signs nobody in, so it has none',
    ({ type, initiateLoginUri }) => type === 'api' && initiateLoginUri !== '',
  ],
  [
    'requirePushedAuthorizationRequests',
    'an application of type api signs nobody in, so it pushes no requests',
    ({ type, requirePushedAuthorizationRequests }) => type === 'api' && requirePushedAuthorizationRequests,
  ],
  [
    'requireDpop',
    "access tokens by redirect can't be bound to a key, so it needs response types without token",
    ({ requireDpop, responseTypes }) => requireDpop && responseTypes.some((type) => type.split(' ').includes('token')),
  ],
  [
    'requireSignedResponses',
    'an application of type api signs nobody in, so it gets no responses',
    ({ type, requireSignedResponses }) => type === 'api' && requireSignedResponses,
  ],
  [
    'loginPage',
    'an application of type api has no sign-in, so it has none',
    ({ type, loginPage }) => type === 'api' && !isDeepStrictEqual(loginPage, DEFAULT_LOGIN_PAGE),
  ],
  [
    'redirectUris',
    'an application that signs people in needs a redirect URI',
    ({ responseTypes, redirectUris }) => responseTypes.length > 0 && redirectUris.length === 0,
  ],
];

/** All faults in the settings of an application. Combinations are checked only if all words are valid. */
export function applicationFaults(config: ApplicationConfig): Fault[] {
  const words = wordFaults(config);
  const values = [...words, ...valueFaults(config)];
  const combined = COMBINATIONS.filter(([, , isBroken]) => isBroken(config)).map(([field, rule]) => [field, rule] as const);
  const broken = words.length > 0 ? [] : [...combined, ...profileConflicts(config)];
  const known = new Set(values.map(({ field }) => field));
  return [...values, ...broken.filter(([field]) => !known.has(field)).map(([field, rule]) => fault(field, rule))];
}

function wordFaults(config: ApplicationConfig): Fault[] {
  return Object.entries(WORDS).flatMap(([name, allowed]) => {
    const value = config[name as Field];
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    const fits = given.every((word) => (allowed as readonly unknown[]).includes(word));
    return fits ? [] : [fault(name as Field, `must be ${Array.isArray(value) ? 'some' : 'one'} of ${allowed.join(', ')}`)];
  });
}

function valueFaults(config: ApplicationConfig): Fault[] {
  const { type, devMode, backchannelLogoutUri, frontchannelLogoutUri, initiateLoginUri, policyUri, termsUri, groupsPrefix } = config;
  const back = backchannelLogoutUri === '' ? undefined : backchannelUriFault(backchannelLogoutUri);
  const isPrefix = groupsPrefix.length <= MAX_PREFIX && !/\p{C}/u.test(groupsPrefix);
  return [
    ...listFaults('redirectUris', config.redirectUris, (uri) => redirectUriFault(uri, type, devMode)),
    ...listFaults('postLogoutRedirectUris', config.postLogoutRedirectUris, (uri) => redirectUriFault(uri, type, devMode)),
    ...listFaults('initiateLoginUri', initiateLoginUri === '' ? [] : [initiateLoginUri], (uri) => startUriFault(uri, type, devMode)),
    ...listFaults('frontchannelLogoutUri', frontchannelLogoutUri === '' ? [] : [frontchannelLogoutUri], (uri) =>
      frontchannelUriFault(uri, config),
    ),
    ...listFaults('allowedOrigins', config.allowedOrigins, (origin) => originFault(origin, devMode)),
    ...listFaults('policyUri', policyUri === '' ? [] : [policyUri], pageFault),
    ...listFaults('termsUri', termsUri === '' ? [] : [termsUri], pageFault),
    ...listFaults('allowedScopes', config.allowedScopes, scopeFault),
    ...secondsFaults(config),
    ...loginPageFaults(config.loginPage),
    ...(isPrefix ? [] : [fault('groupsPrefix', `must have at most ${MAX_PREFIX} printable characters`)]),
    ...(back === undefined ? [] : [fault('backchannelLogoutUri', `${shown(backchannelLogoutUri)} ${back}`)]),
  ];
}

function listFaults(field: Field, values: readonly string[], faultOf: (value: string) => string | undefined): Fault[] {
  if (values.length > MAX_URIS) return [fault(field, `at most ${MAX_URIS} may be registered`)];
  return values.flatMap((value) => {
    const wrong = faultOf(value);
    return wrong === undefined ? [] : [fault(field, `${shown(value)} ${wrong}`)];
  });
}

function secondsFaults(config: ApplicationConfig): Fault[] {
  return Object.entries(APPLICATION_SECONDS).flatMap(([name, [min, max]]) => {
    const value = config[name as keyof typeof APPLICATION_SECONDS];
    const fits = value === undefined || (Number.isInteger(value) && value >= min && value <= max);
    return fits ? [] : [fault(name as Field, `must be a whole number from ${min} to ${max}`)];
  });
}

/** Whether the application may get codes, alone or with tokens (OpenID Connect Core sections 3.1 and 3.3). */
export function givesCodes({ responseTypes }: Pick<ApplicationConfig, 'responseTypes'>): boolean {
  return responseTypes.some((type) => type.split(' ').includes('code'));
}

/** Whether the application may get tokens by redirect (RFC 6749 section 4.2, OpenID Connect Core sections 3.2 and 3.3). */
export function isImplicit({ responseTypes }: Pick<ApplicationConfig, 'responseTypes'>): boolean {
  return responseTypes.some((type) => type !== 'code');
}

/** Whether data sent to this address can be read in transit. */
export function isOpenHttp(uri: string): boolean {
  return uri.startsWith('http:') && !isLoopbackHost(new URL(uri).hostname);
}

/**
 * Whether any program on the person's device can take the response to a request of this application (RFC 8252 section 8.6). No secret
 * proves which program redeems it. Its address is a loopback port or a private-use scheme, which goes to the first program that takes it.
 */
export function canBeImpersonated({ authMethod, responseTypes }: ApplicationConfig, redirectUri: string): boolean {
  if (authMethod !== 'none' && !isImplicit({ responseTypes })) return false;
  const { protocol, hostname } = new URL(redirectUri);
  return protocol !== 'https:' || isLoopbackHost(hostname);
}

/**
 * Whether `uri` may be registered as a redirect URI (RFC 6749 section 3.1.2, RFC 8252 section 7).
 * Deviation: `userAgent` may use http on a loopback address, for development, and anywhere with `devMode`.
 * @returns the fault, or undefined
 */
export function redirectUriFault(uri: string, type: ApplicationType, devMode = false): string | undefined {
  const url = absoluteUri(uri);
  if (!url) return 'is not an absolute URI';
  if (uri.includes('#')) return 'must not have a fragment';
  if (uri.includes('*')) return 'must not contain a wildcard: redirect URIs are compared exactly';
  const { protocol, hostname, username, password } = url;
  if (username || password) return 'must not contain credentials';
  if (FORBIDDEN_SCHEMES.has(protocol)) return `must not use the scheme ${protocol}`;
  const loopback = isLoopbackHost(hostname);
  if (protocol === 'https:') return type === 'native' && loopback ? 'must use http for a loopback address' : undefined;
  if (protocol === 'http:') {
    const open = type === 'web' || (type === 'userAgent' && devMode);
    return open || loopback ? undefined : 'may use http only on a loopback address';
  }
  if (type !== 'native') return 'may use a private-use scheme only for type native';
  // RFC 8252 section 7.1: the reverse of a domain name, so that no two applications share a scheme, nor an application and the system.
  return PRIVATE_USE_SCHEME.test(protocol)
    ? undefined
    : 'must use a scheme that is a domain name in reverse order, such as com.example.app';
}

/** A redirect URI that browsers open as a page (OpenID Connect Core section 4). */
function startUriFault(uri: string, type: ApplicationType, devMode: boolean): string | undefined {
  return redirectUriFault(uri, type, devMode) ?? (isWebUri(uri) ? undefined : 'must use https');
}

/**
 * OpenID Connect Front-Channel Logout 1.0 section 2: scheme, host and port are those of a redirect URI. Such a page learns which session has
 * ended, and is opened in a frame.
 */
function frontchannelUriFault(uri: string, { type, devMode, redirectUris }: ApplicationConfig): string | undefined {
  const fault = startUriFault(uri, type, devMode);
  if (fault !== undefined) return fault;
  const origins = redirectUris.filter(isWebUri).map((one) => parsedUrl(one)?.origin);
  return origins.includes(new URL(uri).origin) ? undefined : 'must have the scheme, host and port of a redirect URI';
}

function isWebUri(uri: string): boolean {
  return uri.startsWith('https:') || uri.startsWith('http:');
}

/** Whether a page is the application's own: it has the origin of one of its registered addresses. */
export function isOwnPage(
  config: Pick<ApplicationConfig, 'redirectUris' | 'postLogoutRedirectUris' | 'initiateLoginUri'>,
  uri: string,
): boolean {
  const url = absoluteUri(uri);
  if (!url || !isWebUri(uri) || url.username || url.password) return false;
  const known = [...config.redirectUris, ...config.postLogoutRedirectUris, config.initiateLoginUri].filter(isWebUri);
  return known.some((one) => new URL(one).origin === url.origin);
}

function absoluteUri(uri: string): URL | undefined {
  return uri.length <= MAX_URI_LENGTH && /^[\x21-\x7E]+$/.test(uri) ? parsedUrl(uri) : undefined;
}

/** A page that people are sent to. */
function pageFault(uri: string): string | undefined {
  const url = absoluteUri(uri);
  return url?.protocol === 'https:' && !url.username && !url.password ? undefined : 'is not an address with https';
}

function scopeFault(value: string): string | undefined {
  return value.length <= MAX_SCOPE && !value.includes(' ') && isScope(value) ? undefined : 'is not a scope';
}

function originFault(value: string, devMode: boolean): string | undefined {
  if (!isWebOrigin(value)) return 'is not an origin such as https://console.example.com';
  return value.startsWith('https:') || devMode || isLoopbackHost(new URL(value).hostname)
    ? undefined
    : 'may use http only on a loopback address';
}

/** OpenID Connect Back-Channel Logout 1.0 section 2.2. Notices reveal who was signed in, so plain http is allowed only on this machine. */
function backchannelUriFault(uri: string): string | undefined {
  const url = absoluteUri(uri);
  if (!url) return 'is not an absolute URI';
  const { protocol, hostname, username, password } = url;
  if (uri.includes('#')) return 'must not have a fragment';
  if (username || password) return 'must not contain credentials';
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
    ? undefined
    : 'must use https, or http on a loopback address';
}

/**
 * Refuses a back-channel logout address to which nothing would be delivered: this machine, or an IP address that is not public. A host name
 * is checked when it is resolved, at each delivery.
 * @throws DomainError `invalid`
 */
export function assertPublicBackchannelUri({ backchannelLogoutUri: uri }: ApplicationConfig): void {
  if (uri === '') return;
  const host = new URL(uri).hostname.replace(/^\[|\]$/g, '');
  const isPrivate = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host));
  const rule = `${shown(uri)} is a private address; nothing is sent there unless BACKCHANNEL_ALLOW_PRIVATE is set`;
  const refused = faultsFound(isPrivate ? [fault('backchannelLogoutUri', rule)] : []);
  if (refused) throw refused;
}

function shown(value: string): string {
  return `"${value.slice(0, 200)}"`;
}

function fault(field: Field, rule: string): Fault {
  return { field, code: `application.${field}`, message: `${field}: ${rule}.` };
}
