// The line in which password hashes wait for the processor, shared out over addresses, accounts and organizations, and ordered by worth.
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '../../common/metrics/metrics.service.js';
import { HASHES, measure } from '../../common/observation/topics.js';
import { FairLine, type Claim } from '../../common/primitives/fair-line.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { networkOf } from '../sign-in-attempts/client-network.js';

/** What a hash is for, most urgent first. */
export const PASSWORD_WORTH = ['signIn', 'selfService', 'administration'] as const;
export type PasswordWorth = (typeof PASSWORD_WORTH)[number];

/** Who wants a hash. Whatever is known is given: each is a share that the turn comes out of. */
export interface HashClaim {
  worth: PasswordWorth;
  /** The IP address it comes from. */
  address?: string | undefined;
  /** The account that is signed in to, or on whose behalf the hash is made. */
  account?: string | number | undefined;
  orgNo?: number | undefined;
}

/** The line is fair, so its length harms nobody but those at its end: at 5 hashes a second and core they wait for 50 seconds. */
export const WAITING_PER_CORE = 256;

@Injectable()
export class PasswordLine {
  /** More hashes at once than cores only make each slower and starve everything else. */
  private readonly line: FairLine;

  constructor(metrics: Metrics, @Inject(SETTINGS_TOKEN) { workers }: Settings) {
    // The workers of this machine share its cores.
    const places = Math.max(1, Math.floor(availableParallelism() / workers));
    this.line = new FairLine('password check', places, places * WAITING_PER_CORE);
    metrics.watchQueue('password', () => this.line.load);
  }

  /** Runs `hash` when its turn comes. @throws DomainError `busy` when the line is full of what is served earlier */
  runInLine<T>(claim: HashClaim, hash: () => Promise<T>): Promise<T> {
    return measure(HASHES, { worth: claim.worth }, () => this.line.runInTurn(claimInLine(claim), hash));
  }
}

/** The place of a hash in the line. */
export function claimInLine({ worth, address, account, orgNo }: HashClaim): Claim {
  const who = account === undefined ? undefined : String(account);
  // Without an address, the account stands in: nobody gains a share by not telling one.
  const network = address === undefined ? who : networkOf(address);
  const shares = [network, who, orgNo === undefined ? undefined : String(orgNo)];
  // By network and account, so that strangers who try an account make nobody wait who has it.
  const repeats = worth === 'signIn' && who !== undefined ? `${network} ${who}` : undefined;
  return { rank: PASSWORD_WORTH.indexOf(worth), shares, rests: worth === 'selfService', repeats };
}
