// Who acts for the subject of a token (RFC 8693 section 4.1).

/** A user who acts, as a check needs it: the internal number and the counters that were current. */
export interface Actor {
  kind: 'person' | 'service';
  userNo: number;
  /** `sub` */
  userId: string;
  generations: { user: number; organization: number };
  /** For whom, where that is not the subject of the token but somebody further out in the chain. */
  actsFor?: { kind: 'person' | 'service'; userNo: number };
}

/** The claim `act`: the one who acts now outside, whoever acted before nested in it. */
export interface ActClaim {
  iss: string;
  sub: string;
  act?: ActClaim;
}

/** @param actors the current actor first. @returns undefined without actors */
export function actClaim(issuer: string, actors: readonly Actor[] = []): ActClaim | undefined {
  return actors.reduceRight<ActClaim | undefined>((act, { userId }) => ({ iss: issuer, sub: userId, ...(act && { act }) }), undefined);
}
