// The rules of people: what may be stored, what must be unique, which event each change leaves.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database, DuplicateKeyError, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { newId } from '../../common/ids.js';
import { MailedCodesRepository } from '../codes/mailed-codes.repository.js';
import type { CodePurpose } from '../codes/mailed-codes.service.js';
import { EventLog, type NewEvent } from '../events/events.service.js';
import { foldKey, keyFits, MISSING } from '../fold.js';
import { checkGivenId } from '../given-id.js';
import { Ownership } from '../memberships/ownership.js';
import type { Organization } from '../organizations/organizations.service.js';
import { PasswordsRepository } from '../passwords/passwords.repository.js';
import { Passwords } from '../passwords/passwords.service.js';
import { PeoplePages, type Page, type PageRequest } from './people-pages.js';
import { PeopleRepository, SHARED_DOMAIN } from './people.repository.js';
import {
  ELEMENT_KEYS,
  FOLDED_COLUMNS,
  KEY_COLUMNS,
  LIST_NUMBERS,
  MAX_LISTS_BYTES,
  TEXT_LENGTHS,
  type TextField,
} from './person.columns.js';
import { EMAIL_FORM, LIST_FIELDS, wholeName, type ListValue, type Person, type PersonValues } from './person.js';
import { primaryEmail } from './person.rows.js';
import { SignInTraces, type SessionsEndReason } from './sign-in-traces.js';

/** A person to be added. `passwordHash` is taken over as it is; a plain password goes through {@link People.create}. */
export interface NewPerson {
  values: PersonValues;
  /** Chosen by the caller (import); otherwise made here. */
  id?: string;
  passwordHash?: string;
  /** Whose external id `values` carry; absent: the one that everybody shares. */
  domainNo?: number;
}

/** On what terms somebody changes people; an absent member means the ordinary case. */
export interface ChangeTerms {
  /** Whose external ids are read and written. */
  domainNo?: number;
  /** Addresses that are believed without a proof. */
  trusts?: (address: string) => boolean;
  /** Refuses, inside the unit of work, what the editor may not do. `after` is absent for a removal. */
  permit?: (tx: Transaction, before: Person, after?: PersonValues, newPassword?: boolean) => Promise<void>;
}

/** A pure function from what is stored to what shall be; it may run more than once. */
export type PersonChange = (current: PersonValues) => { values: PersonValues; password?: string };

@Injectable()
export class People {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly pages: PeoplePages,
    private readonly passwords: Passwords,
    private readonly passwordRows: PasswordsRepository,
    private readonly codes: MailedCodesRepository,
    private readonly ownership: Ownership,
    private readonly traces: SignInTraces,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `notFound` */
  async get(organization: Organization, id: string, { domainNo = SHARED_DOMAIN }: ChangeTerms = {}): Promise<Person> {
    const found =
      domainNo === SHARED_DOMAIN
        ? this.repository.read(organization.no, id)
        : this.repository.find(organization.no, id, undefined, '', domainNo);
    return (await found) ?? refuseUnknown();
  }

  /** @param version of the person's row, as it was read since the request came: the person of that version is remembered */
  findByNo(no: number, version?: number): Promise<Person | undefined> {
    return this.repository.findByNo(no, version);
  }

  /** @throws DomainError `invalid` for a search that takes too long, `busy` when too many wait */
  page(organization: Organization, request: PageRequest): Promise<Page> {
    return this.pages.page(organization.no, request);
  }

  /**
   * Adds a person.
   * @param also is done in the same unit of work
   * @throws DomainError `invalid`, `conflict` when userName or id is taken
   */
  async create(
    organization: Organization,
    values: PersonValues,
    password: string | undefined,
    editor: string,
    also?: (tx: Transaction, person: Person) => Promise<void>,
    terms: ChangeTerms = {},
  ): Promise<Person> {
    const passwordHash = password === undefined ? undefined : await this.passwords.prepare(organization.no, password);
    return this.database.write('create person', async (tx) => {
      const added = {
        values: { ...values, emails: withVerified(values.emails, (address) => terms.trusts?.(address) ?? false) },
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(terms.domainNo === undefined ? {} : { domainNo: terms.domainNo }),
      };
      const person = await this.createIn(tx, organization, added, editor);
      await also?.(tx, person);
      return person;
    });
  }

