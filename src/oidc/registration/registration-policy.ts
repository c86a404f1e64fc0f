// What applications may be, whose clients register themselves: the rules of a registration token. They only narrow the rules of all
// applications (../clients/application-rules.ts).
import { faultsFound, type Fault } from '../../common/primitives/domain-error.js';
import { isLoopbackHost } from '../../common/primitives/loopback.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { readPublicKey, type PublicJwk } from '../../users/authentication/credentials/public-key.js';
import {
  AUTH_METHODS,
  RESPONSE_TYPES,
  type ApplicationConfig,
  type AuthMethod,
  type NewApplication,
  type ResponseType,
} from '../clients/application.js';
import { KNOWN_SCOPES } from '../protocol/scopes.js';

/** Token exchange is not among them: tokens of other applications would be within reach of an unreviewed client. */
export const REGISTERED_GRANT_TYPES = ['authorization_code', 'implicit', 'refresh_token'] as const;
export type RegisteredGrantType = (typeof REGISTERED_GRANT_TYPES)[number];

/** Every host, in {@link RegistrationPolicy.redirectHosts}. */
export const EVERY_HOST = '*';
export const MAX_HOSTS = 50;
const MAX_STATEMENT_KEYS = 10;
export const MAX_UNUSED_DAYS = 3_650;

/** Stored as JSON with a token and with each application registered by it. */
export interface RegistrationPolicy {
  grantTypes: RegisteredGrantType[];
  responseTypes: ResponseType[];
  authMethods: AuthMethod[];
  /** Hosts of its addresses: a name, one with a port, `*.example.com` for the names below it, or {@link EVERY_HOST}. Always with https. */
  redirectHosts: string[];
  /** Whether redirect URIs may lead to the person's own device by http (RFC 8252 section 7.3). */
  loopbackRedirects: boolean;
  /** Whether they may have a scheme such as com.example.app (RFC 8252 section 7.1). */
  privateUseSchemes: boolean;
  /** The scopes of its tokens at most. */
  scopes: string[];
  /** Days after which an application is removed that no person is signed in to; 0: never. */
  unusedDays: number;
  /** Keys that software statements are signed with. */
  statementKeys: PublicJwk[];
  /** The `iss` of software statements. */
  statementIssuer: string;
  /** Whether a registration needs a software statement. */
  statementRequired: boolean;
  /** Settings of the applications that their clients can't choose. */
  defaults: RegistrationDefaults;
}

/** The settings that a token may give its applications. */
export const DEFAULT_FIELDS = [
  'accessTokenType',
  'accessTokenSigningAlg',
  'servedOrganizations',
  'consentRequired',
  'requireDpop',
  'requirePushedAuthorizationRequests',
  'accessTokenSeconds',
  'idTokenSeconds',
  'refreshIdleSeconds',
  'refreshAbsoluteSeconds',
] as const satisfies ReadonlyArray<keyof ApplicationConfig>;
export type RegistrationDefaults = Partial<Pick<ApplicationConfig, (typeof DEFAULT_FIELDS)[number]>>;

/** A policy to store. Absent members get the strict default. */
export type RegistrationWish = Partial<Omit<RegistrationPolicy, 'statementKeys'>> & { statementKeys?: readonly unknown[] };

/** Days of open registration, unless the wish names others. */
const OPEN_UNUSED_DAYS = 30;

/**
 * Adds the defaults and validates.
 * @param isOpen for open registration: strangers register there, so it serves only the own organization unless the wish says otherwise, and
 * people always decide @throws DomainError `invalid` with all faults
 */
export function registrationPolicy(wish: RegistrationWish, isOpen = false): RegistrationPolicy {
  const policy: RegistrationPolicy = {
    grantTypes: wish.grantTypes ?? ['authorization_code', 'refresh_token'],
    responseTypes: wish.responseTypes ?? ['code'],
    authMethods: wish.authMethods ?? [...AUTH_METHODS],
    redirectHosts: (wish.redirectHosts ?? []).map((host) => host.toLowerCase()),
    loopbackRedirects: wish.loopbackRedirects ?? false,
    privateUseSchemes: wish.privateUseSchemes ?? false,
    scopes: wish.scopes ?? ['openid', 'profile', 'email', 'offline_access'],
    unusedDays: wish.unusedDays ?? (isOpen ? OPEN_UNUSED_DAYS : 0),
    statementKeys: (wish.statementKeys ?? []).slice(0, MAX_STATEMENT_KEYS + 1).map((key) => readPublicKey(key)),
    statementIssuer: wish.statementIssuer ?? '',
    statementRequired: wish.statementRequired ?? false,
    // People decide about an unreviewed client.
    defaults: { consentRequired: true, ...(isOpen && { servedOrganizations: 'own' }), ...chosen(wish.defaults ?? {}) },
  };
  const refused = faultsFound([...policyFaults(policy), ...(isOpen ? openFaults(policy) : [])]);
  if (refused) throw refused;
  return policy;
}

