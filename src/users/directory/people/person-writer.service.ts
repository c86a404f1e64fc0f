// Writes changes of a person whose row is locked, with their consequences: events, ended sessions, tokens and mailed codes. Also enforces that the
// last owner stays.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { MailedCodesRepository } from '../../authentication/mailed-codes/mailed-codes.repository.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { domainOf } from '../../../common/identifiers/fold.js';
import { LastOwnerRule } from '../../organizations/last-owner.service.js';
import { PasswordsRepository } from '../../authentication/passwords/passwords.repository.js';
import { PeopleRepository } from './people.repository.js';
import { endedCodes, endOfSessions, eventOf, eventsOfChange, EVERY_CODE } from './person/person-changes.js';
import { asConflict } from './person/person-refusals.js';
import { normalizePerson } from './person/normalize-person.js';
import { TEXT_LENGTHS } from './person/person.columns.js';
import type { Person, PersonValues, VerifiedBy } from './person/person.js';
import { primaryEmail } from './person/person.rows.js';
import { PersonRelations } from './person-relations.service.js';
import { UserSessions } from './person/user-sessions.js';
import { isByDomain, isStronger, withoutMark } from './person/verified-by.js';

@Injectable()
export class PersonWriter {
  constructor(
    private readonly people: PeopleRepository,
    private readonly passwords: PasswordsRepository,
    private readonly mailedCodes: MailedCodesRepository,
    private readonly lastOwnerRule: LastOwnerRule,
    private readonly ties: PersonRelations,
    private readonly userSessions: UserSessions,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Reads the person and locks the row, for the functions below. @param domainNo the provisioning domain whose external id is read */
  lock(tx: Transaction, orgNo: number, id: string, domainNo?: number): Promise<Person | undefined> {
    return this.people.findPerson(orgNo, id, tx, tx.forUpdate, domainNo);
  }

  /**
   * Replaces the stored values with `values`, which are normalized, and sets a password if given, as part of `tx`.
   * @param locked from {@link lock}
   * @throws DomainError `conflict`, or `precondition` when the last owner would be inactive
   */
  replace(
    tx: Transaction,
    locked: Person,
    values: PersonValues,
    passwordHash: string | undefined,
    editor: string,
    domainNo?: number,
  ): Promise<Person> {
    const apply = () => this.apply(tx, locked, values, passwordHash, editor, domainNo);
    return locked.active && !values.active ? this.lastOwnerRule.guardLastOwner(tx, locked.no, apply) : apply();
  }

  /** Sets a password as part of `tx`; earlier sessions and tokens end. @param locked from {@link lock} @param hash from `Passwords.prepare` */
  setPassword(tx: Transaction, locked: Person, hash: string, editor: string): Promise<Person> {
    return this.apply(tx, locked, locked, hash, editor);
  }

  /**
   * Locks or unlocks a person as part of `tx`. A lock ends sessions, tokens and mailed codes for good. Nothing changes if the person is in that state
   * already.
   * @param row from {@link lock}
   * @returns the person after the change
   * @throws DomainError `precondition` when the last owner would be locked
   */
  async setLocked(tx: Transaction, row: Person, isLocked: boolean, editor: string): Promise<Person> {
    if (isLocked === (row.lockedUs !== undefined)) return row;
    const nowUs = this.clock.nowUs();
    const state = { version: row.version + 1, modifiedUs: nowUs, tokenGeneration: row.tokenGeneration + Number(isLocked) };
    const after: Person = { ...row, ...state, lockedUs: isLocked ? nowUs : undefined };
    if (!isLocked) {
      await this.events.append(tx, eventOf(after, editor, 'user.unlocked'));
      await this.people.update(tx, row, after);
      return after;
    }
    await this.lastOwnerRule.guardLastOwner(tx, row.no, async () => {
      await this.events.append(tx, eventOf(after, editor, 'user.locked', { reason: 'administrator' }));
      await this.people.update(tx, row, after);
      await this.userSessions.endSessions(tx, row.no, 'locked', editor);
      await this.mailedCodes.endOfUser(tx, row.no, EVERY_CODE, nowUs);
    });
    return after;
  }

  /**
   * Marks an address of the person as verified, as part of `tx`, unless its current reason is as strong.
   * @param locked from {@link lock}
   * @returns the person after the change
   */
  async verifyEmail(tx: Transaction, locked: Person, email: string, verifiedBy: VerifiedBy, editor: string): Promise<Person> {
    if (!locked.emails.some((known) => known.value === email && isStronger(verifiedBy, known.verifiedBy))) return locked;
    const emails = locked.emails.map((known) => (known.value === email ? { ...known, verifiedBy } : known));
    const after = { ...locked, emails, version: locked.version + 1, modifiedUs: this.clock.nowUs() };
    await this.events.append(tx, eventOf(after, editor, 'user.human.email.verified', { email, verifiedBy }));
    await this.people.update(tx, locked, after);
    return after;
  }

  /** Removes the marks that rest on a domain from the addresses in it, as part of `tx`. @param locked by the caller's unit */
  async lowerMarks(tx: Transaction, locked: Person, domain: string, editor: string): Promise<void> {
    const after = { ...locked, modifiedUs: this.clock.nowUs() };
    const events: NewEvent[] = [];
    after.emails = locked.emails.map((email) => {
      if (!isByDomain(email) || domainOf(email.value) !== domain) return email;
      after.version++;
      events.push(eventOf(after, editor, 'user.human.email.unverified', { email: email.value, verifiedBy: email.verifiedBy, domain }));
      return withoutMark(email);
    });
    if (events.length === 0) return;
    await this.events.appendAll(tx, events);
    await this.people.update(tx, locked, after);
  }

  /** Replaces the primary address with an address proved by a code, as part of `tx`; the new address is verified. @param locked from {@link lock} */
  async replaceEmail(tx: Transaction, locked: Person, address: string, editor: string): Promise<Person> {
    const primary = primaryEmail(locked);
    const kept = locked.emails.filter(({ value }) => value !== primary && value !== address);
    const emails = [{ value: address, primary: true }, ...kept];
    const after = await this.apply(tx, locked, normalizePerson({ ...locked, emails }, locked), undefined, editor);
    return this.verifyEmail(tx, after, address, 'code', editor);
  }

  /** Removes a person as part of `tx`. @param locked from {@link lock} @throws DomainError `precondition` for the last owner */
  async remove(tx: Transaction, locked: Person, editor: string): Promise<void> {
    await this.userSessions.endSessions(tx, locked.no, 'personRemoved', editor);
    await this.lastOwnerRule.guardLastOwner(tx, locked.no, async () => {
      await this.ties.removeAll(tx, locked, editor);
      await this.people.remove(tx, locked, this.clock.nowUs());
    });
    await this.events.append(tx, eventOf({ ...locked, version: locked.version + 1 }, editor, 'user.removed'));
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
      // Absent texts must be cleared, so the old texts are not copied.
      ...Object.fromEntries(Object.keys(TEXT_LENGTHS).map((field) => [field, undefined])),
      ...values,
      modifiedUs: this.clock.nowUs(),
      version: before.version,
      // Raised by deactivation and by a new password: earlier tokens stay invalid, also after a reactivation.
      tokenGeneration: before.tokenGeneration + Number(ends !== undefined),
    };
    const events = eventsOfChange(before, after, editor, passwordHash !== undefined);
    if (events.length === 0) return before;
    await this.events.appendAll(tx, events);
    if (passwordHash !== undefined) await this.passwords.set(tx, after.no, passwordHash, after.modifiedUs);
    await this.people.update(tx, before, after, domainNo).catch(refuseTaken);
    if (ends) await this.userSessions.endSessions(tx, after.no, ends, editor);
    await this.mailedCodes.endOfUser(tx, after.no, endedCodes(before, after, passwordHash !== undefined), after.modifiedUs);
    return after;
  }
}

function refuseTaken(error: unknown): never {
  throw asConflict(error);
}
