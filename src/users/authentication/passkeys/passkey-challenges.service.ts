// WebAuthn challenges: each is valid for one response, in the browser and at the place it was issued for.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../../common/crypto/digest.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { PasskeyChallengesRepository } from './passkey-challenges.repository.js';

/** Time for a person to find the security key and touch it. */
export const CHALLENGE_SECONDS = 300;
/** More than a page requests that is reloaded a few times. */
const MAX_OF_PLACE = 8;

/** The place where a response is valid. */
export interface ChallengeScope {
  /** The purpose of the response; a response for another purpose is not valid. */
  purpose: 'signIn' | 'add' | 'confirm' | 'secondFactor';
  /** The digest of a secret that only this browser has. */
  browser: string;
  /** One sign-in, one session of the account pages, or one mailed link. */
  at: string;
}

@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly repository: PasskeyChallengesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a challenge. @param userNo the person it was issued to, if known */
  async issue(scope: ChallengeScope, challenge: string, userNo?: number): Promise<void> {
    const createdUs = this.clock.nowUs();
    const row = { digest: secretDigest(challenge), scope: digestOf(scope), userNo, createdUs };
    await this.database.write('issue passkey challenge', async (tx) => {
      await this.repository.insertChallenge(tx, { ...row, expiresUs: createdUs + CHALLENGE_SECONDS * 1_000_000 });
      await this.repository.keepNewest(tx, row.scope, MAX_OF_PLACE);
    });
  }

  /** Uses a challenge up. @returns undefined unless it was issued for this place, has not expired, and was not used before */
  async take(scope: ChallengeScope, challenge: string): Promise<{ userNo: number | undefined } | undefined> {
    const digest = secretDigest(challenge);
    const found = await this.repository.findLiving(digest, digestOf(scope), this.clock.nowUs());
    if (!found) return undefined;
    const isFirst = await this.database.write('use passkey challenge', (tx: Transaction) => this.repository.deleteChallenge(tx, digest));
    return isFirst ? found : undefined;
  }
}

function digestOf({ purpose, browser, at }: ChallengeScope): string {
  return secretDigest(JSON.stringify([purpose, browser, at]));
}
