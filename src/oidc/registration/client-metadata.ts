// Client metadata (RFC 7591 section 2, OpenID Connect Registration section 2) and the settings of applications: the table between them.
import type { ApplicationConfig, AuthMethod, NewApplication } from '../clients/application.js';
import { isLoopbackHost } from '../../common/primitives/loopback.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { scopeValues } from '../protocol/scopes.js';
import { RegistrationError } from './registration-error.js';

type Kind = 'text' | 'texts' | 'flag';

/** The members that have a setting of the same meaning and the same values. */
export const METADATA = {
  redirect_uris: { ours: 'redirectUris', kind: 'texts' },
  grant_types: { ours: 'grantTypes', kind: 'texts' },
  response_types: { ours: 'responseTypes', kind: 'texts' },
  token_endpoint_auth_method: { ours: 'authMethod', kind: 'text' },
  post_logout_redirect_uris: { ours: 'postLogoutRedirectUris', kind: 'texts' },
  initiate_login_uri: { ours: 'initiateLoginUri', kind: 'text' },
  policy_uri: { ours: 'policyUri', kind: 'text' },
  tos_uri: { ours: 'termsUri', kind: 'text' },
  backchannel_logout_uri: { ours: 'backchannelLogoutUri', kind: 'text' },
  backchannel_logout_session_required: { ours: 'backchannelLogoutSessionRequired', kind: 'flag' },
  frontchannel_logout_uri: { ours: 'frontchannelLogoutUri', kind: 'text' },
  frontchannel_logout_session_required: { ours: 'frontchannelLogoutSessionRequired', kind: 'flag' },
  id_token_signed_response_alg: { ours: 'idTokenSigningAlg', kind: 'text' },
  require_pushed_authorization_requests: { ours: 'requirePushedAuthorizationRequests', kind: 'flag' },
  dpop_bound_access_tokens: { ours: 'requireDpop', kind: 'flag' },
} as const satisfies Record<string, { ours: keyof ApplicationConfig; kind: Kind }>;

type Name = keyof typeof METADATA;
const ROWS = Object.entries(METADATA) as ReadonlyArray<[Name, { ours: keyof ApplicationConfig; kind: Kind }]>;

/** Members that are stored and returned, but have no effect: administrators see them. */
const DECLARED: Readonly<Record<string, Kind>> = {
  client_uri: 'text',
  logo_uri: 'text',
  contacts: 'texts',
  software_id: 'text',
  software_version: 'text',
};

/** Members that can't be served, and must not be left out in silence: the client would rely on them. */
const REFUSED: Readonly<Record<string, string>> = {
  jwks_uri: 'jwks_uri is not supported: this service fetches nothing on behalf of clients. Send the keys as jwks.',
  sector_identifier_uri: 'sector_identifier_uri is not supported: every client sees the same subject.',
  id_token_encrypted_response_alg: 'Encrypted ID tokens are not supported.',
  userinfo_encrypted_response_alg: 'Encrypted userinfo responses are not supported.',
  userinfo_signed_response_alg: 'Signed userinfo responses are not supported.',
  request_object_encryption_alg: 'Encrypted request objects are not supported.',
  authorization_encrypted_response_alg: 'Encrypted authorization responses are not supported.',
  tls_client_certificate_bound_access_tokens: 'Access tokens bound to a certificate are not supported; use dpop_bound_access_tokens.',
};

const MAX_TEXT = 2_000;
const MAX_TEXTS = 50;
const MAX_NAME = 200;
const MAX_KEYS = 20;

/** What a client asks for, in the words of this service. */
export interface WishedClient {
  /** Only members of {@link METADATA}, and the type. */
  settings: Partial<NewApplication>;
  name: string | undefined;
  /** Absent: every scope of the policy. */
  scopes: string[] | undefined;
  /** Absent: no key. */
  keys: unknown[] | undefined;
  /** Members without an effect, by their own names. */
  declared: Record<string, unknown>;
}

/**
 * Reads the metadata of a request. Members that this service doesn't know are left out (RFC 7591 section 2), whatever they would be here: a
 * member that is called `apiAccess` gives nothing.
 * @throws RegistrationError
 */
