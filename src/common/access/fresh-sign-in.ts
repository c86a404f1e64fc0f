// The mark of changes for which a policy may require that the administrator signed in a short time ago, and the answer if not (RFC 9470).
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { DomainError } from '../primitives/domain-error.js';
import type { ANY_FRESH_CHANGE, FreshChange } from './fresh-changes.js';

export const FRESH_SIGN_IN = 'gatehouse:freshSignIn';

export const FRESH_READS = 'gatehouse:freshReads';

/** The requests of a handler or controller that write are changes of this kind. @param reads so are those that read: what they show is worth as much */
export const FreshSignIn = (change: FreshChange | typeof ANY_FRESH_CHANGE, { reads = false } = {}) =>
  applyDecorators(SetMetadata(FRESH_SIGN_IN, change), SetMetadata(FRESH_READS, reads));

/** What a sign-in must be for a change. */
export interface FreshSignInDemand {
  maxAgeSeconds: number;
  /** Values of `acr`, any of which is enough; empty: every sign-in is. */
  acrValues: readonly string[];
}

/** The caller's sign-in is too old, or has proven too little (RFC 9470 section 3). */
export class SignInNotFreshError extends DomainError {
  constructor(readonly demand: FreshSignInDemand) {
    super(
      'unauthenticated',
      'access.signInNotFresh',
      `This change needs a sign-in of the last ${demand.maxAgeSeconds} seconds${demand.acrValues.length > 0 ? ' with two factors' : ''}.`,
    );
  }

  /** The value of `WWW-Authenticate`, by the scheme of the token. */
  challengeFor(scheme: string): string {
    const { maxAgeSeconds, acrValues } = this.demand;
    const acr = acrValues.length > 0 ? `, acr_values="${acrValues.join(' ')}"` : '';
    return `${scheme} error="insufficient_user_authentication", error_description="${this.message}"${acr}, max_age="${maxAgeSeconds}"`;
  }
}
