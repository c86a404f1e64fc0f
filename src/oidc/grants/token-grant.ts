// The interface of every grant, for both the fast path and the library.
import type { ClientCredential } from '../clients/assertions.service.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import type { HeldGrant } from '../tokens/grants.repository.js';

/** The parameters of a token request that a grant knows; an absent one is undefined, a repeatable one may be a list. */
export type GrantParameters = Readonly<Partial<Record<string, string | string[]>>>;

/** RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3, RFC 8693 section 2.2.1. */
export interface TokenResponse {
  access_token: string;
  /** `N_A` when `access_token` carries an ID token (RFC 8693 section 2.2.1). */
  token_type: 'Bearer' | 'N_A';
  expires_in: number;
  scope: string;
  id_token?: string;
  refresh_token?: string;
  issued_token_type?: string;
}

/** A request of an authenticated client to the token endpoint. */
export interface TokenRequest {
  client: ClientRecord;
  parameters: GrantParameters;
  /** When its form had arrived, in microseconds since 1970 UTC. However long it then waits, it stays the double submit that it was. */
  receivedUs: number;
  /** What {@link TokenGrant.findAuthorization} returned for these parameters. */
  found?: HeldGrant | undefined;
  /** What the client proved itself by; none for a public client. */
  credential?: ClientCredential | undefined;
  /** As it was read since the request came. */
  configVersion?: number | undefined;
}

export interface TokenGrant {
  /** The value of `grant_type`. */
  readonly grantType: string;
  readonly parameters: readonly string[];
  /** Parameters that may be sent more than once. */
  readonly repeatable: readonly string[];
  /**
   * Reads the authorization that a code or refresh token names, before anybody knows which client sent it: the same query tells the
   * config version, which spares one for the client. Says nothing about whether it may be used.
   */
  findAuthorization?(parameters: GrantParameters): Promise<HeldGrant | undefined>;
  /**
   * Answers a request. A refused request leaves nothing behind that asking again would change, so one that the fast path gave up is
   * simply answered once more.
   * @throws OAuthError
   */
  respond(request: TokenRequest): Promise<TokenResponse>;
}

/** A parameter without which a request makes no sense. @throws OAuthError `invalid_request` */
export function requiredParameter(parameters: GrantParameters, name: string): string {
  const value = textParameter(parameters, name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}

export function textParameter(parameters: GrantParameters, name: string): string | undefined {
  const value = [parameters[name]].flat()[0];
  return value === '' ? undefined : value;
}