  /** Whether a new person may have these values, as far as that can be told without looking at others. @throws DomainError `invalid` */
  assertValid(values: PersonValues): void {
    checked(values);
  }

  /** Somebody of the organization, active or not, who has `text` as userName or e-mail address. */
  findByNameOrEmail(organization: Organization, text: string): Promise<Person | undefined> {
    return this.repository.findByNameOrEmail(organization.no, foldKey(text));
  }

  /** The same as part of a larger unit of work. */
  async createIn(
    tx: Transaction,
    organization: Organization,
    { values, id, passwordHash, domainNo }: NewPerson,
    editor: string,
  ): Promise<Person> {
    const now = this.clock.nowUs();
    const person: Person = {
      ...checked(values),
      no: tx.nextNumber(),
      id: id === undefined ? newId() : checkGivenId(id, 'userId'),
      orgNo: organization.no,
      version: 1,
      tokenGeneration: 0,
      createdUs: now,
      modifiedUs: now,
    };
    if (id !== undefined) await this.assertFree(tx, id);
    await this.repository.insert(tx, person, domainNo).catch(throwConflict);
    if (passwordHash !== undefined) await this.passwordRows.insert(tx, person.no, passwordHash, now);
    await this.events.appendAll(tx, [
      eventOf(person, editor, 'user.human.added', addedPayload(person)),
      ...verifiedOnly([], person.emails).map((email) => eventOf(person, editor, 'user.human.email.verified', { email })),
      ...(person.active ? [] : [eventOf(person, editor, 'user.deactivated')]),
    ]);
    return person;
  }

  /**
   * Changes a person under its row lock, so that two changes at once become one after the other.
   * `change` is applied to a copy first when it may set a password, because hashing does not belong into a unit of work.
   * @throws DomainError `notFound`, `invalid`, `conflict`, or `precondition` when the last owner would be inactive
   */
  async update(organization: Organization, id: string, change: PersonChange, editor: string, terms: ChangeTerms = {}): Promise<Person> {
    const password = change(await this.get(organization, id, terms)).password;
    const passwordHash = password === undefined ? undefined : await this.passwords.prepare(organization.no, password);
    return this.database.write('update person', async (tx) => {
      const before = (await this.repository.find(organization.no, id, tx, tx.forUpdate, terms.domainNo)) ?? refuseUnknown();
      const after = keepVerified(before, checked(change(before).values), terms.trusts);
      await terms.permit?.(tx, before, after, passwordHash !== undefined);
      const apply = () => this.apply(tx, before, after, passwordHash, editor, terms.domainNo);
      return before.active && !after.active ? this.ownership.keep(tx, before.no, apply) : apply();
    });
  }

  /** The person under its row lock, for the functions below. */
  lock(tx: Transaction, orgNo: number, id: string): Promise<Person | undefined> {
    return this.repository.find(orgNo, id, tx, tx.forUpdate);
  }

  /** Sets a password as part of `tx`; sessions and tokens from before end. @param locked from {@link lock} @param hash from `Passwords.prepare` */
  setPassword(tx: Transaction, locked: Person, hash: string, editor: string): Promise<Person> {
    return this.apply(tx, locked, locked, hash, editor);
  }

  /** Puts `values`, and a password if there is one, in the place of what is stored, as part of `tx`. @param locked from {@link lock} */
  changeIn(tx: Transaction, locked: Person, values: PersonValues, hash: string | undefined, editor: string): Promise<Person> {
    const apply = () => this.apply(tx, locked, checked(values), hash, editor);
    return locked.active && !values.active ? this.ownership.keep(tx, locked.no, apply) : apply();
  }

  /** Marks an address of the person as verified, as part of `tx`. @param locked from {@link lock} @returns the person as it is then */
  async verifyEmail(tx: Transaction, locked: Person, address: string, editor: string): Promise<Person> {
    if (!locked.emails.some(({ value, verified }) => value === address && !verified)) return locked;
    const emails = locked.emails.map((email) => (email.value === address ? { ...email, verified: true } : email));
    const after = { ...locked, emails, version: locked.version + 1, modifiedUs: this.clock.nowUs() };
    await this.append(tx, after, editor, 'user.human.email.verified', { email: address });
    await this.repository.update(tx, locked, after);
    return after;
  }

