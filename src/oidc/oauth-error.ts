// Refusals of the OAuth endpoints in their own words (RFC 6749 section 5.2), known to whoever refuses; the provider's seam turns them into answers.

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target' // RFC 8693 section 2.2.2
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** `description` is a sentence for the developer of the client; it tells nothing about others' credentials. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
  ) {
    super(description);
    this.name = 'OAuthError';
  }

  /** RFC 6749 section 5.2: 401, with `WWW-Authenticate`, only for a client that could not be authenticated. */
  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}
