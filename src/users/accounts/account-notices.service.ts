// Mails that tell a person what happened to the account.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { AfterAnswer } from '../../common/work/after-answer.js';
import { Organizations, type Organization } from '../organizations/organizations.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import type { Person } from '../people/person.js';
import { atMost } from '../sign-in-attempts/attempt-rules.js';
import { again, Attempts } from '../sign-in-attempts/attempts.service.js';
import { AccountMailer } from './account-mailer.service.js';
import { readerOf, recoveryAddress } from './recipient.js';

const DAY_S = 86_400;

@Injectable()
export class AccountNotices implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail to a locked person');

  constructor(
    private readonly people: PeopleRepository,
    private readonly organizations: Organizations,
    private readonly attempts: Attempts,
    private readonly mailer: AccountMailer,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /** Tells a person that the account is locked, after the answer that locked it, and once a day: whoever guesses decides how often it happens. */
  locked({ userNo }: { userNo: number }): void {
    this.later.runAfterAnswer(() => this.tellLocked(userNo));
  }

  /** Tells a person, as part of `tx`, that the password was changed. */
  async passwordChanged(tx: Transaction, person: Person, organization: Organization): Promise<void> {
    const to = recoveryAddress(person);
    if (to !== undefined) await this.mailer.sendNotice(tx, to, 'passwordChanged', readerOf(person, organization));
  }

  /** Waits for notices that are being written. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async tellLocked(userNo: number): Promise<void> {
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    const to = person && recoveryAddress(person);
    if (!organization || to === undefined) return;
    // Counted under no user's number, so that unlocking does not trigger another notice.
    const counter = { key: keyedDigests(this.keyring, 'locked-notice', String(userNo))[0], rule: atMost(1, DAY_S), userNo: 0 };
    await again(() =>
      this.database.write('tell about lock', async (tx) => {
        if ((await this.attempts.takeIn(tx, [counter])).kind !== 'taken') return;
        await this.mailer.sendNotice(tx, to, 'locked', readerOf(person, organization));
      }),
    );
  }
}
