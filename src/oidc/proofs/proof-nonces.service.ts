// Nonces of the server for proofs (RFC 9449 section 8): an HMAC of the current minute. Every process knows them, and none is stored.
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';

const PERIOD_SECONDS = 60;
/** A nonce of the period before is still accepted, and that of the next one, which a process with a faster clock has issued. */
const ACCEPTED_PERIODS = [0, -1, 1];
const NONCE_BYTES = 16;

@Injectable()
export class ProofNonces {
  private known = { period: NaN, secrets: '', nonces: [] as string[] };

  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** The nonce for a client's next proof. */
  current(): string {
    return this.accepted()[0] ?? '';
  }

  isAccepted(nonce: string): boolean {
    return this.accepted().includes(nonce);
  }

  private accepted(): readonly string[] {
    const secrets = this.keyring.secrets('access-token');
    const period = Math.floor(this.clock.nowSeconds() / PERIOD_SECONDS);
    const names = secrets.join();
    if (this.known.period !== period || this.known.secrets !== names) {
      const nonces = secrets.flatMap((secret) => ACCEPTED_PERIODS.map((offset) => nonceOf(secret, period + offset)));
      this.known = { period, secrets: names, nonces };
    }
    return this.known.nonces;
  }
}

function nonceOf(secret: string, period: number): string {
  return createHmac('sha256', secret).update(`proof nonce ${period}`).digest().subarray(0, NONCE_BYTES).toString('base64url');
}