  /** Puts a proven address in the place of the primary one, as part of `tx`; it is verified then. @param locked from {@link lock} */
  async replaceEmail(tx: Transaction, locked: Person, address: string, editor: string): Promise<Person> {
    const primary = primaryEmail(locked);
    const kept = locked.emails.filter(({ value }) => value !== primary && value !== address);
    const emails = [{ value: address, primary: true }, ...kept];
    const after = await this.apply(tx, locked, checked({ ...locked, emails }), undefined, editor);
    return this.verifyEmail(tx, after, address, editor);
  }

  /** Removes a person for good; its userName is free again, its id is not. @throws DomainError `notFound`, or `precondition` for the last owner */
  async remove(organization: Organization, id: string, editor: string, { permit }: ChangeTerms = {}): Promise<void> {
    await this.database.write('remove person', async (tx) => {
      const person = (await this.repository.find(organization.no, id, tx, tx.forUpdate)) ?? refuseUnknown();
      await permit?.(tx, person);
      await this.traces.endSessions(tx, person.no, 'personRemoved', editor);
      await this.traces.forget(tx, person.no);
      await this.ownership.keep(tx, person.no, () => this.repository.remove(tx, person, this.clock.nowUs()));
      await this.append(tx, { ...person, version: person.version + 1 }, editor, 'user.removed');
    });
  }

  /** Looks before the insert does, so that the reason is the same whichever index an engine checks first. */
  private async assertFree(tx: Transaction, id: string): Promise<void> {
    const state = await this.repository.idState(tx, id);
    if (state === 'taken') throw idTaken(ID_TAKEN);
    if (state === 'used') throw idTaken('This id belonged to a user who was removed; to applications it would be the same person.');
  }

  private async apply(
    tx: Transaction,
    before: Person,
    values: PersonValues,
    passwordHash: string | undefined,
    editor: string,
    domainNo?: number,
  ): Promise<Person> {
    const changes = CHANGES.filter(({ of }) => JSON.stringify(of(before)) !== JSON.stringify(of(values)));
    const verified = verifiedOnly(before.emails, values.emails);
    if (changes.length === 0 && verified.length === 0 && passwordHash === undefined) return before;
    const ends = endOfSessions(before, values, passwordHash);
    const after: Person = {
      ...before,
      // Absent texts must vanish, so nothing of the old values is kept.
      ...Object.fromEntries(Object.keys(TEXT_LENGTHS).map((field) => [field, undefined])),
      ...values,
      modifiedUs: this.clock.nowUs(),
      version: before.version,
      // Raised by deactivation and by a new password: tokens from before stay dead, also after a reactivation.
      tokenGeneration: before.tokenGeneration + Number(ends !== undefined),
    };
    for (const { event, payload } of changes) {
      after.version++;
      await this.append(tx, after, editor, event(after), payload?.(after));
    }
    for (const email of verified) {
      after.version++;
      await this.append(tx, after, editor, 'user.human.email.verified', { email });
    }
    if (passwordHash !== undefined) {
      after.version++;
      await this.passwordRows.set(tx, after.no, passwordHash, after.modifiedUs);
      await this.append(tx, after, editor, 'user.human.password.changed');
    }
    await this.repository.update(tx, before, after, domainNo).catch(throwConflict);
    if (ends) await this.traces.endSessions(tx, after.no, ends, editor);
    await this.codes.endOfUser(tx, after.no, endedCodes(before, after, passwordHash !== undefined), after.modifiedUs);
    return after;
  }

  private append(
    tx: Transaction,
    person: Person,
    editor: string,
    type: NewEvent['type'],
    payload?: Record<string, unknown>,
  ): Promise<void> {
    return this.events.append(tx, eventOf(person, editor, type, payload));
  }
}

/** Why a change ends every session and token, if it does. */
function endOfSessions(before: PersonValues, after: PersonValues, newPassword: string | undefined): SessionsEndReason | undefined {
  if (before.active && !after.active) return 'deactivated';
  return newPassword === undefined ? undefined : 'passwordChanged';
}

const EVERY_CODE: readonly CodePurpose[] = ['verifyEmail', 'resetPassword', 'invitation', 'changeEmail'];

