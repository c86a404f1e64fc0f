// The content of an access token. It is the same for a sealed (opaque) and a signed (JWT) token.

import type { ClientCredential } from '../../clients/authentication/assertions.service.js';
import type { RequestedClaims } from '../../protocol/claims-request.js';
import type { Actor } from './actors.js';

/** A credential used to obtain a token: a row that ends by its removal or expiry. */
export type TokenCredential = ClientCredential | { kind: 'personalAccessToken'; ownerNo: number; id: string };

/** The part of an origin token that a check needs (docs/adr/0023-exchanged-tokens-have-a-parent.md). */
export type TokenOrigin = Pick<TokenContent, 'jti' | 'kind' | 'userNo' | 'clientId' | 'generations' | 'grant' | 'exchanged' | 'byResource'>;

/** Counters current at issue; raising one invalidates the token permanently (docs/adr/0005-tokens.md). */
export interface Generations {
  user: number;
  organization: number;
  client: number;
}

/** The authorization of a token: its row in `grants`, and the number of the refresh that issued it (0: the code). */
export interface GrantLink {
  no: number;
  id: string;
  clientNo: number;
  n: number;
}

/** Times are seconds since 1970 UTC (RFC 7519 section 2). `userNo` is never reused, so a re-created id cannot revive a token. */
export interface TokenContent {
  jti: string;
  kind: 'person' | 'service';
  userNo: number;
  /** `sub` */
  userId: string;
  clientId: string;
  scope: string;
  audience: readonly string[];
  /** Set if its audience is that of the requested resources (RFC 8707), without its own client. */
  byResource?: true;
  iat: number;
  /** Absent for a personal access token without an expiry. */
  exp?: number;
  generations: Generations;
  /** The thumbprint of the key it is bound to (RFC 9449 section 6). */
  jkt?: string;
  /** Claims that userinfo returns besides those of the scope (OpenID Connect Core section 5.5). */
  claims?: RequestedClaims;
  /** Set for a personal access token: a stored row, which ends by being removed. */
  personal?: true;
  grant?: GrantLink;
  /** The actors for the user, the current one first (RFC 8693 section 4.1). */
  actors?: readonly Actor[];
  /** Set if the token came from a token exchange. Its client is then the application that exchanged it, whichever kind of user it has. */
  exchanged?: true;
  /** Every token it was derived from: first the presented ones, then their origins. It ends with any of them. */
  origins?: readonly TokenOrigin[];
  /** The credentials used to obtain a service user's token or its origins. They are checked once the token was exchanged. */
  credentials?: readonly TokenCredential[];
  /** When the person signed in, and by which methods (RFC 8176). */
  authTime?: number;
  amr?: readonly string[];
}
