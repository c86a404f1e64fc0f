// An account that somebody makes for oneself. Nothing is stored before the mailed code comes back: what was typed waits, sealed, with the
// browser. Whether an address has an account already is told to nobody but the reader of that address.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { isEmailAddress } from '../../common/primitives/email-address.js';
import { MailOutbox } from '../../common/mail/mail-outbox.service.js';
import { AfterAnswer } from '../../common/work/after-answer.js';
import { CODE_SECONDS, MailedCodes } from './mailed-codes.service.js';
import { foldKey } from '../identifiers/fold.js';
import { AccountMails, type MailReader } from './account-mails.js';
import { readerOf, recoveryAddress } from './recipient.js';
import { Organizations, type Organization } from '../organizations/organizations.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { Policies } from '../policies/policies.service.js';
import { atMost } from '../sign-in-attempts/attempt-rules.js';
import { again, Attempts } from '../sign-in-attempts/attempts.service.js';
import { networkOf } from '../sign-in-attempts/client-network.js';
import { People } from '../people/people.service.js';
import { PersonWriter } from '../people/person-writer.service.js';
import { normalizePerson } from '../people/normalize-person.js';
import { emptyPerson, type Person, type PersonValues } from '../people/person.js';

/** What somebody typed to get an account. */
export interface Applicant {
  givenName: string;
  familyName: string;
  email: string;
  password: string;
  /** BCP 47: of the page, and of the mails from then on. */
  language: string;
}

/** `over`: too old, changed, or of another page; `taken`: the address has an account, which its reader may know. */
export type RegistrationOutcome = { kind: 'done'; userNo: number } | { kind: 'wrongCode' | 'over' | 'closed' | 'taken' };

/** What waits for the code. */
interface Waiting {
  place: string;
  orgNo: number;
  handle: string;
  values: PersonValues;
  email: string;
  passwordHash: string;
  untilUs: number;
}

/** Who registers is nobody yet. */
const EDITOR = 'registration';
const PURPOSE = 'registration';
/** Registrations from one address in an hour; further ones are answered alike and do nothing. */
const MAX_REQUESTS = 30;
const HOUR_S = 3_600;

@Injectable()
export class Registration implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail of a registration');

  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly organizations: Organizations,
    private readonly passwords: Passwords,
    private readonly policies: Policies,
    private readonly codes: MailedCodes,
    private readonly attempts: Attempts,
    private readonly mails: AccountMails,
    private readonly outbox: MailOutbox,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether people may make an account in this organization. */
  async isOpen(orgNo: number): Promise<boolean> {
    return (await this.policies.get(orgNo, 'registration')).enabled;
  }

  /**
   * Mails a code to the address, or, when it has an account, word of that. Answers before it looks anybody up.
   * @param place what the waiting registration is bound to; it opens nowhere else
   * @param address the IP address of whoever registers
   * @returns what the page brings back with the code
   * @throws DomainError `invalid` with the field, WeakPasswordError, `precondition` when the organization does not allow it, `busy`
   */
  async request(orgNo: number, applicant: Applicant, place: string, address: string): Promise<string> {
    const organization = await this.organizations.byNo(orgNo);
    if (organization?.state !== 'active' || !(await this.isOpen(orgNo)))
      throw new DomainError('precondition', 'registration.closed', 'This organization does not allow people to register.');
    const values = valuesOf(applicant);
    normalizePerson(values);
    const passwordHash = await this.passwords.prepare(orgNo, applicant.password);
    const [handle, email] = [this.codes.newHandle(), values.userName];
    const key = keyedDigests(this.keyring, 'registration', networkOf(address))[0];
    const taken = await this.attempts.take([{ key, rule: atMost(MAX_REQUESTS, HOUR_S), userNo: 0 }]);
    if (taken.kind === 'taken') this.later.run(() => this.mail(organization, handle, values));
    const untilUs = this.clock.nowUs() + CODE_SECONDS[PURPOSE] * 1_000_000;
    return this.seal({ place, orgNo, handle, values, email, passwordHash, untilUs });
  }

  /** Adds the person once the code is right; the address is verified then. */
  async finish(sealed: string, place: string, code: string): Promise<RegistrationOutcome> {
    const waiting = await this.open(sealed, place);
    if (!waiting) return { kind: 'over' };
    const organization = await this.organizations.byNo(waiting.orgNo);
    if (organization?.state !== 'active' || !(await this.isOpen(waiting.orgNo))) return { kind: 'closed' };
    const proven = await this.codes.verifyApplicant(waiting.handle, PURPOSE, code);
    if (proven?.address !== waiting.email) return { kind: 'wrongCode' };
    if (await this.people.findByNameOrEmail(organization, waiting.email)) return { kind: 'taken' };
    const person = await this.database
      .write('register person', async (tx) => {
        if (!(await this.codes.redeem(tx, proven))) return undefined;
        const added = await this.people.createIn(tx, organization, waiting, EDITOR);
        return this.writer.verifyEmail(tx, added, waiting.email, added.id);
      })
      .catch(takenIfConflict);
    if (person === 'taken') return { kind: 'taken' };
    return person ? { kind: 'done', userNo: person.no } : { kind: 'wrongCode' };
  }

  /** Waits for what was asked for and is not mailed yet. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async mail(organization: Organization, id: string, values: PersonValues): Promise<void> {
    const owner = await this.people.findByNameOrEmail(organization, values.userName);
    await again(() =>
      this.database.write('mail registration', (tx) =>
        owner ? this.tellOwner(tx, organization, id, owner) : this.mailCode(tx, organization, id, values),
      ),
    );
  }

  private async mailCode(tx: Transaction, organization: Organization, id: string, values: PersonValues): Promise<void> {
    const to = values.userName;
    const applicant = `${organization.no} ${foldKey(to)}`;
    const code = await this.codes.issue(tx, { id, userNo: undefined, purpose: PURPOSE, address: to, applicant });
    const reader: MailReader = { name: values.givenName ?? '', language: values.preferredLanguage, organization: organization.name };
    if (code) await this.outbox.enqueue(tx, { to, ...this.mails.registration(reader, code) });
  }

  /** To the stored address, never the typed one: two spellings that fold alike may be two mailboxes. Counted like a code. */
  private async tellOwner(tx: Transaction, organization: Organization, id: string, owner: Person): Promise<void> {
    // A handle that no code fits: a wrong code costs the same then, and ends after as many tries.
    await this.codes.issue(tx, { id, userNo: undefined, purpose: PURPOSE, address: '' });
    const key = keyedDigests(this.keyring, 'registered-already', String(owner.no))[0];
    const taken = await this.attempts.takeIn(tx, [{ key, rule: atMost(5, HOUR_S), userNo: 0 }]);
    const to = recoveryAddress(owner);
    if (taken.kind === 'taken' && to !== undefined)
      await this.outbox.enqueue(tx, { to, ...this.mails.registeredAlready(readerOf(owner, organization)) });
  }

  private seal(waiting: Waiting): string {
    return this.keyring.seal('registration', Buffer.from(JSON.stringify(waiting)));
  }

  private async open(sealed: string, place: string): Promise<Waiting | undefined> {
    const content = await this.keyring.open('registration', sealed);
    const waiting = content && (JSON.parse(content.toString()) as Waiting);
    return waiting && waiting.place === place && waiting.untilUs > this.clock.nowUs() ? waiting : undefined;
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

function takenIfConflict(error: unknown): 'taken' {
  if (error instanceof DomainError && error.kind === 'conflict') return 'taken';
  throw error;
}
