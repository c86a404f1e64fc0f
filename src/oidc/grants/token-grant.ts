// The interface of every grant, for both the fast path and the library.
import type { ClientCredential } from '../clients/authentication/assertions.service.js';
import type { ClientRecord } from '../clients/clients.service.js';
import type { Proof } from '../proofs/proofs.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import type { HeldGrant } from '../tokens/stored/grants.repository.js';

/** The parameters of a token request that a grant uses. An absent one is undefined; a repeatable one may be a list. */
export type GrantParameters = Readonly<Partial<Record<string, string | string[]>>>;

/** RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3, RFC 8693 section 2.2.1. */
export interface TokenResponse {
  access_token: string;
  /** `N_A` when `access_token` carries an ID token (RFC 8693 section 2.2.1). */
  token_type: 'Bearer' | 'DPoP' | 'N_A';
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
  /** When its form arrived, in microseconds since 1970 UTC. A double submit stays one, however long the request then waits. */
  receivedUs: number;
  /** What {@link TokenGrant.findAuthorization} returned for these parameters. */
  found?: HeldGrant | undefined;
  /** The proof of the key that the tokens are bound to (RFC 9449). */
  proof?: Proof | undefined;
  /** The credential that authenticated the client; absent for a public client. */
  credential?: ClientCredential | undefined;
  /** As read since the request arrived. */
  configVersion?: number | undefined;
}

export interface TokenGrant {
  /** The value of `grant_type`. */
  readonly grantType: string;
  readonly parameters: readonly string[];
  /** Parameters that may be sent more than once. */
  readonly repeatable: readonly string[];
  /**
   * Reads the authorization that a code or refresh token names, before the client is identified. The same query returns the config version,
   * which saves a query for the client. It does not decide whether the authorization may be used.
   */
  findAuthorization?(parameters: GrantParameters): Promise<HeldGrant | undefined>;
  /**
   * Answers a request. A refused request leaves no state that would change a second attempt. A request that the fast path gave up is
   * therefore answered once more.
   * @throws OAuthError
   */
  respond(request: TokenRequest): Promise<TokenResponse>;
}

/**
 * Checks the key that a code is bound to (RFC 9449 section 10). For device codes, RFC 9449 leaves this open; they are bound in the same way.
 * @throws OAuthError `invalid_grant` for another key or none
 */
export function checkKey({ payload }: Pick<HeldGrant, 'payload'>, proof: Proof | undefined): void {
  const { dpopJkt } = payload.code;
  if (dpopJkt === undefined || dpopJkt === proof?.jkt) return;
  throw new OAuthError('invalid_grant', 'The code is bound to a key: send a DPoP proof by the key that the authorization request named.');
}

/** A parameter that the request must have. @throws OAuthError `invalid_request` */
export function requiredParameter(parameters: GrantParameters, name: string): string {
  const value = textParameter(parameters, name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}

/** The values of the parameter `resource` (RFC 8707 section 2), which may be repeated. An empty one counts as omitted (RFC 6749 section 3.2). */
export function resourceValues({ resource }: GrantParameters): string[] {
  return [resource ?? []].flat().filter((value) => value !== '');
}

export function textParameter(parameters: GrantParameters, name: string): string | undefined {
  const value = [parameters[name]].flat()[0];
  return value === '' ? undefined : value;
}
