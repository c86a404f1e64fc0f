// The actors of a token: users who act for its subject (RFC 8693 section 4.1).

/** An acting user as a check needs it: the internal number and the counters current at issue. */
export interface Actor {
  kind: 'person' | 'service';
  userNo: number;
  /** `sub` */
  userId: string;
  generations: { user: number; organization: number };
  /** The user acted for, unless that is the subject of the token: in a chain, it is an outer actor. */
  actsFor?: { kind: 'person' | 'service'; userNo: number };
}

/** The claim `act`: the current actor outside, earlier actors nested in it. */
export interface ActClaim {
  iss: string;
  sub: string;
  act?: ActClaim;
}

/** @param actors the current actor first. @returns undefined without actors */
export function actClaim(issuer: string, actors: readonly Actor[] = []): ActClaim | undefined {
  return actors.reduceRight<ActClaim | undefined>((act, { userId }) => ({ iss: issuer, sub: userId, ...(act && { act }) }), undefined);
}
