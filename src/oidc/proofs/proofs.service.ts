// Verifies proofs of possession (RFC 9449) for every endpoint that takes them.
import { Inject, Injectable } from '@nestjs/common';
import type { PresentedProof } from '../../common/access/presented-token.js';
import { nonceHeader, ProofRefusal, type ProofFault } from '../../common/access/proof-refusal.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { PROOFS } from '../../common/observation/topics.js';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { OAuthError } from '../protocol/oauth-error.js';
import {
  isSameAddress,
  isSignedBy,
  partsOf,
  ProofError,
  PROOF_ALGORITHMS,
  readClaims,
  readKey,
  type ProofClaims,
  type ProofKey,
} from './proof.js';
import { ProofNonces } from './proof-nonces.service.js';
import { UsedProofsRepository } from './used-proofs.repository.js';

/** The maximum age of a proof without a nonce, and how far a client's clock may be ahead. */
const MAX_AGE_SECONDS = 60;
const AHEAD_SECONDS = 20;
/** Longer than any proof is accepted, by its `iat` or by its nonce, on processes whose clocks differ. */
const KEPT_SECONDS = 300;
const MAX_KEYS = 1_000;
const ALGORITHMS = PROOF_ALGORITHMS.join(' ');

/** A proof that its key signed for this request. */
export interface Proof {
  /** The thumbprint of the key (RFC 7638). */
  jkt: string;
  /** The digest of the access token that it was made for (RFC 9449 section 4.2). */
  ath: string | undefined;
  /** Set if the client needs another nonce for its next proof. */
  nextNonce: string | undefined;
  /**
   * Records the use, over all processes. Call last, when the client and its grant or token were found good: strangers must not write rows.
   * Repeated calls count once. @throws ProofRefusal if it was used before
   */
  useOnce(): Promise<void>;
}

/** The same refusal at an endpoint that issues tokens (RFC 9449 section 5). */
export function asOAuthError({ fault, message, nonce }: ProofRefusal): OAuthError {
  return new OAuthError(fault === 'invalid_token' ? 'invalid_dpop_proof' : fault, message, nonceHeader(nonce));
}

@Injectable()
export class Proofs {
  /** By request: a request that the fast path gave up is verified once. */
  private readonly results = new WeakMap<PresentedProof, Proof | ProofRefusal>();
  /** By the header of the proof, which a client repeats; only of valid proofs. */
  private readonly keys = new Map<string, ProofKey>();

  constructor(
    private readonly nonces: ProofNonces,
    private readonly used: UsedProofsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws ProofRefusal */
  verify(presented: PresentedProof): Proof {
    const result = this.results.get(presented) ?? this.read(presented);
    this.results.set(presented, result);
    if (result instanceof ProofRefusal) throw result;
    return result;
  }

  /** A refusal with its challenge (RFC 9449 section 7.1). */
  refusal(fault: ProofFault, message: string): ProofRefusal {
    const challenge = `DPoP error="${fault}", algs="${ALGORITHMS}"`;
    return new ProofRefusal(fault, message, challenge, fault === 'use_dpop_nonce' ? this.nonces.current() : undefined);
  }

  private read(presented: PresentedProof): Proof | ProofRefusal {
    try {
      const { jkt, claims } = this.verifySignature(presented);
      const nonceRefusal = this.judgeTime(claims);
      PROOFS.publish({ result: nonceRefusal ? 'nonce' : 'valid' });
      return nonceRefusal ?? this.proofOf(jkt, claims);
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
      PROOFS.publish({ result: 'invalid' });
      return this.refusal('invalid_dpop_proof', `The DPoP proof ${error.message}.`);
    }
  }

  /** Cheap checks come first: the signature is verified only for a proof that names this request. */
  private verifySignature({ text, method, path }: PresentedProof): { jkt: string; claims: ProofClaims } {
    const [header, payload, signature] = partsOf(text);
    const key = this.keys.get(header) ?? readKey(header);
    const claims = readClaims(payload);
    if (claims.htm !== method) throw new ProofError(`must have the method of the request, ${method}, as its htm`);
    const address = this.settings.publicUrl + path;
    if (!isSameAddress(claims.htu, address)) throw new ProofError('must have the address of the request, without its query, as its htu');
    if (!isSignedBy(key, header, payload, signature)) throw new ProofError('must be signed by the key in its header');
    this.rememberKey(header, key);
    return { jkt: key.jkt, claims };
  }

  /** A nonce proves that the proof is new, so the clock of the client doesn't matter then. */
  private judgeTime({ iat, nonce }: ProofClaims): ProofRefusal | undefined {
    if (nonce !== undefined)
      return this.nonces.isAccepted(nonce)
        ? undefined
        : this.refusal('use_dpop_nonce', 'The nonce of the DPoP proof is not valid; use the one in the header DPoP-Nonce.');
    if (this.settings.dpopNoncesRequired) return this.refusal('use_dpop_nonce', 'The DPoP proof needs the nonce in the header DPoP-Nonce.');
    const age = this.clock.nowSeconds() - iat;
    if (age <= MAX_AGE_SECONDS && age >= -AHEAD_SECONDS) return undefined;
    return this.refusal(
      'use_dpop_nonce',
      'The iat of the DPoP proof is not the current time; set the clock, or use the nonce in the header DPoP-Nonce.',
    );
  }

  private proofOf(jkt: string, { jti, ath, nonce }: ProofClaims): Proof {
    const current = this.nonces.current();
    let use: Promise<void> | undefined;
    return {
      jkt,
      ath,
      nextNonce: nonce !== undefined && nonce !== current ? current : undefined,
      useOnce: () => (use ??= this.useOnce(secretDigest(`${jkt} ${jti}`))),
    };
  }

  private async useOnce(id: string): Promise<void> {
    if (await this.used.use(id, this.clock.nowUs() + KEPT_SECONDS * 1_000_000)) return;
    PROOFS.publish({ result: 'replayed' });
    throw this.refusal('invalid_dpop_proof', 'The DPoP proof was used before; each request needs a new one.');
  }

  private rememberKey(header: string, key: ProofKey): void {
    this.keys.delete(header);
    if (this.keys.size >= MAX_KEYS) this.keys.delete(this.keys.keys().next().value ?? '');
    this.keys.set(header, key);
  }
}
