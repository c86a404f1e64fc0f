// A new password for somebody who forgot it, proven by a mail to the address we have; nobody learns whom we know.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import { MailOutbox } from '../../common/mail/mail-outbox.service.js';
import { AfterAnswer } from '../../common/work/after-answer.js';
import { CodeHolder } from './code-holder.service.js';
import { WRONG_CODE, type CodeOutcome } from './code-outcome.js';
import { MailedCodes } from './mailed-codes.service.js';
import { AccountMails } from './account-mails.js';
import { AccountNotices } from './account-notices.service.js';
import { readerOf, recoveryAddress } from './recipient.js';
import { Organizations } from '../organizations/organizations.service.js';
import { People } from '../people/people.service.js';
import { PersonWriter } from '../people/person-writer.service.js';
import { SignInDirectory } from '../people/sign-in-directory.service.js';
import { atMost } from '../sign-in-attempts/attempt-rules.js';
import { again, Attempts } from '../sign-in-attempts/attempts.service.js';
import { networkOf } from '../sign-in-attempts/client-network.js';
import { PasswordChecks } from './password-checks.service.js';
import { Passwords } from '../passwords/passwords.service.js';

/** Requests of one address in an hour; further ones are answered alike and do nothing. */
const MAX_REQUESTS = 30;
const HOUR_S = 3_600;

@Injectable()
export class PasswordReset implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail of a password reset');

  constructor(
    private readonly directory: SignInDirectory,
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly organizations: Organizations,
    private readonly passwords: Passwords,
    private readonly codes: MailedCodes,
    private readonly holder: CodeHolder,
    private readonly attempts: Attempts,
    private readonly checks: PasswordChecks,
    private readonly mails: AccountMails,
    private readonly notices: AccountNotices,
    private readonly outbox: MailOutbox,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /**
   * Mails a code to the person whom `loginName` means, if there is one with a password and an address that mail may go to.
   * Answers before it looks anybody up, so neither the answer nor its time tells whom we know.
   * @param address the IP address of whoever asks
   * @param clientOrgNo the organization whose people are meant first
   * @returns the handle for the page where the code is typed: always one, always of the same form
   */
  async request(loginName: string, address: string, clientOrgNo?: number): Promise<string> {
    const handle = this.codes.newHandle();
    const key = keyedDigests(this.keyring, 'reset', networkOf(address))[0];
    const taken = await this.attempts.take([{ key, rule: atMost(MAX_REQUESTS, HOUR_S), userNo: 0 }]);
    if (taken.kind === 'taken') this.later.run(() => this.mail(handle, loginName, clientOrgNo));
    return handle;
  }

  /**
   * Sets a new password. Every session and token from before ends, a lock as well, and the address the code went to is verified.
   * @throws DomainError `invalid` when the password breaks a rule, `busy`; the code is good for another try then
   */
  async finish(handle: string, code: string, newPassword: string): Promise<CodeOutcome> {
    const proven = await this.codes.verify(handle, 'resetPassword', code);
    const found = proven && (await this.holder.find(proven));
    if (!found) return WRONG_CODE;
    const { person, organization } = found;
    const hash = await this.passwords.prepare(organization.no, newPassword);
    return this.database.write('reset password', async (tx) => {
      const holder = await this.holder.redeem(tx, proven, person);
      if (!holder) return WRONG_CODE;
      await this.notices.passwordChanged(tx, await this.writer.setPassword(tx, holder, hash, holder.id), organization);
      await this.checks.unlockIn(tx, holder.no, holder.id);
      return { kind: 'done', userNo: holder.no, userId: holder.id, orgNo: holder.orgNo };
    });
  }

  /** Waits for what was asked for and is not done yet. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async mail(id: string, loginName: string, clientOrgNo: number | undefined): Promise<void> {
    const meant = await this.recipient(loginName, clientOrgNo);
    await again(() =>
      this.database.write('mail password reset', async (tx) => {
        // Also for nobody: a wrong code costs the same then, and ends after as many tries.
        const purpose = 'resetPassword';
        const code = await this.codes.issue(tx, { id, userNo: meant?.person.no, purpose, address: meant?.to ?? '' });
        if (meant && code) await this.outbox.enqueue(tx, { to: meant.to, ...this.mails.resetPassword(meant.reader, code) });
      }),
    );
  }

  private async recipient(loginName: string, clientOrgNo: number | undefined) {
    const candidate = (await this.directory.find(loginName, clientOrgNo)) ?? (await this.directory.find(loginName));
    const person = candidate && (await this.people.findByNo(candidate.userNo));
    const organization = person && (await this.organizations.byNo(person.orgNo));
    // The stored address, never the typed one: two spellings that fold alike may be two mailboxes.
    const to = person && recoveryAddress(person);
    if (!organization || to === undefined || !(await this.passwords.isSet(person.no))) return undefined;
    return { person, to, reader: readerOf(person, organization) };
  }
}