/** Mailed codes that a change ends: all with the addresses or the activity, those for a password with the password. */
function endedCodes(before: PersonValues, after: PersonValues, newPassword: boolean): readonly CodePurpose[] {
  const addresses = (person: PersonValues) => JSON.stringify([primaryEmail(person), ...person.emails.map(({ value }) => value)]);
  if ((before.active && !after.active) || addresses(before) !== addresses(after)) return EVERY_CODE;
  return newPassword ? ['resetPassword', 'invitation', 'changeEmail'] : [];
}

interface Change {
  /** The part of a person that is compared. */
  of(values: PersonValues): unknown;
  event(after: PersonValues): NewEvent['type'];
  payload?(after: PersonValues): Record<string, unknown>;
}

/** What counts as which change. */
const CHANGES: readonly Change[] = [
  { of: ({ userName }) => userName, event: () => 'user.username.changed', payload: ({ userName }) => ({ userName }) },
  {
    of: ({ emails }) => emails.map(({ verified: _, ...email }) => email),
    event: () => 'user.human.email.changed',
    payload: (after) => ({ email: primaryEmail(after) }),
  },
  {
    of: ({ phoneNumbers }) => phoneNumbers,
    event: ({ phoneNumbers }) => (phoneNumbers.length > 0 ? 'user.human.phone.changed' : 'user.human.phone.removed'),
    payload: ({ phoneNumbers }) => (phoneNumbers.length > 0 ? { phone: phoneNumbers[0]?.value } : {}),
  },
  {
    of: (values) => [...PROFILE_TEXTS.map((field) => values[field] ?? null), ...PROFILE_LISTS.map((field) => values[field])],
    event: () => 'user.human.profile.changed',
    payload: ({ givenName, familyName, displayName, nickName, preferredLanguage }) => ({
      firstName: givenName,
      lastName: familyName,
      displayName,
      nickName,
      preferredLanguage,
    }),
  },
  { of: ({ active }) => active, event: ({ active }) => (active ? 'user.reactivated' : 'user.deactivated') },
];

const PROFILE_TEXTS = (Object.keys(TEXT_LENGTHS) as Array<keyof typeof TEXT_LENGTHS>).filter((field) => field !== 'userName');
const PROFILE_LISTS = LIST_FIELDS.filter((field) => field !== 'emails' && field !== 'phoneNumbers');

/** The name people see: as given, else composed. */
export function shownName(person: PersonValues): string {
  return person.displayName ?? person.formattedName ?? ([person.givenName, person.familyName].filter(Boolean).join(' ') || person.userName);
}

/** What the event of a new person says. */
export function addedPayload(person: Person): Record<string, unknown> {
  return {
    userName: person.userName,
    firstName: person.givenName,
    lastName: person.familyName,
    nickName: person.nickName,
    displayName: shownName(person),
    preferredLanguage: person.preferredLanguage,
    email: primaryEmail(person),
    phone: person.phoneNumbers[0]?.value,
  };
}

/** The rules every way in shares (SCIM, import, admin, registration). @throws DomainError `invalid` */
export function checked(values: PersonValues): PersonValues {
  const userName = values.userName.trim();
  // Also no invisible characters: two names that look alike must not be two people.
  if (userName === '' || (!PRINTABLE.test(userName) && /\p{C}/u.test(userName)))
    throw invalid('userName', 'userName must have printable characters only, and at least one');
  for (const [field, length] of LENGTHS) {
    const text = field === 'userName' ? userName : values[field as keyof typeof TEXT_LENGTHS];
    if (text === undefined) continue;
    if (text.length > length) throw invalid(field, `${field} is longer than ${length} characters`);
    if (text.trim() === '') throw invalid(field, `${field} is blank; leave it out instead`);
    if (!PRINTABLE.test(text) && (/[\p{Cc}\p{Cs}]/u.test(text) || text.includes(MISSING)))
      throw invalid(field, `${field} contains a control character`);
  }
  assertKeysFit(values);
  if (!values.emails.every(({ value }) => EMAIL_FORM.test(value))) throw invalid('emails', 'this is not an e-mail address');
  for (const field of ['preferredLanguage', 'locale'] as const)
    if (!isLanguageTag(values[field])) throw invalid(field, `${field} is no language tag such as en or de-CH`);
  if (Buffer.byteLength(JSON.stringify(LIST_FIELDS.map((field) => values[field]))) > MAX_LISTS_BYTES)
    throw invalid('emails', 'the list attributes are too large');
  return userName === values.userName ? values : { ...values, userName };
}

