// How often one network address or one caller may ask for something that costs hashes or mails.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { delayResponse } from '../../common/primitives/delay-response.js';
import { atMost } from './attempt-rules.js';
import { Attempts } from './attempts.service.js';
import { networkOf } from './client-network.js';

/** Requests of one address in an hour; further ones are answered alike, after a moment, and do nothing. */
const MAX_REQUESTS = 30;
const HOUR_S = 3_600;
/** Looks of one organization at its domains in a minute: each asks a stranger's DNS or web server. */
const MAX_LOOKS = 10;
const MINUTE_S = 60;

@Injectable()
export class RequestLimits {
  constructor(
    private readonly attempts: Attempts,
    private readonly keyring: Keyring,
  ) {}

  /** Counts one request of an IP address. @returns whether it is within the limit */
  async admits(what: 'reset' | 'registration', address: string): Promise<boolean> {
    const key = keyedDigests(this.keyring, what, networkOf(address))[0];
    const taken = await this.attempts.countAttempt([{ key, rule: atMost(MAX_REQUESTS, HOUR_S), userNo: 0 }], networkOf(address));
    if (taken.kind === 'mustWait') await delayResponse(networkOf(address));
    return taken.kind === 'taken';
  }

  /** Counts one request of a caller who is known. @returns whether it is within the limit */
  async admitsCaller(what: 'mailTest', userId: string): Promise<boolean> {
    const key = keyedDigests(this.keyring, what, userId)[0];
    const taken = await this.attempts.countAttempt([{ key, rule: atMost(MAX_REQUESTS, HOUR_S), userNo: 0 }], userId);
    return taken.kind === 'taken';
  }

  /** Counts one look at what an organization published, whoever asks for it. @returns whether it is within the limit */
  async admitsOrganization(what: 'domainProof', orgId: string): Promise<boolean> {
    const key = keyedDigests(this.keyring, what, orgId)[0];
    const taken = await this.attempts.countAttempt([{ key, rule: atMost(MAX_LOOKS, MINUTE_S), userNo: 0 }], orgId);
    return taken.kind === 'taken';
  }
}
