// The rules of people: what may be stored, what must be unique, which event each change leaves.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { MailedCodesRepository } from '../mailed-codes/mailed-codes.repository.js';
import { EventLog } from '../events/events.service.js';
import { foldKey } from '../identifiers/fold.js';
import { LastOwnerRule } from '../organizations/last-owner.service.js';
import { Memberships } from '../memberships/memberships.service.js';
import { Domains } from '../organizations/domains.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { PasswordsRepository } from '../passwords/passwords.repository.js';
import { Passwords } from '../passwords/passwords.service.js';
import { NewPeople, type InSameUnit } from './new-people.service.js';
import { PeopleRepository, SHARED_DOMAIN } from './people.repository.js';
import { endedCodes, endOfSessions, eventOf, eventsOfChange, keepVerified, withVerified, type Trust } from './person-changes.js';
import { asConflict, unknownPerson, userNameForeign } from './person-refusals.js';
import { normalizePerson } from './normalize-person.js';
import { TEXT_LENGTHS } from './person.columns.js';
import type { Person, PersonValues } from './person.js';
import { primaryEmail } from './person.rows.js';
import { UserSessions } from './user-sessions.js';

/** On what terms somebody changes people; an absent member means the ordinary case. */
export interface ChangeTerms {
  /** Whose external ids are read and written. */
  domainNo?: number;
  /** Whether an address is believed without a proof; `isNew`: the person had it not before. */
  trusts?: Trust;
  /** Refuses, inside the unit of work, what the editor may not do. `after` is absent for a removal. */
  permit?: (tx: Transaction, before: Person, after?: PersonValues, newPassword?: boolean) => Promise<void>;
}

/** A pure function from what is stored to what shall be; it may run more than once. */
export type PersonChange = (current: PersonValues) => { values: PersonValues; password?: string };

@Injectable()
export class People {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly newPeople: NewPeople,
    private readonly passwords: Passwords,
    private readonly passwordRows: PasswordsRepository,
    private readonly codes: MailedCodesRepository,
    private readonly ownership: LastOwnerRule,
    private readonly memberships: Memberships,
    private readonly domains: Domains,
    private readonly traces: UserSessions,
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

  /**
   * Adds a person, together with whoever else is added at the same moment.
   * @param values become the person
   * @param also is done in the same unit of work
   * @throws DomainError `invalid`, also for a userName in another organization's domain, `conflict` when the userName is taken
   */
  async create(
    organization: Organization,
    values: PersonValues,
    password: string | undefined,
    editor: string,
    also?: InSameUnit,
    { domainNo, trusts = () => false }: ChangeTerms = {},
  ): Promise<Person> {
    const proper = normalizePerson(values);
    await this.assertOwnName(organization, proper.userName);
    proper.emails = withVerified(proper.emails, (address) => trusts(address, true));
    const passwordHash = password === undefined ? undefined : await this.passwords.prepare(organization.no, password);
    return this.newPeople.add(
      {
        orgNo: organization.no,
        values: proper,
        editor,
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(domainNo === undefined ? {} : { domainNo }),
      },
      also,
    );
  }

  /** Somebody of the organization, active or not, who has `text` as userName or e-mail address. */
  findByNameOrEmail(organization: Organization, text: string): Promise<Person | undefined> {
    return this.repository.findByNameOrEmail(organization.no, foldKey(text));
  }

  /** Adds a person as part of a larger unit of work. @throws DomainError as {@link create} */
  async createIn(
    tx: Transaction,
    organization: Organization,
    { values, passwordHash }: { values: PersonValues; passwordHash: string },
    editor: string,
  ): Promise<Person> {
    const person = { orgNo: organization.no, values: normalizePerson(values), passwordHash, editor };
    const [added] = await this.newPeople.addIn(tx, [person]).catch(conflict);
    return added as Person;
  }

