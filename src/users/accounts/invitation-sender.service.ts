// Sends invitations: a code, its mail and the row that says where the person goes on to.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';
import type { Person } from '../directory/people/person/person.js';
import { EventLog } from '../events/events.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { Policies } from '../organizations/policies/policies.service.js';
import { InvitationsRepository, type InvitationContent } from './invitations.repository.js';
import { MailedCodes } from './mailed-codes.service.js';
import { AccountMailer } from './mails/account-mailer.service.js';
import { ProvedLoginNames } from './proved-login-names.service.js';
import { contactAddress, readerOf } from './mails/recipient.js';

/** The user who invites. */
export type Giver = Pick<Principal, 'userNo' | 'userId'>;

@Injectable()
export class InvitationSender {
  constructor(
    private readonly codes: MailedCodes,
    private readonly mailer: AccountMailer,
    private readonly invitations: InvitationsRepository,
    private readonly loginNames: ProvedLoginNames,
    private readonly policies: Policies,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Sends an invitation as part of `tx`; silently none beyond five an hour. @returns false when the person has no address */
  async send(tx: Transaction, organization: Organization, person: Person, giver: Giver, content: InvitationContent): Promise<boolean> {
    const to = contactAddress(person);
    if (to === undefined) return false;
    const code = await this.codes.issueCode(tx, { userNo: person.no, purpose: 'invitation', address: to, givenBy: giver.userNo });
    if (!code) return true;
    const { invitationApplication } = await this.policies.effectivePolicy(organization.no, 'signIn');
    const clientId = content.clientId ?? invitationApplication[0];
    await this.invitations.put(tx, {
      ...content,
      clientId,
      userNo: person.no,
      orgNo: organization.no,
      email: to,
      sentUs: this.clock.nowUs(),
    });
    const matter = { ...code, loginName: await this.loginNames.of(tx, person, organization, to), message: content.message ?? '' };
    await this.mailer.sendCode(tx, to, 'invitation', readerOf(person, organization), matter);
    await this.events.appendAboutUser(tx, person.no, { type: 'user.human.invitation.sent', editor: giver.userId, payload: { email: to } });
    return true;
  }
}
