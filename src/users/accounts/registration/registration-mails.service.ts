// The mails of registrations: a code for a new address, a notice for the owner of an account. Requests are limited by client before any lookup.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { AfterAnswer } from '../../../common/work/after-answer.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { People } from '../../directory/people/people.service.js';
import type { Person, PersonValues } from '../../directory/people/person/person.js';
import { atMost } from '../../organizations/attempts/attempt-rules.js';
import { again, Attempts } from '../../organizations/attempts/attempts.service.js';
import { AccountMailer } from '../mails/account-mailer.service.js';
import type { MailReader } from '../mails/account-mails.js';
import { MailedCodes } from '../mailed-codes.service.js';
import { readerOf, recoveryAddress } from '../mails/recipient.js';

const PURPOSE = 'registration';
/** Mails to an owner whose address others try to register with. */
const MAX_NOTICES = 5;
const HOUR_S = 3_600;

/** An applicant: the typed values, the handle of the code, and the IP address of the client. */
export interface MailedApplicant {
  organization: Organization;
  handle: string;
  values: PersonValues;
  address: string;
}

@Injectable()
export class RegistrationMails implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail of a registration');

  constructor(
    private readonly people: People,
    private readonly codes: MailedCodes,
    private readonly attempts: Attempts,
    private readonly mailer: AccountMailer,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /** Mails the code or the notice after the response: nothing is looked up before. */
  mailSoon(applicant: MailedApplicant): void {
    this.later.runAfterAnswer(() => this.mail(applicant));
  }

  /** Waits for mails that are not written yet. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async mail(applicant: MailedApplicant): Promise<void> {
    const owner = await this.people.findByNameOrEmail(applicant.organization, applicant.values.userName);
    await again(() =>
      this.database.write('mail registration', (tx) => (owner ? this.tellOwner(tx, applicant, owner) : this.mailCode(tx, applicant))),
    );
  }

  private async mailCode(tx: Transaction, { organization, handle, values, address }: MailedApplicant): Promise<void> {
    const to = values.userName;
    const applicant = `${organization.no} ${foldKey(to)}`;
    const code = await this.codes.issueCode(tx, {
      id: handle,
      userNo: undefined,
      purpose: PURPOSE,
      address: to,
      applicant,
      asker: address,
    });
    const { no: orgNo, name } = organization;
    const reader: MailReader = { name: values.givenName ?? '', language: values.preferredLanguage, organization: name, orgNo };
    if (code) await this.mailer.sendCode(tx, to, PURPOSE, reader, code);
  }

  /** To the stored address, never the typed one: two spellings that fold alike may be two mailboxes. Limited like a code. */
  private async tellOwner(tx: Transaction, { organization, handle }: MailedApplicant, owner: Person): Promise<void> {
    // A handle that no code matches: a wrong code costs the same then, and ends after as many tries.
    await this.codes.issueCode(tx, { id: handle, userNo: undefined, purpose: PURPOSE, address: '' });
    const key = keyedDigests(this.keyring, 'registered-already', String(owner.no))[0];
    const taken = await this.attempts.takeIn(tx, [{ key, rule: atMost(MAX_NOTICES, HOUR_S), userNo: 0 }]);
    const to = recoveryAddress(owner);
    if (taken.kind === 'taken' && to !== undefined)
      await this.mailer.sendNotice(tx, to, 'registeredAlready', readerOf(owner, organization));
  }
}
