// Errors of the OAuth endpoints (RFC 6749 section 5.2); `provider` turns them into responses.
import { isTemporary, retryAfterSeconds } from '../../common/primitives/domain-error.js';
import { OverLimitError } from '../../common/primitives/over-limit-error.js';

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target' // RFC 8693 section 2.2.2
  | 'invalid_dpop_proof' // RFC 9449 section 5
  | 'use_dpop_nonce' // RFC 9449 section 8
  | 'authorization_pending' // RFC 8628 section 3.5, as the next three
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'
  | 'request_not_supported' // OpenID Connect Core section 3.1.2.6
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** `description` is a sentence for the developer of the client; it reveals nothing about other clients' credentials. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    /** Further headers of the response. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.name = 'OAuthError';
  }

  /** RFC 6749 section 5.2: 401, with `WWW-Authenticate`, only for a client that could not be authenticated. */
  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** The error for a failure of the service. `expected`: the service is busy, without its database, or over a limit, but not broken. */
export interface ServerError {
  status: 429 | 500 | 503;
  headers: Readonly<Record<string, string>>;
  body: { error: string; error_description: string };
  expected: boolean;
}

/** The response has the shape of RFC 6749 section 5.2. The caller gets an id; the log has the cause. */
export function serverError(error: unknown, requestId: string): ServerError {
  if (error instanceof OverLimitError) {
    // RFC 6749 has no code for this at the token endpoint; the code of section 4.1.2.1 has the same meaning.
    const body = { error: 'temporarily_unavailable', error_description: error.message };
    return { status: 429, headers: error.headers, body, expected: true };
  }
  if (isTemporary(error)) {
    const body = { error: 'temporarily_unavailable', error_description: error.message };
    return { status: 503, headers: { 'Retry-After': String(retryAfterSeconds(error)) }, body, expected: true };
  }
  const error_description = `Something went wrong on our side. Search the log for the request id ${requestId}.`;
  return { status: 500, headers: {}, body: { error: 'server_error', error_description }, expected: false };
}
