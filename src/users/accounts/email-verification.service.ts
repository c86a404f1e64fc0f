// Verifies an e-mail address: a code is mailed to it and must be entered.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { isEmailAddress } from '../../common/primitives/email-address.js';
import { CodeHolder } from './code-holder.service.js';
import { WRONG_CODE, type CodeOutcome } from './code-outcome.js';
import { MailedCodes } from './mailed-codes.service.js';
import { AccountMailer } from './mails/account-mailer.service.js';
import { contactAddress, readerOf } from './mails/recipient.js';
import type { Organization } from '../organizations/organizations.service.js';
import { again } from '../organizations/attempts/attempts.service.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import type { Person } from '../directory/people/person/person.js';
import { VerifiedMarks } from '../directory/people/verified-marks.service.js';

@Injectable()
export class EmailVerification {
  constructor(
    private readonly writer: PersonWriter,
    private readonly codes: MailedCodes,
    private readonly holder: CodeHolder,
    private readonly mailer: AccountMailer,
    private readonly marks: VerifiedMarks,
    private readonly database: Database,
  ) {}

  /**
   * Mails a code to the person's primary address; silently sends none beyond five an hour.
   * @returns the handle for the page where the code is typed
   * @throws DomainError `notFound`, or `precondition` when there is no address to verify
   */
  requestVerification(organization: Organization, userId: string): Promise<string> {
    return again(() =>
      this.database.write('send verification', async (tx) => {
        const person = await this.writer.lock(tx, organization.no, userId);
        if (!person) throw new DomainError('notFound', 'person.notFound', 'This user does not exist in this organization.');
        const to = contactAddress(person);
        if (to === undefined)
          throw new DomainError('precondition', 'person.noEmail', 'This user has no primary e-mail address to send mail to.');
        if ((await this.marks.standing(person)).emails.some(({ value, verifiedBy }) => value === to && verifiedBy))
          throw new DomainError('precondition', 'person.emailVerified', 'The e-mail address of this user is already verified.');
        return this.requestIn(tx, organization, person, to);
      }),
    );
  }

  /**
   * The same for one address, as part of a unit of work that runs inside `again` (or that has just added the person).
   * @param to one of the person's addresses
   * @returns the handle, also when no mail is sent: too many within an hour, or an address that mail cannot be sent to
   */
  async requestIn(tx: Transaction, organization: Organization, person: Person, to: string): Promise<string> {
    const handle = this.codes.newHandle();
    if (!isEmailAddress(to)) return handle;
    const code = await this.codes.issueCode(tx, { id: handle, userNo: person.no, purpose: 'verifyEmail', address: to });
    if (code) await this.mailer.sendCode(tx, to, 'verifyEmail', readerOf(person, organization), code);
    return handle;
  }

  /** Marks the address of the code as verified, if it is still the person's. */
  async finishVerification(handle: string, code: string): Promise<CodeOutcome> {
    const proven = await this.codes.verifyCode(handle, 'verifyEmail', code);
    const found = proven && (await this.holder.findHolder(proven));
    if (!found) return WRONG_CODE;
    return this.database.write('verify e-mail address', async (tx) => {
      const holder = await this.holder.redeem(tx, proven, found.person);
      return holder ? { kind: 'done', userNo: holder.no, userId: holder.id, orgNo: holder.orgNo } : WRONG_CODE;
    });
  }
}
