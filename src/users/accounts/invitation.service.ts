// Invitations: a person added without a password gets a code by mail, and chooses a password or a passkey with it.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { MailedCodes } from './mailed-codes.service.js';
import { EventLog } from '../events/events.service.js';
import { AccountMailer } from './mails/account-mailer.service.js';
import { contactAddress, readerOf } from './mails/recipient.js';
import type { Organization } from '../organizations/organizations.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import { PasskeysRepository } from '../authentication/passkeys/passkeys.repository.js';
import { Policies } from '../organizations/policies/policies.service.js';
import { again } from '../organizations/attempts/attempts.service.js';
import { assertNotShutOut, unknownPerson } from '../directory/people/person/person-refusals.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import type { Person } from '../directory/people/person/person.js';

/** The user who invites. */
type Giver = Pick<Principal, 'userNo' | 'userId'>;

@Injectable()
export class Invitation {
  constructor(
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly passkeys: PasskeysRepository,
    private readonly policies: Policies,
    private readonly codes: MailedCodes,
    private readonly mailer: AccountMailer,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /**
   * Invites a person who has no password yet; silently sends none beyond five an hour.
   * @throws DomainError `notFound`, or `precondition` for a person who is inactive or locked, has a password or a passkey, or no address
   */
  async invite(organization: Organization, userId: string, giver: Giver): Promise<void> {
    await again(() =>
      this.database.write('invite person', async (tx) => {
        const person = await this.writer.lock(tx, organization.no, userId);
        if (!person) throw unknownPerson();
        assertNotShutOut(person);
        if (await this.passwords.isSet(person.no, tx))
          throw new DomainError('precondition', 'person.hasPassword', 'This user already has a password and can sign in.');
        // A lost passkey has to be removed first, which needs more permissions than an invitation.
        if ((await this.passkeys.listOfUser(person.no, tx)).some(({ passwordless }) => passwordless))
          throw new DomainError('precondition', 'person.hasPasskey', 'This user already has a passkey and can sign in.');
        if (!(await this.send(tx, organization, person, giver)))
          throw new DomainError('precondition', 'person.noEmail', 'This user has no primary e-mail address to send mail to.');
      }),
    );
  }

  /** Whether the policy invites people who are provisioned without a password. */
  async isWanted(organization: Organization, configVersion?: number): Promise<boolean> {
    return (await this.policies.effectivePolicy(organization.no, 'signIn', configVersion)).inviteProvisioned;
  }

  /** Invites a person just added by `tx` without a password, unless the person is inactive or has no address. */
  async inviteProvisioned(tx: Transaction, organization: Organization, person: Person, giver: Giver): Promise<void> {
    if (person.active) await this.send(tx, organization, person, giver);
  }

  /** @returns false when there is no address */
  private async send(tx: Transaction, organization: Organization, person: Person, giver: Giver): Promise<boolean> {
    const to = contactAddress(person);
    if (to === undefined) return false;
    const code = await this.codes.issueCode(tx, { userNo: person.no, purpose: 'invitation', address: to, givenBy: giver.userNo });
    if (!code) return true;
    await this.mailer.sendCode(tx, to, 'invitation', readerOf(person, organization), code);
    await this.events.appendAboutUser(tx, person.no, { type: 'user.human.invitation.sent', editor: giver.userId, payload: { email: to } });
    return true;
  }
}
