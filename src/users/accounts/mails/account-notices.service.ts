// Mails that notify a person of changes to the account.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { AfterAnswer } from '../../../common/work/after-answer.js';
import { Assurances } from '../../authentication/assurance/assurance.service.js';
import { Organizations, type Organization } from '../../organizations/organizations.service.js';
import { PeopleRepository } from '../../directory/people/people.repository.js';
import { VerifiedMarks } from '../../directory/people/verified-marks.service.js';
import type { Person } from '../../directory/people/person/person.js';
import { atMost } from '../../organizations/attempts/attempt-rules.js';
import { again, Attempts } from '../../organizations/attempts/attempts.service.js';
import type { IdentityChange } from '../../authentication/identity-providers/identity-links.service.js';
import type { CodeToMail, MailMatter } from './account-mails.js';
import { AccountMailer } from './account-mailer.service.js';
import { readerOf, recoveryAddress } from './recipient.js';

const DAY_S = 86_400;

type Notice = Parameters<AccountMailer['sendNotice']>[2];

@Injectable()
export class AccountNotices implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail to a locked person');

  constructor(
    private readonly people: PeopleRepository,
    private readonly marks: VerifiedMarks,
    private readonly organizations: Organizations,
    private readonly attempts: Attempts,
    private readonly mailer: AccountMailer,
    private readonly keyring: Keyring,
    private readonly database: Database,
    assurances: Assurances,
  ) {
    assurances.onGrace((tx, userNo, endUs) => this.graceBegun(tx, userNo, endUs));
  }

  /** Notifies a person that the account is locked, after the response and once a day: otherwise a guesser would decide how many mails are sent. */
  locked({ userNo }: { userNo: number }): void {
    this.later.runAfterAnswer(() => this.tellLocked(userNo));
  }

  /** Notifies a person, once a day, that codes are being guessed by someone with the right password. */
  factorLocked({ userNo }: { userNo: number }): void {
    this.later.runAfterAnswer(() => this.tellLocked(userNo, 'factorLocked'));
  }

  /** Notifies a person, as part of `tx`, that factors were added or removed. */
  async factorsChanged(tx: Transaction, person: Person): Promise<void> {
    const organization = await this.organizations.byNo(person.orgNo);
    if (organization) await this.tell(tx, 'factorsChanged', person, organization);
  }

  /** Notifies a person, as part of `tx`, that an account at an identity provider was connected or disconnected. */
  async identityChanged(tx: Transaction, { userNo, what, provider }: IdentityChange): Promise<void> {
    // An account that the same unit of work creates is not found yet: it needs no notice.
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    const kind = what === 'added' ? 'identityConnected' : 'identityDisconnected';
    if (organization) await this.tell(tx, kind, person, organization, { provider });
  }

  /** Notifies a person, as part of `tx`, that the password was changed. */
  passwordChanged(tx: Transaction, person: Person, organization: Organization): Promise<void> {
    return this.tell(tx, 'passwordChanged', person, organization);
  }

  /** Notifies a person, as part of `tx`, that the account was deleted at the person's request. */
  accountDeleted(tx: Transaction, person: Person, organization: Organization): Promise<void> {
    return this.tell(tx, 'accountDeleted', person, organization);
  }

  /** Notifies a person, as part of `tx`, when a second factor becomes required. */
  private async graceBegun(tx: Transaction, userNo: number, endUs: number): Promise<void> {
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    if (organization) await this.tell(tx, 'graceBegun', person, organization, { dateUs: endUs });
  }

  /** Waits for notices that are being written. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async tell(
    tx: Transaction,
    kind: Notice,
    person: Person,
    organization: Organization,
    matter?: Exclude<MailMatter, CodeToMail>,
  ): Promise<void> {
    const to = recoveryAddress(await this.marks.standing(person));
    if (to !== undefined) await this.mailer.sendNotice(tx, to, kind, readerOf(person, organization), matter);
  }

  private async tellLocked(userNo: number, kind: 'locked' | 'factorLocked' = 'locked'): Promise<void> {
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    const to = person && recoveryAddress(await this.marks.standing(person));
    if (!organization || to === undefined) return;
    // Counted under no user's number, so that unlocking does not trigger another notice.
    const counter = {
      key: keyedDigests(this.keyring, 'locked-notice', kind === 'locked' ? String(userNo) : `${kind} ${userNo}`)[0],
      rule: atMost(1, DAY_S),
      userNo: 0,
    };
    await again(() =>
      this.database.write('tell about lock', async (tx) => {
        if ((await this.attempts.takeIn(tx, [counter])).kind !== 'taken') return;
        await this.mailer.sendNotice(tx, to, kind, readerOf(person, organization));
      }),
    );
  }
}
