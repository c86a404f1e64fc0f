// Sets a new password with a mailed code or link, for a person who forgot the password, or never had one and has no passkey.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import { AccountNotices } from './mails/account-notices.service.js';
import { CodeHolder } from './code-holder.service.js';
import { WRONG_CODE, type CodeOutcome } from './code-outcome.js';
import { FirstPasswords } from './first-passwords.service.js';
import { MailedCodes } from './mailed-codes.service.js';
import { PasswordChecks } from './password-checks.service.js';

@Injectable()
export class PasswordReset {
  constructor(
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly codes: MailedCodes,
    private readonly holder: CodeHolder,
    private readonly firstPasswords: FirstPasswords,
    private readonly checks: PasswordChecks,
    private readonly notices: AccountNotices,
    private readonly database: Database,
  ) {}

  /**
   * Sets a new password. All earlier sessions and tokens end, and so does a lock after wrong passwords. The address of the code is verified.
   * @throws DomainError `invalid` when the password breaks a rule, `busy`; the code stays valid for another try
   */
  async finishReset(handle: string, code: string, newPassword: string): Promise<CodeOutcome> {
    const proven = await this.codes.verifyCode(handle, 'resetPassword', code);
    const found = proven && (await this.holder.findHolder(proven));
    if (!found) return WRONG_CODE;
    const { person, organization } = found;
    const hash = await this.passwords.prepare({ userNo: person.no, orgNo: organization.no }, newPassword, {
      worth: 'selfService',
      account: person.no,
    });
    return this.database.write('reset password', async (tx) => {
      const holder = await this.holder.redeem(tx, proven, person);
      if (!holder || (await this.firstPasswords.refusesCode(holder, tx))) return WRONG_CODE;
      await this.notices.passwordChanged(tx, await this.writer.setPassword(tx, holder, hash, holder.id), organization);
      await this.checks.unlockPasswordIn(tx, holder.no, holder.id);
      return { kind: 'done', userNo: holder.no, userId: holder.id, orgNo: holder.orgNo };
    });
  }
}
