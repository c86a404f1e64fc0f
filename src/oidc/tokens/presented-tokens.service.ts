// Tokens that callers present to this service's own endpoints, with the proof that a bound one needs (RFC 9449 section 7).
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PresentedToken } from '../../common/access/presented-token.js';
import { Proofs, type Proof } from '../proofs/proofs.service.js';
import { LiveTokens, type LiveToken } from './live-tokens.service.js';
import { Resources } from './resources.service.js';

/** A valid token, with the proof that it was presented with. */
export interface PresentedLiveToken extends LiveToken {
  proof?: Proof | undefined;
}

@Injectable()
export class PresentedTokens {
  constructor(
    private readonly liveTokens: LiveTokens,
    private readonly proofs: Proofs,
    private readonly resources: Resources,
  ) {}

  /**
   * @returns undefined for a token that is not live
   * @throws ProofRefusal for a proof that doesn't hold or doesn't fit the token, and for a bound token without one
   */
  async findLive(presented: PresentedToken): Promise<PresentedLiveToken | undefined> {
    return this.accepted(presented, await this.liveTokens.checkLive(presented.value));
  }

  /** Does the same for userinfo, which is not the audience of a token for other resources (RFC 8707 section 3). */
  async findLiveForUserinfo(presented: PresentedToken): Promise<PresentedLiveToken | undefined> {
    const live = await this.liveTokens.checkLive(presented.value);
    return live && this.resources.isForUserinfo(live.token) ? this.accepted(presented, live) : undefined;
  }

  /** Comes after the check of the token: a stranger's proof, with a key of the stranger's choice, costs no signature check. */
  private async accepted(presented: PresentedToken, live: LiveToken | undefined): Promise<PresentedLiveToken | undefined> {
    if (!live) return undefined;
    const proof = presented.scheme === 'DPoP' ? this.proofOf(presented) : undefined;
    this.assertFits(live.token.jkt, proof);
    await proof?.useOnce();
    this.liveTokens.noteUse(live);
    return { ...live, proof };
  }

  private proofOf({ value, proof: presented }: PresentedToken): Proof {
    if (!presented)
      throw this.proofs.refusal('invalid_dpop_proof', 'With "Authorization: DPoP" the request needs a proof in the header DPoP.');
    const proof = this.proofs.verify(presented);
    if (proof.ath === createHash('sha256').update(value).digest('base64url')) return proof;
    throw this.proofs.refusal('invalid_dpop_proof', 'The DPoP proof must have the SHA-256 of the access token as its ath.');
  }

  /** A bound token as `Bearer` could be a stolen one. An unbound one as `DPoP` would seem to be safer than it is. */
  private assertFits(jkt: string | undefined, proof: Proof | undefined): void {
    if (jkt === proof?.jkt) return;
    if (jkt === undefined)
      throw this.proofs.refusal('invalid_token', 'This access token is not bound to a key; send it as "Authorization: Bearer".');
    if (!proof)
      throw this.proofs.refusal('invalid_token', 'This access token is bound to a key; send it as "Authorization: DPoP" with a proof.');
    throw this.proofs.refusal('invalid_token', 'This access token is bound to another key than that of the DPoP proof.');
  }
}
