import { DomainError } from '../primitives/domain-error.js';
import type { ErrorCode } from '../primitives/error-codes.js';

/** The codes of RFC 9449 sections 5, 7.1 and 9. */
export type ProofFault = 'invalid_dpop_proof' | 'use_dpop_nonce' | 'invalid_token';

const CODES: Readonly<Record<ProofFault, ErrorCode>> = {
  invalid_dpop_proof: 'access.invalidProof',
  use_dpop_nonce: 'access.proofNonce',
  invalid_token: 'access.invalidToken',
};

/** A proof of possession (RFC 9449) that is refused, or a token that doesn't fit it. */
export class ProofRefusal extends DomainError {
  /**
   * @param challenge of a resource, for `WWW-Authenticate`
   * @param nonce for the client's next proof
   */
  constructor(
    readonly fault: ProofFault,
    message: string,
    readonly challenge: string,
    readonly nonce: string | undefined,
  ) {
    super('unauthenticated', CODES[fault], message);
    this.name = 'ProofRefusal';
  }

  /** The headers of a resource's response (RFC 9449 section 7.1). */
  get headers(): Record<string, string> {
    return { 'WWW-Authenticate': this.challenge, ...nonceHeader(this.nonce) };
  }
}

/** RFC 9449 section 8. */
export function nonceHeader(nonce: string | undefined): Record<string, string> {
  return nonce === undefined ? {} : { 'DPoP-Nonce': nonce };
}
