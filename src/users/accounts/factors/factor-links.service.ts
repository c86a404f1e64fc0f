// Links for setting up a factor: an administrator issues one to a person who has lost all factors or never had any. A link replaces the second
// factor, but never an existing first one (docs/adr/0045-password-rules-and-enrolment.md).
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError, SOON_SECONDS, TooManyError } from '../../../common/primitives/domain-error.js';
import { Clock } from '../../../common/primitives/clock.js';
import { AccountMailer } from '../mails/account-mailer.service.js';
import { CODE_SECONDS, MailedCodes, type CodeRequest } from '../mailed-codes.service.js';
import { readerOf } from '../mails/recipient.js';
import { EventLog } from '../../events/events.service.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { assertNotShutOut, unknownPerson } from '../../directory/people/person/person-refusals.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { again } from '../../organizations/attempts/attempts.service.js';
import { Enrolments } from './enrolments.service.js';

/** An issued link; absent if it was mailed. Microseconds since 1970 UTC. */
export interface GivenLink {
  link: string | undefined;
  expiresUs: number;
}

/** The parameters of a link. */
export interface FactorLink {
  id: string;
  secret: string;
}

@Injectable()
export class FactorLinks {
  constructor(
    private readonly writer: PersonWriter,
    private readonly privileges: PrivilegeCheck,
    private readonly enrolments: Enrolments,
    private readonly codes: MailedCodes,
    private readonly mailer: AccountMailer,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a link, at most five an hour for one person; the previous one ends. Until it is used, the giver needs every permission of the person, as
   * for a new password: the link ends if the person gets a role that the giver does not cover.
   * @param isMailed sends it to the person, and the caller does not get it
   * @throws DomainError `notFound`, `forbidden`, `tooMany`, or `precondition` for a person who is inactive or locked, may set up nothing, or has no
   * address
   */
  async give(organization: Organization, userId: string, isMailed: boolean, caller: Principal): Promise<GivenLink> {
    return again(() =>
      this.database.write('give factor link', async (tx) => {
        const person = await this.writer.lock(tx, organization.no, userId);
        if (!person) throw unknownPerson();
        await this.privileges.assertMayTakeOver(tx, caller, person.no);
        assertNotShutOut(person);
        if ((await this.enrolments.of(person, tx)).kinds.length === 0)
          throw new DomainError(
            'precondition',
            'factors.noneAllowed',
            'The policy of the organization allows nothing that this person could set up.',
          );
        const address = isMailed ? await this.mailer.addressOf(person) : '';
        if (address === undefined)
          throw new DomainError('precondition', 'person.noEmail', 'This user has no e-mail address to send a link to.');
        const request: CodeRequest = { userNo: person.no, purpose: 'factorLink', address, givenBy: caller.userNo };
        const wait = await this.codes.waitOf(tx, request);
        const code = wait ? undefined : await this.codes.issueCode(tx, request);
        if (!code)
          throw new TooManyError('factors.tooManyLinks', 'This user was given five links within an hour.', wait?.seconds ?? SOON_SECONDS);
        if (isMailed) await this.mailer.sendCode(tx, address, 'factorLink', readerOf(person, organization), code);
        await this.events.appendAboutUser(tx, person.no, {
          type: 'user.human.factor.link.given',
          editor: caller.userId,
          payload: { mailed: isMailed },
        });
        return {
          link: isMailed ? undefined : this.mailer.linkOf('factorLink', code),
          expiresUs: this.clock.nowUs() + CODE_SECONDS.factorLink * 1_000_000,
        };
      }),
    );
  }

  /** Ends the link of a person, if there is one. @throws DomainError `notFound`, `forbidden` */
  async withdraw(organization: Organization, userId: string, caller: Principal): Promise<void> {
    await this.database.write('withdraw factor link', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await this.privileges.assertCoversUser(caller, person.no, tx);
      if (!(await this.codes.withdraw(tx, person.no, 'factorLink'))) return;
      await this.events.appendAboutUser(tx, person.no, { type: 'user.human.factor.link.withdrawn', editor: caller.userId });
    });
  }

  /** The person of a link, while it is valid. Does not use it up. */
  async prove({ id, secret }: FactorLink): Promise<{ userNo: number } | undefined> {
    return this.codes.verifyCode(id, 'factorLink', secret);
  }

  /** Uses a link up, as part of the unit of work that adds the factor. @returns false if it was used or ended meanwhile */
  use(tx: Transaction, { id }: FactorLink): Promise<boolean> {
    return this.codes.redeem(tx, { id, purpose: 'factorLink' });
  }
}