/** Printable ASCII: neither of the rules about characters needs a closer look. */
const PRINTABLE = /^[ -~]*$/;
const LENGTHS = Object.entries(TEXT_LENGTHS);
const KNOWN_TAGS = new Set<string>();
const MAX_KNOWN_TAGS = 1_000;

const KEY_LENGTHS = Object.entries({ ...KEY_COLUMNS, ...FOLDED_COLUMNS }).flatMap(([field, { length }]) =>
  field === 'primaryEmail' ? [] : [[field as TextField | 'userName', length] as const],
);
const SEARCHED_LISTS = Object.keys(LIST_NUMBERS) as Array<keyof typeof LIST_NUMBERS>;

function eventOf({ id, orgNo, version }: Person, editor: string, type: NewEvent['type'], payload: Record<string, unknown> = {}): NewEvent {
  return { type, orgNo, aggregate: { id, sequence: version }, editor, payload };
}

/** One character can fold to many (U+FDFA to eighteen), so a short text may still have a key that no column holds. @throws DomainError `invalid` */
function assertKeysFit(values: PersonValues): void {
  // Member by member: objects with this many, spread for each person of an import, would cost more than writing the person.
  for (const [field, length] of KEY_LENGTHS) {
    const text = field === 'formattedName' ? wholeName(values) : values[field];
    if (text !== undefined && !keyFits(text, length)) throw invalid(field, `${field} is too long once its characters are normalized`);
  }
  for (const list of SEARCHED_LISTS)
    for (const { value, type = '' } of values[list])
      if (!keyFits(value, ELEMENT_KEYS.value) || !keyFits(type, ELEMENT_KEYS.type))
        throw invalid(list, `A value or type of ${list} is too long once its characters are normalized`);
}

/** BCP 47, as far as the runtime can tell. */
function isLanguageTag(text: string | undefined): boolean {
  if (text === undefined || KNOWN_TAGS.has(text)) return true;
  try {
    const valid = Intl.getCanonicalLocales(text).length === 1;
    if (valid && KNOWN_TAGS.size < MAX_KNOWN_TAGS) KNOWN_TAGS.add(text);
    return valid;
  } catch {
    return false;
  }
}

/** What was verified stays so as long as its value stays; nobody can set the mark by a change, except on addresses that are trusted. */
function keepVerified(before: PersonValues, after: PersonValues, trusts: ChangeTerms['trusts']): PersonValues {
  const marked = (list: 'emails' | 'phoneNumbers') => {
    const verified = new Set(before[list].filter((entry) => entry.verified).map(({ value }) => value));
    return withVerified(
      after[list].map(({ verified: _, ...entry }) => entry),
      (value) => verified.has(value) || (list === 'emails' && trusts !== undefined && trusts(value)),
    );
  };
  return { ...after, emails: marked('emails'), phoneNumbers: marked('phoneNumbers') };
}

function withVerified(entries: readonly ListValue[], isVerified: (value: string) => boolean): ListValue[] {
  return entries.map((entry) => (isVerified(entry.value) ? { ...entry, verified: true } : entry));
}

/** Addresses that are verified after and were not before. */
function verifiedOnly(before: readonly ListValue[], after: readonly ListValue[]): string[] {
  const known = new Set(before.filter(({ verified }) => verified).map(({ value }) => value));
  return [...new Set(after.filter(({ verified, value }) => verified && !known.has(value)).map(({ value }) => value))];
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('invalid', 'person.invalid', `${message}.`, field);
}

export const ID_TAKEN = 'A user with this id exists already.';

function idTaken(message: string): DomainError {
  return new DomainError('conflict', 'person.idTaken', message, 'userId');
}

function refuseUnknown(): never {
  throw new DomainError('notFound', 'person.notFound', 'There is no such user in this organization.');
}

function throwConflict(error: unknown): never {
  if (!(error instanceof DuplicateKeyError)) throw error;
  if (error.index === 'u_users_id') throw idTaken(ID_TAKEN);
  throw new DomainError('conflict', 'person.userNameTaken', 'Another user of this organization has this userName.', 'userName');
}
