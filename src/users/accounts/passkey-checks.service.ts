// Verifies passkey responses, counts wrong ones, and writes events. A key can't be guessed like a password, so wrong responses lock no account
// (docs/adr/0034-passkeys.md).
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { EventLog, SYSTEM } from '../events/events.service.js';
import { Ceremonies, type AskedHolder, type ProvenKey } from '../authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../authentication/passkeys/passkey-challenges.service.js';
import { PasskeysRepository, type Passkey } from '../authentication/passkeys/passkeys.repository.js';
import { addressCounter } from '../organizations/attempts/address-counter.js';
import { again, Attempts } from '../organizations/attempts/attempts.service.js';
import { shownNetwork } from '../../common/http/client-network.js';
import type { PasswordOwner } from './password-checks.service.js';
import { trustBrowser } from './trusted-browser.js';

/** One response of a browser. */
export interface PasskeyAttempt {
  scope: ChallengeScope;
  /** The form field. */
  answer: string;
  /** The key named in the response, and its owner if the owner may sign in. */
  passkey: Passkey | undefined;
  person: PasswordOwner | undefined;
  /** The person expected to answer, if known before. */
  asked?: AskedHolder;
  /** The IP address of the client. */
  address: string;
  trustedBrowser?: string | undefined;
}

/** `trustedBrowser` is the cookie to set in this browser. `mustWait`: nothing was verified; whole seconds, at least 1. */
export type PasskeyVerdict = { kind: 'right'; trustedBrowser: string } | { kind: 'wrong' } | { kind: 'mustWait'; seconds: number };

@Injectable()
export class PasskeyChecks {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly passkeys: PasskeysRepository,
    private readonly attempts: Attempts,
    private readonly events: EventLog,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async check(attempt: PasskeyAttempt): Promise<PasskeyVerdict> {
    const { scope, answer, passkey, person, asked, address } = attempt;
    const full = await this.attempts.waitOf([addressCounter(this.keyring, address)]);
    if (full) return full;
    const proven = passkey && person && (await this.ceremonies.verifyAnswer(scope, answer, passkey, asked));
    if (!proven) {
      await this.refuse(attempt, 'answer');
      return { kind: 'wrong' };
    }
    if (!(await this.accept(attempt, proven, person))) {
      await this.refuse(attempt, 'counter');
      return { kind: 'wrong' };
    }
    return { kind: 'right', trustedBrowser: await trustBrowser(this.keyring, attempt.trustedBrowser, person.userNo) };
  }

  private accept({ address }: PasskeyAttempt, { passkey, counter, backedUp }: ProvenKey, person: PasswordOwner): Promise<boolean> {
    return this.database.write('accept passkey', async (tx) => {
      const use = { id: passkey.id, userNo: person.userNo, counter, backedUp, nowUs: this.clock.nowUs() };
      if (!(await this.passkeys.recordUse(tx, use))) return false;
      await this.events.appendAboutUser(tx, person.userNo, {
        type: 'user.human.passkey.check.succeeded',
        editor: person.userId,
        payload: { passkeyId: passkey.id, address: shownNetwork(address) },
      });
      return true;
    });
  }

  /** `counter`: the response was right, but its counter was used before, so a copy of the key may exist (WebAuthn section 6.1.1). */
  private async refuse({ passkey, person, address }: PasskeyAttempt, reason: 'answer' | 'counter'): Promise<void> {
    await again(() =>
      this.database.write('refuse passkey', async (tx) => {
        await this.attempts.takeIn(tx, [addressCounter(this.keyring, address)]);
        if (!passkey || !person) return;
        await this.events.appendAboutUser(tx, person.userNo, {
          type: 'user.human.passkey.check.failed',
          editor: SYSTEM,
          payload: { passkeyId: passkey.id, reason, address: shownNetwork(address) },
        });
      }),
    );
  }
}
