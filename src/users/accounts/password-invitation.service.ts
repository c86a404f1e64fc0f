// Accepting an invitation with a password.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { PersonPolicies } from '../authentication/assurance/person-policies.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { CodeHolder } from './code-holder.service.js';
import { WRONG_CODE, type CodeOutcome } from './code-outcome.js';
import { FirstPasswords } from './first-passwords.service.js';
import { MailedCodes } from './mailed-codes.service.js';

@Injectable()
export class PasswordInvitation {
  constructor(
    private readonly codes: MailedCodes,
    private readonly holder: CodeHolder,
    private readonly firstPasswords: FirstPasswords,
    private readonly policies: PersonPolicies,
    private readonly passwords: Passwords,
    private readonly writer: PersonWriter,
    private readonly database: Database,
  ) {}

  /**
   * Sets the first password; the address of the code is verified.
   * @returns `notAllowed` if the policy forbids passwords; the invitation stays valid for a passkey then
   * @throws DomainError `invalid` when the password breaks a rule, `busy`; the code stays valid for another try
   */
  async finish(handle: string, code: string, newPassword: string): Promise<CodeOutcome | { kind: 'notAllowed' }> {
    const proven = await this.codes.verifyCode(handle, 'invitation', code);
    const found = proven && (await this.holder.findHolder(proven));
    if (!found) return WRONG_CODE;
    const invited = { userNo: found.person.no, orgNo: found.organization.no };
    if (!(await this.policies.of('assurance', invited)).passwordAllowed) return { kind: 'notAllowed' };
    const hash = await this.passwords.prepare(invited, newPassword, { worth: 'selfService', account: proven.userNo });
    return this.database.write('accept invitation', async (tx) => {
      const holder = await this.holder.redeem(tx, proven, found.person);
      // Refused if a passkey was set up since the invitation.
      if (!holder || (await this.firstPasswords.refusesCode(holder, tx))) return WRONG_CODE;
      await this.writer.setPassword(tx, holder, hash, holder.id);
      return { kind: 'done', userNo: holder.no, userId: holder.id, orgNo: holder.orgNo };
    });
  }
}