function chosen(defaults: RegistrationDefaults): RegistrationDefaults {
  return Object.fromEntries(DEFAULT_FIELDS.flatMap((name) => (defaults[name] === undefined ? [] : [[name, defaults[name]]])));
}

/** A DNS name in ASCII, perhaps with a port; or the names below one. */
const HOST = /^(\*\.)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}(:[1-9][0-9]{0,4})?$/;

function policyFaults(policy: RegistrationPolicy): Fault[] {
  const { grantTypes, responseTypes, authMethods, redirectHosts, scopes, statementKeys, statementIssuer, statementRequired } = policy;
  const words = (field: string, values: readonly string[], allowed: readonly string[]) =>
    values.every((value) => allowed.includes(value)) ? [] : [fault(field, `must be some of ${allowed.join(', ')}`)];
  return [
    ...words('grantTypes', grantTypes, REGISTERED_GRANT_TYPES),
    ...words('responseTypes', responseTypes, RESPONSE_TYPES),
    ...words('authMethods', authMethods, AUTH_METHODS),
    ...words('scopes', scopes, KNOWN_SCOPES),
    ...(scopes.includes('openid') ? [] : [fault('scopes', 'must contain openid')]),
    ...(redirectHosts.every((host) => host === EVERY_HOST || HOST.test(host))
      ? []
      : [fault('redirectHosts', 'must be host names such as app.example.com, *.example.com, or * for every host')]),
    ...(statementKeys.length > 0 === (statementIssuer !== '') ? [] : [fault('statementIssuer', 'and statementKeys must be set together')]),
    ...(statementKeys.length > MAX_STATEMENT_KEYS ? [fault('statementKeys', `may have at most ${MAX_STATEMENT_KEYS} keys`)] : []),
    ...(statementRequired && statementKeys.length === 0 ? [fault('statementRequired', 'needs statementKeys')] : []),
  ];
}

function openFaults({ unusedDays, defaults }: RegistrationPolicy): Fault[] {
  return [
    ...(unusedDays > 0 ? [] : [fault('unusedDays', 'must be at least 1 for open registration')]),
    ...(defaults.consentRequired ? [] : [fault('defaults.consentRequired', 'must be true for open registration')]),
  ];
}

/** The addresses of an application that its client chose. */
type Addresses = Pick<
  NewApplication,
  'redirectUris' | 'postLogoutRedirectUris' | 'initiateLoginUri' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'
>;

/** The first address that the policy does not allow, with the reason. */
export function refusedAddress(policy: RegistrationPolicy, addresses: Addresses): { field: keyof Addresses; why: string } | undefined {
  const { redirectUris = [], postLogoutRedirectUris = [], initiateLoginUri, backchannelLogoutUri, frontchannelLogoutUri } = addresses;
  const all: ReadonlyArray<readonly [field: keyof Addresses, uris: readonly (string | undefined)[]]> = [
    ['redirectUris', redirectUris],
    ['postLogoutRedirectUris', postLogoutRedirectUris],
    ['initiateLoginUri', [initiateLoginUri]],
    ['backchannelLogoutUri', [backchannelLogoutUri]],
    ['frontchannelLogoutUri', [frontchannelLogoutUri]],
  ];
  // OpenID Connect Registration section 2: other parties send browsers there.
  if (initiateLoginUri !== undefined && initiateLoginUri !== '' && !initiateLoginUri.startsWith('https:'))
    return { field: 'initiateLoginUri', why: 'must use https' };
  for (const [field, uris] of all)
    for (const uri of uris) {
      const why = uri === undefined || uri === '' ? undefined : addressFault(policy, uri);
      if (why !== undefined) return { field, why: `"${uri?.slice(0, 200)}" ${why}` };
    }
  return undefined;
}

/** Whether an address lies within the policy. */
export function isAllowedAddress(policy: RegistrationPolicy, uri: string): boolean {
  return addressFault(policy, uri) === undefined;
}

function addressFault({ redirectHosts, loopbackRedirects, privateUseSchemes }: RegistrationPolicy, uri: string): string | undefined {
  const url = parsedUrl(uri);
  if (!url) return 'is not an absolute URI';
  if (isLoopbackHost(url.hostname))
    return loopbackRedirects ? undefined : 'is on a loopback address, which this registration does not allow';
  if (url.protocol === 'http:') return 'must use https';
  if (url.protocol !== 'https:')
    return privateUseSchemes ? undefined : `has the scheme ${url.protocol}, which this registration does not allow`;
  // The host with its port, unless the port is that of https. The parser has folded its case and written it in ASCII.
  return redirectHosts.some((allowed) => isHost(url.host, allowed)) ? undefined : 'is on a host that this registration does not allow';
}

function isHost(host: string, allowed: string): boolean {
  if (allowed === EVERY_HOST) return true;
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}

function fault(field: string, rule: string): Fault {
  return { field: `policy.${field}`, code: 'registration.policy', message: `policy.${field}: ${rule}.` };
}
