// The authorization code flow with PKCE (RFC 6749 section 4.1, RFC 7636), the same with and without an ID token.
import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  None,
  randomPKCECodeVerifier,
  skipStateCheck,
  type ClientAuth,
  type CustomFetch,
} from 'openid-client';
import type { OutboundResponse } from '../../../common/http/outbound/guarded-fetch.js';
import type { ClientOfProvider } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { UpstreamError, type UpstreamAnswer, type UpstreamFault, type UpstreamRequest } from '../upstream.js';
import { faultOfStatus, isObject, MAX_BYTES, shown, type ProviderHttp } from '../provider-http.service.js';

export interface Endpoints {
  /** Absent: unknown, and an `iss` parameter isn't compared. */
  issuer?: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** Every answer has an `iss` parameter (RFC 9207). */
  hasIssuerParameter: boolean;
}

export interface Tokens {
  accessToken: string;
  idToken?: string;
}

type Authentication = ClientOfProvider['clientAuthentication'];

/** Client authentication at the token endpoint (OpenID Connect Core section 9). */
const AUTHENTICATIONS: Record<Authentication, (secret: string) => ClientAuth> = {
  client_secret_basic: ClientSecretBasic,
  client_secret_post: ClientSecretPost,
  none: None,
  // The caller has signed the secret.
  apple: ClientSecretPost,
};

/** By error code of RFC 6749 sections 4.1.2.1 and 5.2, OpenID Connect Core section 3.1.2.6, GitHub and Apple; others are `invalid`. */
const FAULTS = new Map<string, UpstreamFault>([
  ['access_denied', 'denied'],
  ['account_selection_required', 'denied'],
  ['consent_required', 'denied'],
  ['interaction_required', 'denied'],
  ['login_required', 'denied'],
  ['incorrect_client_credentials', 'misconfigured'],
  ['invalid_client', 'misconfigured'],
  ['invalid_request', 'misconfigured'],
  ['invalid_scope', 'misconfigured'],
  ['redirect_uri_mismatch', 'misconfigured'],
  ['unauthorized_client', 'misconfigured'],
  ['unsupported_grant_type', 'misconfigured'],
  ['unsupported_response_type', 'misconfigured'],
  ['user_cancelled_authorize', 'denied'],
  ['server_error', 'unreachable'],
  ['temporarily_unavailable', 'unreachable'],
]);

/** The characters of tokens (RFC 6749 appendix A.12). Others would end in an error of the HTTP client that repeats the token. */
const TOKEN = /^[\x20-\x7e]+$/;

/** Where the browser is redirected, and the verifier that {@link exchangeCode} needs. */
export function beginCodeFlow(
  { authorizationEndpoint }: Endpoints,
  { clientId, scopes }: ClientOfProvider,
  { callbackUrl, handle, loginHint }: UpstreamRequest,
  more: Readonly<Record<string, string>> = {},
): { url: string; verifier: string } {
  const verifier = randomPKCECodeVerifier();
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callbackUrl,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state: handle,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...more,
  };
  // The endpoint may have a query, which stays (RFC 6749 section 3.1).
  const url = new URL(authorizationEndpoint);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, verifier };
}

/** Redeems the code of the answer. The caller has compared `state`. @throws UpstreamError */
export async function exchangeCode(
  http: ProviderHttp,
  endpoints: Endpoints,
  { connection, secret = '' }: { connection: ClientOfProvider; secret?: string },
  { callbackUrl, parameters, kept }: UpstreamAnswer,
  signal: AbortSignal,
): Promise<Tokens> {
  if (secret === '' && connection.clientAuthentication !== 'none') {
    throw new UpstreamError('misconfigured', `The provider has no client secret here, which ${connection.clientAuthentication} needs.`);
  }
  const answer = new URL(callbackUrl);
  answer.search = parameters.toString();
  if (endpoints.issuer === undefined) answer.searchParams.delete('iss');
  const config = new Configuration(
    {
      issuer: endpoints.issuer ?? new URL(endpoints.tokenEndpoint).origin,
      token_endpoint: endpoints.tokenEndpoint,
      authorization_response_iss_parameter_supported: endpoints.hasIssuerParameter,
    },
    connection.clientId,
    {},
    AUTHENTICATIONS[connection.clientAuthentication](secret),
  );
  // `http` decides which URLs are allowed.
  allowInsecureRequests(config);
  let idToken: unknown;
  config[customFetch] = async (url, options) => {
    const requested = { what: 'The token endpoint', maxBytes: MAX_BYTES.token, signal };
    const tokens = successOf(await http.send(url, outboundRequest(options), requested), [secret, kept['verifier'] ?? '']);
    // The library would validate the ID token by the machine's clock, with one issuer and without its signature.
    idToken = tokens['id_token'];
    return Response.json({ access_token: tokens['access_token'], token_type: tokens['token_type'] });
  };
  try {
    const checks = { pkceCodeVerifier: kept['verifier'] ?? '', expectedState: skipStateCheck } as const;
    const { access_token: accessToken } = await authorizationCodeGrant(config, answer, checks);
    if (!TOKEN.test(accessToken)) throw new UpstreamError('invalid', 'The token endpoint sends an access token with forbidden characters.');
    return { accessToken, ...(typeof idToken === 'string' && { idToken }) };
  } catch (error) {
    throw worded(error);
  }
}

/** A request of the library, for {@link ProviderHttp.send}. */
function outboundRequest({ method, headers, body }: Parameters<CustomFetch>[1]) {
  return { method, headers, ...(body instanceof URLSearchParams && { body: body.toString() }) };
}

/** The members of a token response, which some providers send as a form. @throws UpstreamError for an error, which some send with status 200 */
function successOf(response: OutboundResponse, secrets: readonly string[]): Record<string, unknown> {
  const text = response.text();
  const isForm = response.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : objectIn(text);
  if (typeof body?.['error'] === 'string') throw errorOf('The token endpoint', body['error'], body['error_description'], secrets);
  if (response.status !== 200) {
    throw new UpstreamError(faultOfStatus(response.status), `The token endpoint answers with status ${response.status}, not 200.`);
  }
  if (body === undefined) throw new UpstreamError('invalid', 'The token endpoint does not answer with a JSON object.');
  return body;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Any site can send the browser here with a description, so only known codes are repeated. */
function redirectedError(code: string): UpstreamError {
  const fault = FAULTS.get(code);
  return new UpstreamError(fault ?? 'invalid', `The provider reports ${fault ? shown(code) : 'an unknown error'}.`);
}

function errorOf(who: string, code: string, description: unknown, secrets: readonly string[] = []): UpstreamError {
  // A provider may repeat what it was sent.
  const harmless = secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), shown(description));
  return new UpstreamError(
    FAULTS.get(code) ?? 'invalid',
    `${who} reports ${shown(code)}${description === undefined ? '' : `: ${harmless}`}.`,
  );
}

/** An error of the library in words for administrators. */
function worded(error: unknown): UpstreamError {
  const { cause, message } = error as Error;
  if (error instanceof UpstreamError) return error;
  if (cause instanceof UpstreamError) return cause;
  if (error instanceof AuthorizationResponseError) return redirectedError(error.error);
  const detail = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return new UpstreamError('invalid', `The answer of the provider is not valid: ${detail}.`, error);
}
