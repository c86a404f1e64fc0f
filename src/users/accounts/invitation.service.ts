// Invitations: a person added without a password gets a code by mail, and chooses a password or a passkey with it.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../common/primitives/list-query.js';
import type { Organization } from '../organizations/organizations.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import { PasskeysRepository } from '../authentication/passkeys/passkeys.repository.js';
import { again } from '../organizations/attempts/attempts.service.js';
import { assertNotShutOut, unknownPerson } from '../directory/people/person/person-refusals.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import type { Person } from '../directory/people/person/person.js';
import { InvitationSender, type Giver } from './invitation-sender.service.js';
import { InvitationsRepository, type InvitationContent, type OpenInvitation, type OpenInvitationCount } from './invitations.repository.js';

/** How long after its acceptance an invitation leads on. */
const FRESH_US = 3_600_000_000;

@Injectable()
export class Invitation {
  constructor(
    private readonly sender: InvitationSender,
    private readonly repository: InvitationsRepository,
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly passkeys: PasskeysRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Invites a person who has no password yet; silently sends none beyond five an hour.
   * @param content whose addresses the caller has checked; absent: that of the invitation before
   * @throws DomainError `notFound`, or `precondition` for a person who is inactive or locked, has a password or a passkey, or no address
   */
  async invite(organization: Organization, userId: string, giver: Giver, content?: InvitationContent): Promise<void> {
    await again(() =>
      this.database.write('invite person', async (tx) =>
        this.inviteLocked(tx, organization, await this.requireLocked(tx, organization, userId), giver, content),
      ),
    );
  }

  /** Sends an invitation again, unless another one was sent since `sentUs` or the person has accepted. @throws DomainError as {@link invite} */
  async remind(organization: Organization, userId: string, giver: Giver, sentUs: number): Promise<void> {
    await again(() =>
      this.database.write('remind person', async (tx) => {
        const person = await this.requireLocked(tx, organization, userId);
        if (await this.repository.isStillOpen(tx, person.no, sentUs)) await this.inviteLocked(tx, organization, person, giver);
      }),
    );
  }

  private async requireLocked(tx: Transaction, organization: Organization, userId: string): Promise<Person> {
    const person = await this.writer.lock(tx, organization.no, userId);
    if (!person) throw unknownPerson();
    return person;
  }

  private async inviteLocked(
    tx: Transaction,
    organization: Organization,
    person: Person,
    giver: Giver,
    content?: InvitationContent,
  ): Promise<void> {
    assertNotShutOut(person);
    if (await this.passwords.isSet(person.no, tx))
      throw new DomainError('precondition', 'person.hasPassword', 'This user already has a password and can sign in.');
    // A lost passkey has to be removed first, which needs more permissions than an invitation.
    if ((await this.passkeys.listOfUser(person.no, tx)).some(({ passwordless }) => passwordless))
      throw new DomainError('precondition', 'person.hasPasskey', 'This user already has a passkey and can sign in.');
    const said = content ?? (await this.repository.findContent(tx, person.no)) ?? {};
    if (!(await this.sender.send(tx, organization, person, giver, said)))
      throw new DomainError('precondition', 'person.noEmail', 'This user has no primary e-mail address to send mail to.');
  }

  /** Invites a person just added by `tx` without a password, unless the person is inactive or has no address. */
  async inviteAdded(
    tx: Transaction,
    organization: Organization,
    person: Person,
    giver: Giver,
    content: InvitationContent = {},
  ): Promise<void> {
    if (person.active) await this.sender.send(tx, organization, person, giver, content);
  }

  /** Invites a person that an import has added in `tx`, unless the person is inactive or has no address. */
  async inviteImported(tx: Transaction, organization: Organization, userId: string, giver: Giver): Promise<void> {
    const person = await this.writer.lock(tx, organization.no, userId);
    if (person) await this.inviteAdded(tx, organization, person, giver);
  }

  /** The people of an organization who were invited and can't sign in yet. */
  listOpen(organization: Organization, query: ListQuery): Promise<Listed<OpenInvitation>> {
    return this.repository.listOpen(organization.no, query);
  }

  /** How many they are, and how many of their invitations have expired; among the oldest 2,000. */
  countOpen({ no }: Organization): Promise<OpenInvitationCount> {
    return this.repository.countOpen(no, this.clock.nowUs());
  }

  /** What a person was invited to who has accepted within the hour. */
  findAccepted(userNo: number): Promise<InvitationContent | undefined> {
    return this.repository.findAccepted(userNo, this.clock.nowUs() - FRESH_US);
  }
}
