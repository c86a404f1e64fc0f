// Adds people: one, many at once, or several concurrent requests together.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Coalescer } from '../../../common/database/coalescer.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { isTemporary } from '../../../common/primitives/domain-error.js';
import { newId } from '../../../common/primitives/ids.js';
import { isDryRun } from '../../../common/primitives/dry-run.js';
import { EventLog } from '../../events/events.service.js';
import { NOT_IMPORTED } from '../../authentication/passwords/import-mark.js';
import { PasswordsRepository } from '../../authentication/passwords/passwords.repository.js';
import { AddressClaims } from './address-claims.service.js';
import { PeopleRepository } from './people.repository.js';
import { eventOf, eventsOfNew, newlyVerified } from './person/person-changes.js';
import { asConflict } from './person/person-refusals.js';
import type { Person, PersonValues } from './person/person.js';

export interface NewPerson {
  orgNo: number;
  /** Checked values. They become the stored person, so the caller must not use them any more. */
  values: PersonValues;
  editor: string;
  /** Chosen by the caller and checked; otherwise generated here. */
  id?: string;
  /** The id was generated, so no other row can have it. */
  isGenerated?: boolean;
  /** The id belonged to a deleted person. */
  reused?: boolean;
  passwordHash?: string;
  /** The mark of the import that delivers the hash. */
  importMark?: string | undefined;
  /** The person must choose another password at the first sign-in. */
  changeRequired?: boolean;
  /** The number of the user who gives that password. */
  givenBy?: number | undefined;
  /** The provisioning domain of the external id in `values`; absent: the shared domain. */
  domainNo?: number;
  /** Addresses are verified because another system says so; no verification event is written. */
  takenOver?: boolean;
}

/** Further work in the unit that adds the person. */
export type InSameUnit = (tx: Transaction, person: Person) => Promise<void>;

type Joining = { person: NewPerson; also: InSameUnit | undefined };
type Outcome = { person: Person } | { error: unknown };

/** More units at once would each add fewer people: docs/adr/0020-creates-share-a-unit.md. */
const UNITS_AT_ONCE = 1;
/** Most people in one shared unit: it holds locks, and the last request waits for all of it. */
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
   * Adds a person in a unit of work that is shared with requests that arrive while another unit runs: one commit for all of them. A refusal of one
   * person does not affect the others. See docs/adr/0020-creates-share-a-unit.md.
   * @throws DomainError `conflict` when the userName is taken, and any error that `also` throws
   */
  async add(person: NewPerson, also?: InSameUnit): Promise<Person> {
    // A dry run is rolled back, so no other request may share its unit.
    const joining = { person, also };
    const outcome = isDryRun() ? (await this.together([joining]))[0] : await this.joining.load(joining);
    if (!outcome) throw new Error('A unit of work has no outcome for its person.');
    if ('error' in outcome) throw outcome.error;
    return outcome.person;
  }

  /** Adds people as part of `tx`, all or none, in few statements. @throws DuplicateKeyError */
  async addIn(tx: Transaction, entries: readonly NewPerson[]): Promise<Person[]> {
    const now = this.clock.nowUs();
    const people = entries.map(({ values, orgNo, id = newId() }) =>
      // No object spread: with that many members it would cost more than all checks of a person.
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

  /** If the shared unit fails, each person is tried alone, so that each request gets its own result. */
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
