// What an access token says. The same content whether it is sealed (opaque) or signed (JWT).

import type { ClientCredential } from '../clients/assertions.service.js';
import type { RequestedClaims } from '../protocol/claims-request.js';
import type { Actor } from './actors.js';

/** A credential that a token was obtained with: a row that ends by being removed or by its expiry. */
export type TokenCredential = ClientCredential | { kind: 'personalAccessToken'; ownerNo: number; id: string };

/** What a token was exchanged from, as far as a check needs it (docs/adr/0023-exchanged-tokens-have-a-parent.md). */
export type TokenOrigin = Pick<TokenContent, 'jti' | 'kind' | 'userNo' | 'clientId' | 'generations' | 'grant' | 'exchanged'>;

/** Counters that were current at issue; a raised one makes the token dead for ever (docs/adr/0005-tokens.md). */
export interface Generations {
  user: number;
  organization: number;
  client: number;
}

/** The authorization a token comes from: its row in `grants`, and the refresh it was issued by (0: the code). */
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
  iat: number;
  /** Absent for a personal access token without an end. */
  exp?: number;
  generations: Generations;
  /** Claims that userinfo gives besides those of the scope (OpenID Connect Core section 5.5). */
  claims?: RequestedClaims;
  /** A personal access token: a stored row, which ends by being removed. */
  personal?: true;
  grant?: GrantLink;
  /** Who acts for the user, the one who acts now first (RFC 8693 section 4.1). */
  actors?: readonly Actor[];
  /** It came out of a token exchange: its client is the application that exchanged it, whoever the user is. */
  exchanged?: true;
  /** Every token it came from, the presented ones first, then what those came from. It dies with any of them. */
  origins?: readonly TokenOrigin[];
  /** What a service user's token was obtained with, or what its origins were. Asked for once it was exchanged. */
  credentials?: readonly TokenCredential[];
  /** When the person signed in, and how (RFC 8176). */
  authTime?: number;
  amr?: readonly string[];
}
