// Challenges of WebAuthn: each is good for one answer, in the browser and at the place it was given out for.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { PasskeyChallengesRepository } from './passkey-challenges.repository.js';

/** The time somebody has to find the security key and to touch it. */
export const CHALLENGE_SECONDS = 300;
/** More than a page asks for that is reloaded now and then. */
const MAX_OF_PLACE = 8;

/** Where an answer is good. */
export interface ChallengePlace {
  /** What the answer is for; one that was made for something else is not good. */
  purpose: 'signIn' | 'add' | 'confirm' | 'secondFactor';
  /** What only this browser knows, as a digest. */
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

  /** Remembers a challenge. @param userNo whom it was given to, where that is known */
  async issue(place: ChallengePlace, challenge: string, userNo?: number): Promise<void> {
    const createdUs = this.clock.nowUs();
    const row = { digest: secretDigest(challenge), place: digestOf(place), userNo, createdUs };
    await this.database.write('issue passkey challenge', async (tx) => {
      await this.repository.insertChallenge(tx, { ...row, expiresUs: createdUs + CHALLENGE_SECONDS * 1_000_000 });
      await this.repository.keepNewest(tx, row.place, MAX_OF_PLACE);
    });
  }

  /** Uses a challenge up. @returns undefined unless it was given out for this place, is young enough, and nobody used it before */
  async take(place: ChallengePlace, challenge: string): Promise<{ userNo: number | undefined } | undefined> {
    const digest = secretDigest(challenge);
    const found = await this.repository.findLiving(digest, digestOf(place), this.clock.nowUs());
    if (!found) return undefined;
    const isFirst = await this.database.write('use passkey challenge', (tx: Transaction) => this.repository.deleteChallenge(tx, digest));
    return isFirst ? found : undefined;
  }
}

function digestOf({ purpose, browser, at }: ChallengePlace): string {
  return secretDigest(JSON.stringify([purpose, browser, at]));
}