export function readMetadata(metadata: Readonly<Record<string, unknown>>): WishedClient {
  for (const [name, why] of Object.entries(REFUSED)) if (given(metadata, name)) throw invalid(why);
  if (given(metadata, 'subject_type') && metadata['subject_type'] !== 'public') throw invalid('subject_type must be public.');
  const rows = ROWS.filter(([name]) => given(metadata, name)).map(([name, { ours, kind }]) => [ours, read(metadata, name, kind)]);
  const settings = Object.fromEntries(rows) as Partial<NewApplication>;
  const name = read(metadata, 'client_name', 'text', MAX_NAME) as string | undefined;
  const scope = read(metadata, 'scope', 'text') as string | undefined;
  return {
    settings: { ...settings, ...typeAndMethod(metadata, settings) },
    name: name?.trim() === '' ? undefined : name,
    scopes: scope === undefined ? undefined : scopeValues(scope),
    keys: readKeys(metadata['jwks']),
    declared: Object.fromEntries(
      Object.entries(DECLARED).flatMap(([member, kind]) => (given(metadata, member) ? [[member, read(metadata, member, kind)]] : [])),
    ),
  };
}

/** The registered metadata (RFC 7591 section 3.2.1), with the values that apply. */
export function writeMetadata(
  { name, clientId, config }: { name: string; clientId: string; config: ApplicationConfig },
  declared: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const settings = ROWS.flatMap(([member, { ours }]) => (config[ours] === '' ? [] : [[member, config[ours]]]));
  return {
    client_id: clientId,
    client_name: name,
    application_type: config.type === 'native' ? 'native' : 'web',
    subject_type: 'public',
    ...Object.fromEntries(settings),
    scope: config.allowedScopes.join(' '),
    ...declared,
  };
}

/** The member of the metadata for one of our settings, for sentences. */
export function memberOf(ours: string): string {
  return ROWS.find(([, row]) => row.ours === ours)?.[0] ?? ours;
}

/**
 * RFC 7591 section 2: the default method is client_secret_basic. OpenID Connect Registration section 2: the default type is web. A client
 * without a secret that is reached only on the person's own device is native, whether or not it says so: the port of its address may vary
 * then (RFC 8252 section 7.3).
 */
function typeAndMethod(metadata: Readonly<Record<string, unknown>>, { redirectUris = [], authMethod }: Partial<NewApplication>) {
  const stated = read(metadata, 'application_type', 'text');
  if (stated !== undefined && stated !== 'web' && stated !== 'native') throw invalid('application_type must be web or native.');
  const isLocal = redirectUris.length > 0 && redirectUris.every(isOnDevice);
  const type = stated ?? (authMethod === 'none' && isLocal ? 'native' : 'web');
  return { type, authMethod: authMethod ?? defaultMethod(type) } as const;
}

function defaultMethod(type: 'web' | 'native'): AuthMethod {
  return type === 'native' ? 'none' : 'client_secret_basic';
}

function isOnDevice(uri: string): boolean {
  const url = parsedUrl(uri);
  return url !== undefined && (isLoopbackHost(url.hostname) || !/^https?:$/.test(url.protocol));
}

function readKeys(jwks: unknown): unknown[] | undefined {
  if (jwks === undefined || jwks === null) return undefined;
  const keys = typeof jwks === 'object' && 'keys' in jwks ? jwks.keys : undefined;
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) throw invalid(`jwks must have a list of at most ${MAX_KEYS} keys.`);
  return keys;
}

/** RFC 7591 section 2: null is the same as an absent member. */
function given(metadata: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(metadata, name) && metadata[name] !== undefined && metadata[name] !== null;
}

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

function read(metadata: Readonly<Record<string, unknown>>, name: string, kind: Kind, most = MAX_TEXT): unknown {
  if (!given(metadata, name)) return undefined;
  const value = metadata[name];
  if (kind === 'flag') {
    if (typeof value !== 'boolean') throw invalid(`${name} must be true or false.`);
  } else if (kind === 'text') {
    if (!isText(value, most)) throw invalid(`${name} must be a text of at most ${most} characters.`);
  } else if (!Array.isArray(value) || value.length > MAX_TEXTS || !value.every((one) => isText(one, most))) {
    throw invalid(`${name} must be a list of at most ${MAX_TEXTS} texts.`);
  }
  return value;
}

function invalid(description: string): RegistrationError {
  return new RegistrationError('invalid_client_metadata', description);
}
