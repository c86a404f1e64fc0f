// Changes an e-mail address at the person's request, once the code mailed to the new address is entered.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { isEmailAddress } from '../../common/primitives/email-address.js';
import { AddressMailLimits } from './mails/address-mail-limits.service.js';
import { takenIfConflict } from './code-outcome.js';
import { MailedCodes } from './mailed-codes.service.js';
import { AccountMailer } from './mails/account-mailer.service.js';
import { readerOf } from './mails/recipient.js';
import { Organizations } from '../organizations/organizations.service.js';
import { AddressClaims } from '../directory/people/address-claims.service.js';
import { again } from '../organizations/attempts/attempts.service.js';
import { People } from '../directory/people/people.service.js';
import { maySignIn } from '../directory/people/person/person.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';

const PURPOSE = 'changeEmail';
const MAX_ADDRESS = 320;

/** `taken`: the address is the login name of another person. The reader of the mailbox may know that. */
export type EmailChangeOutcome = 'done' | 'wrongCode' | 'taken';

@Injectable()
export class EmailChange {
  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly claims: AddressClaims,
    private readonly organizations: Organizations,
    private readonly codes: MailedCodes,
    private readonly mailer: AccountMailer,
    private readonly addressLimits: AddressMailLimits,
    private readonly database: Database,
  ) {}

  /**
   * Mails a code to the new address. Silently sends none beyond five an hour for the person or the address. Does not look up owners of the address,
   * so the answer reveals no account.
   * @returns the handle for the page where the code is typed
   * @throws DomainError `invalid` for an invalid address
   */
  async requestChange(userNo: number, typed: string): Promise<string> {
    const to = typed.trim();
    if (to.length > MAX_ADDRESS || !isEmailAddress(to))
      throw new DomainError('invalid', 'person.invalid', 'This is not a valid e-mail address.', 'emails');
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    const id = this.codes.newHandle();
    if (!organization) return id;
    await again(() =>
      this.database.write('mail e-mail change', async (tx) => {
        const code = await this.codes.issueCode(tx, { id, userNo, purpose: PURPOSE, address: to });
        if (code && (await this.addressLimits.takeIn(tx, PURPOSE, to)))
          await this.mailer.sendCode(tx, to, 'changeEmail', readerOf(person, organization), code);
      }),
    );
    return id;
  }

  /** Replaces the primary address with the new, verified one, and notifies the old address. */
  async finishChange(userNo: number, handle: string, code: string): Promise<EmailChangeOutcome> {
    const proven = await this.codes.verifyCode(handle, PURPOSE, code);
    // A code is valid only for the person who requested it.
    if (proven?.userNo !== userNo) return 'wrongCode';
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    if (!organization) return 'wrongCode';
    return this.database
      .write('change e-mail address', async (tx): Promise<EmailChangeOutcome> => {
        const locked = await this.writer.lock(tx, person.orgNo, person.id);
        if (!locked || !maySignIn(locked) || !(await this.codes.redeem(tx, proven))) return 'wrongCode';
        await this.claims.judge(tx, organization, { ...locked, emails: [{ value: proven.address }] }, { before: locked });
        const before = await this.mailer.addressOf(locked);
        await this.writer.replaceEmail(tx, locked, proven.address, locked.id);
        if (before !== undefined && before !== proven.address)
          await this.mailer.sendNotice(tx, before, 'emailChanged', readerOf(locked, organization));
        return 'done';
      })
      .catch(takenIfConflict);
  }
}