  /**
   * Changes a person under its row lock, so that two changes at once become one after the other.
   * `change` is applied to a copy first when it may set a password, because hashing does not belong into a unit of work.
   * @throws DomainError `notFound`, `invalid`, `conflict`, or `precondition` when the last owner would be inactive
   */
  async update(organization: Organization, id: string, change: PersonChange, editor: string, terms: ChangeTerms = {}): Promise<Person> {
    const current = await this.get(organization, id, terms);
    const { values: wished, password } = change(current);
    if (foldKey(wished.userName) !== foldKey(current.userName)) await this.assertOwnName(organization, wished.userName);
    const passwordHash = password === undefined ? undefined : await this.passwords.prepare(organization.no, password);
    return this.database.write('update person', async (tx) => {
      const before = (await this.repository.find(organization.no, id, tx, tx.forUpdate, terms.domainNo)) ?? refuseUnknown();
      const after = keepVerified(before, normalizePerson(change(before).values), terms.trusts);
      await terms.permit?.(tx, before, after, passwordHash !== undefined);
      const apply = () => this.apply(tx, before, after, passwordHash, editor, terms.domainNo);
      return before.active && !after.active ? this.ownership.guard(tx, before.no, apply) : apply();
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
    const apply = () => this.apply(tx, locked, normalizePerson(values), hash, editor);
    return locked.active && !values.active ? this.ownership.guard(tx, locked.no, apply) : apply();
  }

  /** Marks an address of the person as verified, as part of `tx`. @param locked from {@link lock} @returns the person as it is then */
  async verifyEmail(tx: Transaction, locked: Person, address: string, editor: string): Promise<Person> {
    if (!locked.emails.some(({ value, verified }) => value === address && !verified)) return locked;
    const emails = locked.emails.map((email) => (email.value === address ? { ...email, verified: true } : email));
    const after = { ...locked, emails, version: locked.version + 1, modifiedUs: this.clock.nowUs() };
    await this.events.append(tx, eventOf(after, editor, 'user.human.email.verified', { email: address }));
    await this.repository.update(tx, locked, after);
    return after;
  }

  /** Puts a proven address in the place of the primary one, as part of `tx`; it is verified then. @param locked from {@link lock} */
  async replaceEmail(tx: Transaction, locked: Person, address: string, editor: string): Promise<Person> {
    const primary = primaryEmail(locked);
    const kept = locked.emails.filter(({ value }) => value !== primary && value !== address);
    const emails = [{ value: address, primary: true }, ...kept];
    const after = await this.apply(tx, locked, normalizePerson({ ...locked, emails }), undefined, editor);
    return this.verifyEmail(tx, after, address, editor);
  }

  /** Removes a person for good; its userName is free again, its id is not. @throws DomainError `notFound`, or `precondition` for the last owner */
  async remove(organization: Organization, id: string, editor: string, { permit }: ChangeTerms = {}): Promise<void> {
    await this.database.write('remove person', async (tx) => {
      const person = (await this.repository.find(organization.no, id, tx, tx.forUpdate)) ?? refuseUnknown();
      await permit?.(tx, person);
      await this.traces.endSessions(tx, person.no, 'personRemoved', editor);
      await this.traces.forget(tx, person.no);
      await this.ownership.guard(tx, person.no, async () => {
        await this.memberships.removeAll(tx, person, editor);
        await this.repository.remove(tx, person, this.clock.nowUs());
      });
      await this.events.append(tx, eventOf({ ...person, version: person.version + 1 }, editor, 'user.removed'));
    });
  }

  private async assertOwnName({ no }: Organization, userName: string): Promise<void> {
    if ((await this.domains.foreign(no, [userName])).size > 0) throw userNameForeign();
  }

  private async apply(
    tx: Transaction,
    before: Person,
    values: PersonValues,
    passwordHash: string | undefined,
    editor: string,
    domainNo?: number,
  ): Promise<Person> {
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
    const events = eventsOfChange(before, after, editor, passwordHash !== undefined);
    if (events.length === 0) return before;
    await this.events.appendAll(tx, events);
    if (passwordHash !== undefined) await this.passwordRows.set(tx, after.no, passwordHash, after.modifiedUs);
    await this.repository.update(tx, before, after, domainNo).catch(conflict);
    if (ends) await this.traces.endSessions(tx, after.no, ends, editor);
    await this.codes.endOfUser(tx, after.no, endedCodes(before, after, passwordHash !== undefined), after.modifiedUs);
    return after;
  }
}

function conflict(error: unknown): never {
  throw asConflict(error);
}

function refuseUnknown(): never {
  throw unknownPerson();
}
