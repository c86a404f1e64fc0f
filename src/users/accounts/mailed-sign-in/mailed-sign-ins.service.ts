// Checks the link or code of a sign-in by mail, and uses it up. Wrong ones are counted by handle and by network, and lock no account.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import { shownNetwork } from '../../../common/http/client-network.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { EventLog, SYSTEM } from '../../events/events.service.js';
import { addressCounter } from '../../organizations/attempts/address-counter.js';
import { again, Attempts } from '../../organizations/attempts/attempts.service.js';
import { MailedCodes, type ProvenCode } from '../mailed-codes.service.js';
import { MailedSignInRule } from './mailed-sign-in-rule.service.js';
import type { PasswordOwner } from '../password-checks.service.js';
import { trustBrowser } from '../trusted-browser.js';

const PURPOSE = 'signIn';

export interface MailedSignInAttempt {
  handle: string;
  /** The sign-in in this browser, as when the mail was requested. */
  place: string;
  /** The code as typed, or the secret of the link. */
  code: string;
  /** The IP address of the client. */
  address: string;
  trustedBrowser?: string | undefined;
}

/** `trustedBrowser` is the cookie to set in this browser. `mustWait`: nothing was compared; whole seconds, at least 1. */
export type MailedSignInVerdict<Owner> =
  | { kind: 'right'; owner: Owner; trustedBrowser: string }
  | { kind: 'wrong' }
  | { kind: 'mustWait'; seconds: number };

@Injectable()
export class MailedSignIns {
  constructor(
    private readonly codes: MailedCodes,
    private readonly rule: MailedSignInRule,
    private readonly writer: PersonWriter,
    private readonly attempts: Attempts,
    private readonly events: EventLog,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /** Whether a link is still valid in this sign-in. Uses nothing up, because programs that scan mail open links. */
  async isValid({ handle, code, place }: Pick<MailedSignInAttempt, 'handle' | 'code' | 'place'>): Promise<boolean> {
    return (await this.codes.verifyCode(handle, PURPOSE, code, place)) !== undefined;
  }

  /** @param find the active person with a number, read before the code is used up, so that a deactivation in between is noticed */
  async check<Owner extends PasswordOwner>(
    attempt: MailedSignInAttempt,
    find: (userNo: number) => Promise<Owner | undefined>,
  ): Promise<MailedSignInVerdict<Owner>> {
    const { handle, place, code, address, trustedBrowser } = attempt;
    const full = await this.attempts.waitOf([addressCounter(this.keyring, address)]);
    if (full) return full;
    const proven = await this.codes.verifyCode(handle, PURPOSE, code, place);
    const owner = proven && (await find(proven.userNo));
    if (!owner || !(await this.accept(owner, proven, address))) {
      await this.refuse(attempt);
      return { kind: 'wrong' };
    }
    return { kind: 'right', owner, trustedBrowser: await trustBrowser(this.keyring, trustedBrowser, owner.userNo) };
  }

  private accept({ userNo, userId, orgNo }: PasswordOwner, proven: ProvenCode, address: string): Promise<boolean> {
    return this.database.write('accept mailed sign-in', async (tx) => {
      // Locks the person first, like every change of a person, to avoid deadlocks.
      const locked = await this.writer.lock(tx, orgNo, userId);
      if (!locked || !(await this.rule.holdsFor(locked, proven.address, tx)) || !(await this.codes.redeem(tx, proven))) return false;
      const type = 'user.human.mailed_sign_in.check.succeeded';
      await this.events.appendAboutUser(tx, userNo, { type, editor: userId, payload: { address: shownNetwork(address) } });
      return true;
    });
  }

  /** One unit of work in every case, so that its duration does not reveal whether the name exists. */
  private async refuse({ handle, address }: MailedSignInAttempt): Promise<void> {
    await again(() =>
      this.database.write('refuse mailed sign-in', async (tx) => {
        await this.attempts.takeIn(tx, [addressCounter(this.keyring, address)]);
        const userNo = await this.codes.userOf(tx, handle, PURPOSE);
        if (userNo === undefined) return;
        const type = 'user.human.mailed_sign_in.check.failed';
        await this.events.appendAboutUser(tx, userNo, { type, editor: SYSTEM, payload: { address: shownNetwork(address) } });
      }),
    );
  }
}
