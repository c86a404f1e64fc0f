// The queue of password hashes, shared fairly over addresses, accounts and organizations, and ordered by worth.
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '../../../common/metrics/metrics.service.js';
import { HASHES, measure } from '../../../common/observation/topics.js';
import { FairQueue, type Claim } from '../../../common/concurrency/fair-queue.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { networkOf } from '../../../common/http/client-network.js';

/** The purpose of a hash, most urgent first. */
export const PASSWORD_WORTH = ['signIn', 'selfService', 'administration'] as const;
export type PasswordWorth = (typeof PASSWORD_WORTH)[number];

/** The origin of a hash. All known values are given: each is a share that the turn is charged to. */
export interface HashClaim {
  worth: PasswordWorth;
  /** The IP address of the client. */
  address?: string | undefined;
  /** The account that signs in, or for which the hash is made. */
  account?: string | number | undefined;
  orgNo?: number | undefined;
}

/** The queue is fair, so its length only delays those at its end: at 5 hashes per second and core they wait about 50 s. */
export const WAITING_PER_CORE = 256;

@Injectable()
export class PasswordQueue {
  /** More concurrent hashes than cores would slow each of them down and starve everything else. */
  private readonly line: FairQueue;

  constructor(metrics: Metrics, @Inject(SETTINGS_TOKEN) { workers }: Settings) {
    // The worker processes of this host share its cores.
    const places = Math.max(1, Math.floor(availableParallelism() / workers));
    this.line = new FairQueue('password check', places, places * WAITING_PER_CORE);
    metrics.watchQueue('password', () => this.line.load);
  }

  /** Runs `hash` when its turn comes. @throws DomainError `busy` when the queue is full of hashes that are served earlier */
  runInLine<T>(claim: HashClaim, hash: () => Promise<T>): Promise<T> {
    return measure(HASHES, { worth: claim.worth }, () => this.line.runInTurn(claimInLine(claim), hash));
  }
}

/** The claim of a hash in the fair queue. */
export function claimInLine({ worth, address, account, orgNo }: HashClaim): Claim {
  const who = account === undefined ? undefined : String(account);
  // Without an address, the account replaces it, so that omitting the address gains no share.
  const network = address === undefined ? who : networkOf(address);
  const shares = [network, who, orgNo === undefined ? undefined : String(orgNo)];
  // By network and account, so that strangers who try an account do not delay its owner.
  const repeats = worth === 'signIn' && who !== undefined ? `${network} ${who}` : undefined;
  return { rank: PASSWORD_WORTH.indexOf(worth), shares, rests: worth === 'selfService', repeats };
}
