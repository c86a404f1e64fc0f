// What an access token says. The same content whether it is sealed (opaque) or signed (JWT).

import type { Actor } from './actors.js';

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
  /** A personal access token: a stored row, which ends by being removed. */
  personal?: true;
  grant?: GrantLink;
  /** Who acts for the user, the one who acts now first (RFC 8693 section 4.1). */
  actors?: readonly Actor[];
  /** It came out of a token exchange: its client is the application that exchanged it, whoever the user is. */
  exchanged?: true;
  /** When the person signed in, and how (RFC 8176). */
  authTime?: number;
  amr?: readonly string[];
}
