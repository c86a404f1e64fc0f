// Adds people: one, many at once, or several concurrent requests together.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Coalescer } from '../../common/database/coalescer.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { isTemporary } from '../../common/primitives/domain-error.js';
import { newId } from '../../common/primitives/ids.js';
import { isRehearsal } from '../../common/primitives/rehearsal.js';
import { EventLog } from '../events/events.service.js';
import { NOT_IMPORTED } from '../passwords/import-mark.js';
import { PasswordsRepository } from '../passwords/passwords.repository.js';
import { AddressClaims } from './address-claims.service.js';
import { PeopleRepository } from './people.repository.js';
import { eventOf, eventsOfNew, newlyVerified } from './person-changes.js';
import { asConflict } from './person-refusals.js';
import type { Person, PersonValues } from './person.js';

/** A person to be added. */
export interface NewPerson {
  orgNo: number;
  /** Checked. They become the person, so nobody else may go on using them. */
  values: PersonValues;
  editor: string;
  /** Chosen by the caller and checked; otherwise made here. */
  id?: string;
  /** Nobody chose the id: nobody else can have it. */
  isGenerated?: boolean;
  /** The id was that of somebody who was removed. */
  reused?: boolean;
  passwordHash?: string;
  /** Of the import that brings the hash. */
  importMark?: string | undefined;
  /** Another password must be chosen at the first sign-in. */
  changeRequired?: boolean;
  /** The number of the caller who gives that password. */
  givenBy?: number | undefined;
  /** Whose external id `values` carry; absent: the one that everybody shares. */
  domainNo?: number;
  /** Addresses are verified because another system says so: that leaves no event of a verification. */
  takenOver?: boolean;
}

/** What else is done in the unit of work that adds the person. */
export type InSameUnit = (tx: Transaction, person: Person) => Promise<void>;

type Joining = { person: NewPerson; also: InSameUnit | undefined };
type Outcome = { person: Person } | { error: unknown };

/** With more units at once each would add fewer people: docs/adr/0020-creates-share-a-unit.md. */
const UNITS_AT_ONCE = 1;
/** Most people of one shared unit: it holds locks, and who comes last waits for all of it. */
const MOST_TOGETHER = 20;

@Injectable()
export class NewPeople {
  private readonly joining: Coalescer<Joining, Outcome>;

  constructor(
    private readonly repository: PeopleRepository,
    private readonly passwords: PasswordsRepository,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly claims: AddressClaims,
  ) {
    this.joining = new Coalescer((people) => this.together(people), UNITS_AT_ONCE, MOST_TOGETHER);
  }

  /**
   * Adds a person, in a unit of work shared with others who arrive while one is running: one commit for all of them.
   * What is refused for one is not for the others. See docs/adr/0020-creates-share-a-unit.md.
   * @throws DomainError `conflict` when the userName is taken, and what `also` throws
   */
  async add(person: NewPerson, also?: InSameUnit): Promise<Person> {
    // The unit of a rehearsal is rolled back, so nobody else may be in it.
    const joining = { person, also };
    const outcome = isRehearsal() ? (await this.together([joining]))[0] : await this.joining.load(joining);
    if (!outcome) throw new Error('A unit of work answered for nobody.');
    if ('error' in outcome) throw outcome.error;
    return outcome.person;
  }

  /** Adds people as part of `tx`, all or none, in few statements. @throws DuplicateKeyError */
  async addIn(tx: Transaction, entries: readonly NewPerson[]): Promise<Person[]> {
    const now = this.clock.nowUs();
    const people = entries.map(({ values, orgNo, id = newId() }) =>
      // Not spread into another object: with that many members it would cost more than all checks of a person.
      Object.assign(values, { no: tx.nextNumber(), id, orgNo, version: 1, tokenGeneration: 0, createdUs: now, modifiedUs: now }),
    );
    await this.repository.insertAll(
      tx,
      people,
      entries.map(({ domainNo }) => domainNo),
      entries.flatMap(({ id, isGenerated }) => (id === undefined || isGenerated ? [] : [id])),
    );
    await this.passwords.insertPasswords(tx, passwordsOf(people, entries), now);
    await this.events.appendAll(
      tx,
      people.flatMap((person, index) => eventsOf(person, entries[index] as NewPerson)),
    );
    return people;
  }

  /** Whoever cannot be added with the others is tried alone, so that everybody gets an answer of their own. */
  private async together(joining: readonly Joining[]): Promise<Outcome[]> {
    try {
      return await this.database.write('create people', (tx) => this.addAll(tx, joining));
    } catch (error) {
      if (joining.length === 1 || isTemporary(error)) return joining.map(() => ({ error: asConflict(error) }));
      return (await Promise.all(joining.map((one) => this.together([one])))).flat();
    }
  }

  private async addAll(tx: Transaction, joining: readonly Joining[]): Promise<Outcome[]> {
    await this.claims.lockAddresses(
      tx,
      joining.flatMap(({ person: { orgNo, values } }) =>
        values.emails.filter(({ verifiedBy }) => verifiedBy).map(({ value }) => ({ orgNo, address: value })),
      ),
    );
    const people = await this.addIn(
      tx,
      joining.map(({ person }) => person),
    );
    for (const [index, person] of people.entries()) await joining[index]?.also?.(tx, person);
    return people.map((person) => ({ person }));
  }
}

function eventsOf(person: Person, { editor, reused, takenOver }: NewPerson) {
  const events = eventsOfNew(person, editor, takenOver ? [] : newlyVerified([], person.emails));
  if (reused) events.push(eventOf(person, editor, 'user.id.reused'));
  return events;
}

function passwordsOf(people: readonly Person[], entries: readonly NewPerson[]) {
  return people.flatMap(({ no }, index) => {
    const { passwordHash, importMark = NOT_IMPORTED, changeRequired = false, givenBy } = entries[index] as NewPerson;
    return passwordHash === undefined ? [] : [{ userNo: no, hash: passwordHash, changeRequired, importMark, givenBy }];
  });
}
