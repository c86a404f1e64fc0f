// Errors of the registration endpoint (RFC 7591 section 3.2.2, RFC 6750 section 3.1, RFC 7592 section 2).
const STATUS = {
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_software_statement: 400,
  unapproved_software_statement: 400,
  invalid_request: 400,
  invalid_token: 401,
  access_denied: 403,
} as const;

export type RegistrationErrorCode = keyof typeof STATUS;

/** `description` is a sentence for the developer of the client. */
export class RegistrationError extends Error {
  /** @param isChallenge a request without a token learns only the scheme (RFC 6750 section 3.1) */
  constructor(
    readonly code: RegistrationErrorCode,
    readonly description: string,
    private readonly isChallenge = false,
  ) {
    super(description);
    this.name = 'RegistrationError';
  }

  get status(): (typeof STATUS)[RegistrationErrorCode] {
    return STATUS[this.code];
  }

  get headers(): Record<string, string> {
    if (this.status !== 401) return {};
    return { 'WWW-Authenticate': this.isChallenge ? 'Bearer' : 'Bearer error="invalid_token"' };
  }
}
