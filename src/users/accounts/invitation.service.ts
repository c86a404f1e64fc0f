// Invitations: a person who was added without a password chooses one with a mailed code.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { CodeHolder } from './code-holder.service.js';
import { WRONG_CODE, type CodeOutcome } from './code-outcome.js';
import { MailedCodes } from './mailed-codes.service.js';
import { EventLog } from '../events/events.service.js';
import { AccountMailer } from './account-mailer.service.js';
import { contactAddress, readerOf } from './recipient.js';
import type { Organization } from '../organizations/organizations.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { Policies } from '../policies/policies.service.js';
import { again } from '../sign-in-attempts/attempts.service.js';
import { PersonWriter } from '../people/person-writer.service.js';
import type { Person } from '../people/person.js';

@Injectable()
export class Invitation {
  constructor(
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly policies: Policies,
    private readonly codes: MailedCodes,
    private readonly holder: CodeHolder,
    private readonly mailer: AccountMailer,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /**
   * Invites a person who has no password yet; silently sends none beyond five an hour.
   * @throws DomainError `notFound`, or `precondition` for somebody who is inactive or locked, has a password, or no address
   */
  async invite(organization: Organization, userId: string, editor: string): Promise<void> {
    await again(() =>
      this.database.write('invite person', async (tx) => {
        const person = await this.writer.lock(tx, organization.no, userId);
        if (!person) throw new DomainError('notFound', 'person.notFound', 'This user does not exist in this organization.');
        if (!person.active) throw new DomainError('precondition', 'person.inactive', 'This user is deactivated.');
        if (person.lockedUs !== undefined)
          throw new DomainError('precondition', 'person.locked', 'This user is locked; unlock the account first.');
        if (await this.passwords.isSet(person.no, tx))
          throw new DomainError('precondition', 'person.hasPassword', 'This user already has a password and can sign in.');
        if (!(await this.send(tx, organization, person, editor)))
          throw new DomainError('precondition', 'person.noEmail', 'This user has no primary e-mail address to send mail to.');
      }),
    );
  }

  /** Whether people who are provisioned without a password are to be invited. */
  async isWanted(organization: Organization, configVersion?: number): Promise<boolean> {
    return (await this.policies.effectivePolicy(organization.no, 'signIn', configVersion)).inviteProvisioned;
  }

  /** Invites somebody whom `tx` has just added without a password; nobody who is inactive or has no address. */
  async inviteProvisioned(tx: Transaction, organization: Organization, person: Person, editor: string): Promise<void> {
    if (person.active) await this.send(tx, organization, person, editor);
  }

  /**
   * Sets the first password; the address the code went to is verified.
   * @throws DomainError `invalid` when the password breaks a rule, `busy`; the code is good for another try then
   */
  async finishInvitation(handle: string, code: string, newPassword: string): Promise<CodeOutcome> {
    const proven = await this.codes.verifyCode(handle, 'invitation', code);
    const found = proven && (await this.holder.findHolder(proven));
    if (!found) return WRONG_CODE;
    const hash = await this.passwords.prepare(found.organization.no, newPassword, { worth: 'selfService', account: proven.userNo });
    return this.database.write('accept invitation', async (tx) => {
      const holder = await this.holder.redeem(tx, proven, found.person);
      if (!holder) return WRONG_CODE;
      await this.writer.setPassword(tx, holder, hash, holder.id);
      return { kind: 'done', userNo: holder.no, userId: holder.id, orgNo: holder.orgNo };
    });
  }

  /** @returns false when there is no address */
  private async send(tx: Transaction, organization: Organization, person: Person, editor: string): Promise<boolean> {
    const to = contactAddress(person);
    if (to === undefined) return false;
    const code = await this.codes.issueCode(tx, { userNo: person.no, purpose: 'invitation', address: to });
    if (!code) return true;
    await this.mailer.sendCode(tx, to, 'invitation', readerOf(person, organization), code);
    await this.events.appendAboutUser(tx, person.no, { type: 'user.human.invitation.sent', editor, payload: { email: to } });
    return true;
  }
}
