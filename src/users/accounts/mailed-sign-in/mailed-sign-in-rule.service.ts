// Whether mail signs a person in, and to which address it goes. Decided when the mail is sent, and again when its code is used.
import { Injectable } from '@nestjs/common';
import type { Query } from '../../../common/database/transaction.js';
import { PersonPolicies } from '../../authentication/assurance/person-policies.service.js';
import { maySignIn, type Person } from '../../directory/people/person/person.js';
import { VerifiedMarks } from '../../directory/people/verified-marks.service.js';
import { FirstPasswords } from '../first-passwords.service.js';
import { recoveryAddress } from '../mails/recipient.js';

@Injectable()
export class MailedSignInRule {
  constructor(
    private readonly policies: PersonPolicies,
    private readonly marks: VerifiedMarks,
    private readonly firstPasswords: FirstPasswords,
  ) {}

  /** The verified address to which a sign-in is mailed. @returns undefined if mail does not sign this person in */
  async addressOf(person: Person, query: Query): Promise<string | undefined> {
    const standing = await this.marks.standing(person);
    return standing.emails.some(isVerified) && (await this.isAllowed(person, query)) ? recoveryAddress(standing) : undefined;
  }

  /** Whether a code that was mailed to an address still signs the person in, as part of the unit of work that uses it. */
  async holdsFor(person: Person, address: string, query: Query): Promise<boolean> {
    const { emails } = await this.marks.standing(person);
    return emails.some((email) => isVerified(email) && email.value === address) && this.isAllowed(person, query);
  }

  /** The same people as for a new password by mail: a reader of the mailbox gets no further by a sign-in. */
  private async isAllowed(person: Person, query: Query): Promise<boolean> {
    const { mailedSignIn } = await this.policies.of('assurance', { userNo: person.no, orgNo: person.orgNo });
    return mailedSignIn && maySignIn(person) && !(await this.firstPasswords.refusesCode(person, query));
  }
}

const isVerified = ({ verifiedBy }: Person['emails'][number]): boolean => verifiedBy !== undefined;
