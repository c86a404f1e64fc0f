// Codes by mail as a second factor, if a policy allows them: to a verified address, by the rules of all mailed codes.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { AccountMailer } from '../mails/account-mailer.service.js';
import { MailedCodes, type ProvenCode } from '../mailed-codes.service.js';
import { readerOf, recoveryAddress } from '../mails/recipient.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { People } from '../../directory/people/people.service.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { VerifiedMarks } from '../../directory/people/verified-marks.service.js';
import { again } from '../../organizations/attempts/attempts.service.js';
import { FactorChecks, type FactorVerdict } from './factor-checks.service.js';
import type { FactorOwner } from './factors.service.js';

@Injectable()
export class MailFactors {
  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly organizations: Organizations,
    private readonly mailedCodes: MailedCodes,
    private readonly mailer: AccountMailer,
    private readonly checks: FactorChecks,
    private readonly marks: VerifiedMarks,
    private readonly database: Database,
  ) {}

  /** Mails a code, at most five an hour. @returns the handle of the page where it is typed, in every case */
  async send({ userNo }: FactorOwner): Promise<string> {
    const id = this.mailedCodes.newHandle();
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    const to = person?.emails.some(({ verifiedBy }) => verifiedBy) ? recoveryAddress(person) : undefined;
    if (!person || !organization || to === undefined) return id;
    await again(() =>
      this.database.write('mail second factor', async (tx) => {
        const code = await this.mailedCodes.issueCode(tx, { id, userNo, purpose: 'secondFactor', address: to });
        if (code) await this.mailer.sendCode(tx, to, 'secondFactor', readerOf(person, organization), code);
      }),
    );
    return id;
  }

  /** Checks a code and uses it up. Each handle has five tries, and all kinds of factors of the person share one counter. */
  async check(person: FactorOwner, handle: string, code: string, address: string): Promise<FactorVerdict> {
    const proven = await this.mailedCodes.verifyCode(handle, 'secondFactor', code);
    return this.checks.check(
      { person, kind: 'mail', address },
      async (tx) => proven?.userNo === person.userNo && (await this.redeem(tx, person, proven)),
    );
  }

  /** Only while the address is a verified one of the person. The person is locked first, like at every change of a person. */
  private async redeem(tx: Transaction, { orgNo, userId }: FactorOwner, proven: ProvenCode): Promise<boolean> {
    const locked = await this.writer.lock(tx, orgNo, userId);
    const emails = locked ? (await this.marks.standing(locked)).emails : [];
    const isStillTheirs = emails.some(({ value, verifiedBy }) => verifiedBy && value === proven.address);
    return isStillTheirs && this.mailedCodes.redeem(tx, proven);
  }
}
