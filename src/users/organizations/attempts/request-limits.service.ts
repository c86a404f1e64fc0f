// How often one network address or one caller may send requests that cost hashes or mails.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { delayResponse } from '../../../common/concurrency/delay-response.js';
import { atMost, type Rule } from './attempt-rules.js';
import { Attempts, type MustWait } from './attempts.service.js';
import { networkOf } from '../../../common/http/client-network.js';

/** Requests of one address in an hour; further ones get the same answer, after a delay, and do nothing. */
const MAX_REQUESTS = 30;
const HOUR_S = 3_600;
/** In a minute, of one caller: tests of identity providers, each of which queries another party's servers. */
const MAX_PROBES = 10;
/** In a minute, of one organization: lookups of domain proofs, each of which queries another party's DNS or web server, and comparisons of all people. */
const MAX_LOOKS = 10;
const MINUTE_S = 60;

@Injectable()
export class RequestLimits {
  constructor(
    private readonly attempts: Attempts,
    private readonly keyring: Keyring,
  ) {}

  /** Counts one request of an IP address. @returns whether it is within the limit */
  async admits(what: 'reset' | 'registration' | 'signIn', address: string): Promise<boolean> {
    const key = keyedDigests(this.keyring, what, networkOf(address))[0];
    const taken = await this.attempts.countAttempt([{ key, rule: atMost(MAX_REQUESTS, HOUR_S), userNo: 0 }], networkOf(address));
    if (taken.kind === 'mustWait') await delayResponse(networkOf(address));
    return taken.kind === 'taken';
  }

  /** Counts one request of an authenticated caller. @returns the wait if it is beyond the limit */
  waitOfCaller(what: 'mailTest' | 'identityProviderTest', userId: string): Promise<MustWait | undefined> {
    const rule = what === 'mailTest' ? atMost(MAX_REQUESTS, HOUR_S) : atMost(MAX_PROBES, MINUTE_S);
    return this.count(what, userId, rule);
  }

  /** Counts one lookup of an organization's published proofs, or one comparison of its people, by any caller. @returns the wait if it is beyond the limit */
  waitOfOrganization(what: 'domainProof' | 'primaryDomain', orgId: string): Promise<MustWait | undefined> {
    return this.count(what, orgId, atMost(MAX_LOOKS, MINUTE_S));
  }

  private async count(what: string, id: string, rule: Rule): Promise<MustWait | undefined> {
    const taken = await this.attempts.countAttempt([{ key: keyedDigests(this.keyring, what, id)[0], rule, userNo: 0 }], id);
    return taken.kind === 'mustWait' ? taken : undefined;
  }
}
