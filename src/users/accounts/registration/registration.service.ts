// Self-registration. Nothing is stored before the mailed code is entered: the form data waits, sealed, in the browser. Only the reader of the mailbox
// learns whether the address has an account.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { isEmailAddress } from '../../../common/primitives/email-address.js';
import { Passwords } from '../../authentication/passwords/passwords.service.js';
import { normalizePerson } from '../../directory/people/person/normalize-person.js';
import { People } from '../../directory/people/people.service.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { emptyPerson, type PersonValues } from '../../directory/people/person/person.js';
import { takenIfConflict } from '../code-outcome.js';
import { CODE_SECONDS, MailedCodes } from '../mailed-codes.service.js';
import { RegistrationMails } from './registration-mails.service.js';
import { RegistrationRule } from './registration-rule.service.js';
import { WaitingRegistrations } from './waiting-registrations.service.js';

/** The form data of a registration. */
export interface Applicant {
  givenName: string;
  familyName: string;
  email: string;
  password: string;
  /** BCP 47: the language of the page, and of all later mails. */
  language: string;
}

/** `over`: expired, modified, or of another page. `taken`: the address has an account; the reader of the mailbox may know that. */
export type RegistrationOutcome = { kind: 'done'; userNo: number } | { kind: 'wrongCode' | 'over' | 'closed' | 'taken' };

/** The editor in events: an applicant is not a user yet. */
const EDITOR = 'registration';
const PURPOSE = 'registration';

@Injectable()
export class Registration {
  constructor(
    private readonly rule: RegistrationRule,
    private readonly codes: MailedCodes,
    private readonly passwords: Passwords,
    private readonly mails: RegistrationMails,
    private readonly waiting: WaitingRegistrations,
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly database: Database,
  ) {}

  /**
   * Mails a code to the address, or a notice if it has an account. Answers before any lookup. The limit is checked before the password is hashed:
   * beyond it, the answer is the same but there is neither a hash nor a mail.
   * @param place what the waiting registration is bound to; it opens nowhere else
   * @param address the IP address of the applicant
   * @returns the sealed text that the page sends with the code
   * @throws DomainError `invalid` with the field, WeakPasswordError, `precondition` when the organization does not allow it, `busy`
   */
  async requestRegistration(orgNo: number, applicant: Applicant, place: string, address: string): Promise<string> {
    const organization = await this.rule.openOrganization(orgNo);
    if (!organization) throw new DomainError('precondition', 'registration.closed', 'This organization does not allow people to register.');
    const values = valuesOf(applicant);
    normalizePerson(values);
    await this.passwords.assertAllowed({ orgNo }, applicant.password);
    const waiting = { place, orgNo, handle: this.codes.newHandle(), values, email: values.userName };
    if (!(await this.rule.admits(address))) return this.waiting.seal(waiting, CODE_SECONDS[PURPOSE]);
    const passwordHash = await this.passwords.hash(applicant.password, { worth: 'selfService', address, account: waiting.email, orgNo });
    this.mails.mailSoon({ organization, handle: waiting.handle, values, address });
    return this.waiting.seal({ ...waiting, passwordHash }, CODE_SECONDS[PURPOSE]);
  }

  /** Adds the person if the code is right; the address is verified then. */
  async finishRegistration(sealed: string, place: string, code: string): Promise<RegistrationOutcome> {
    const waiting = await this.waiting.open(sealed, place);
    if (!waiting) return { kind: 'over' };
    const organization = await this.rule.openOrganization(waiting.orgNo);
    if (!organization) return { kind: 'closed' };
    const { values, passwordHash } = waiting;
    const proven = await this.codes.verifyApplicant(waiting.handle, PURPOSE, code);
    if (proven?.address !== waiting.email || passwordHash === undefined) return { kind: 'wrongCode' };
    if (await this.people.findByNameOrEmail(organization, waiting.email)) return { kind: 'taken' };
    const person = await this.database
      .write('register person', async (tx) => {
        if (!(await this.codes.redeem(tx, proven))) return undefined;
        const added = await this.people.createIn(tx, organization, { values, passwordHash, proven: [waiting.email] }, EDITOR);
        return this.writer.verifyEmail(tx, added, waiting.email, 'code', added.id);
      })
      .catch(takenIfConflict);
    if (person === 'taken') return { kind: 'taken' };
    return person ? { kind: 'done', userNo: person.no } : { kind: 'wrongCode' };
  }
}

/** @throws DomainError `invalid` */
function valuesOf({ givenName, familyName, email, language }: Applicant): PersonValues {
  const [given, family, address] = [givenName.trim(), familyName.trim(), email.trim()];
  for (const [field, text] of [
    ['givenName', given],
    ['familyName', family],
  ] as const)
    if (text === '') throw new DomainError('invalid', 'person.invalid', 'The name is missing.', field);
  if (!isEmailAddress(address)) throw new DomainError('invalid', 'person.invalid', 'This is not a valid e-mail address.', 'emails');
  const values = { givenName: given, familyName: family, preferredLanguage: language };
  return { ...emptyPerson(), ...values, userName: address, emails: [{ value: address, primary: true }] };
}
