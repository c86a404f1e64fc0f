// Adds or changes many people in one unit of work: one lookup for taken ids and names, and many rows per statement.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../../../common/crypto/keyring.service.js';
import type { Transaction } from '../../../../common/database/transaction.js';
import { DomainError } from '../../../../common/primitives/domain-error.js';
import { grouped } from '../../../../common/primitives/grouped.js';
import { newId } from '../../../../common/primitives/ids.js';
import { foldKey } from '../../../../common/identifiers/fold.js';
import { idStates } from '../../../../common/identifiers/ids.repository.js';
import { assertClientSuppliedId } from '../../../../common/identifiers/client-supplied-id.js';
import { Domains } from '../../../organizations/domains.service.js';
import { isOwnHash } from '../../../authentication/passwords/hash-formats.js';
import { importMarks, NOT_IMPORTED } from '../../../authentication/passwords/import-mark.js';
import { PasswordsRepository } from '../../../authentication/passwords/passwords.repository.js';
import { AddressClaims } from '../address-claims.service.js';
import { merged, type CheckedEntry, type Entry } from './batch-entry.js';
import { BatchAddresses, type AddressVerdict, type BatchPerson } from './batch-addresses.service.js';
import { NewPeople, type NewPerson } from '../new-people.service.js';
import { PeopleRepository } from '../people.repository.js';
import { PersonWriter } from '../person-writer.service.js';
import { withVerified } from '../person/verified-by.js';
import type { ChangeTerms } from '../people.service.js';
import { idTaken, idUsed, userNameForeign, userNameTaken } from '../person/person-refusals.js';
import { normalizePerson } from '../person/normalize-person.js';
import type { Person } from '../person/person.js';

export interface BatchRules {
  editor: string;
  /** Existing people are changed instead of refused, unless this throws. */
  permit?: ChangeTerms['permit'];
  /** Ids of deleted people may be given again. */
  allowReusedIds: boolean;
  /** New people are only checked, not added. Existing people are changed all the same, so the caller must roll back the unit of work. */
  dryRun: boolean;
}

/**
 * The result of an entry. `sharesAddress`: another person of the organization has its e-mail address, so neither can sign in by it.
 * `staysUnverified`: the entry declares its address verified, but another person has it. `keepsPassword`: the password was set here and differs from
 * that of the entry.
 */
export type Outcome =
  | { id: string; no: number; done: 'added' | 'changed' | 'unchanged'; sharesAddress?: true; staysUnverified?: true; keepsPassword?: true }
  | { fault: DomainError };

/** Whether an entry adds a person, changes one, or is refused. */
type EntryPlan = NewEntry | { change: string; keepsName: boolean } | { fault: DomainError };
/** An entry that was not refused, with its index. */
type PlannedEntry = { index: number; person: BatchPerson };
type NewEntry = { id: string; reused: boolean };

const NOTHING: ReadonlySet<string> = new Set();

@Injectable()
export class PeopleBatch {
  constructor(
    private readonly writer: PersonWriter,
    private readonly repository: PeopleRepository,
    private readonly newPeople: NewPeople,
    private readonly passwords: PasswordsRepository,
    private readonly domains: Domains,
    private readonly claims: AddressClaims,
    private readonly addresses: BatchAddresses,
    private readonly keyring: Keyring,
  ) {}

  /** @throws DomainError `invalid` */
  check(entry: Entry): CheckedEntry {
    if (entry.id !== undefined) assertClientSuppliedId(entry.id, 'userId');
    entry.values = normalizePerson(entry.values);
    return Object.assign(entry, {
      nameKey: foldKey(entry.values.userName),
      passwordMarks: entry.passwordHash === undefined ? [] : importMarks(this.keyring, entry.passwordHash),
      claimed: new Set(entry.values.emails.filter(({ verifiedBy }) => verifiedBy).map(({ value }) => value)),
    });
  }

  /**
   * Adds the people (or changes them, if the rules allow it) and their events as part of `tx`. A refused entry does not affect the others.
   * @returns one outcome for each entry, in order
   * @throws DuplicateKeyError when a concurrent unit took an id or a name: undo the unit and try again
   */
  async apply(tx: Transaction, entries: readonly CheckedEntry[], rules: BatchRules): Promise<Outcome[]> {
    if (!rules.dryRun)
      await this.claims.lockAddresses(
        tx,
        entries
          .filter(({ claimed }) => claimed.size > 0)
          .flatMap(({ organization, values }) => values.emails.map(({ value }) => ({ orgNo: organization.no, address: value }))),
      );
    const found = await this.plans(tx, entries, rules);
    const verdicts = await this.judgeAddresses(tx, entries, found);
    const plans = found.map((plan, index): EntryPlan => {
      const fault = verdicts.get(index)?.fault;
      return fault ? { fault } : plan;
    });
    const added = rules.dryRun ? new Map<number, Person>() : await this.add(tx, entries, plans, rules);
    const outcomes: Outcome[] = [];
    for (const [index, plan] of plans.entries()) {
      if ('fault' in plan) outcomes.push(plan);
      else {
        const outcome: Outcome =
          'change' in plan
            ? await this.change(tx, entries[index] as CheckedEntry, plan.change, rules)
            : { id: plan.id, no: added.get(index)?.no ?? 0, done: 'added' };
        const { shares = false, unproven = false } = verdicts.get(index) ?? {};
        if ('fault' in outcome) outcomes.push(outcome);
        else
          outcomes.push({
            ...outcome,
            ...(shares ? { sharesAddress: true } : {}),
            ...(unproven && entries[index]?.claimed.size ? { staysUnverified: true } : {}),
          });
      }
    }
    return outcomes;
  }

  private async plans(tx: Transaction, entries: readonly CheckedEntry[], rules: BatchRules): Promise<EntryPlan[]> {
    const { taken, used } = await idStates(
      tx,
      entries.flatMap(({ id }) => id ?? []),
    );
    const { holders, foreign } = await this.names(tx, entries);
    const [ids, keys] = [new Set<string>(), new Set<string>()];
    return entries.map((entry): EntryPlan => {
      const { id, organization, nameKey } = entry;
      const key = `${organization.no}:${nameKey}`;
      const holder = holders.get(entry);
      if (id !== undefined && ids.has(id)) return { fault: idTwice() };
      if (keys.has(key)) return { fault: userNameTwice() };
      const present = id === undefined ? holder : taken.has(id) ? id : undefined;
      if (holder !== undefined && holder !== present) return { fault: userNameTaken() };
      if (holder === undefined && foreign.has(entry)) return { fault: userNameForeign() };
      if (present !== undefined && !rules.permit) return { fault: id === undefined ? userNameTaken() : idTaken() };
      const reused = id !== undefined && present === undefined && used.has(id);
      if (reused && !rules.allowReusedIds) return { fault: idUsed() };
      if (id !== undefined) ids.add(id);
      keys.add(key);
      return present === undefined ? { id: id ?? newId(), reused } : { change: present, keepsName: holder === present };
    });
  }

  /** The id of the person who already has an entry's userName, and the entries whose userName ends in a domain of another organization. */
  private async names(tx: Transaction, entries: readonly CheckedEntry[]) {
    const holders = new Map<CheckedEntry, string>();
    const foreign = new Set<CheckedEntry>();
    for (const [orgNo, group] of grouped(entries, ({ organization }) => organization.no)) {
      const taken = await this.repository.namesTaken(
        tx,
        orgNo,
        group.map(({ nameKey }) => nameKey),
      );
      const others = await this.domains.foreign(
        orgNo,
        group.map(({ values }) => values.userName),
      );
      for (const entry of group) {
        const holder = taken.get(entry.nameKey);
        if (holder !== undefined) holders.set(entry, holder);
        if (others.has(entry.values.userName)) foreign.add(entry);
      }
    }
    return { holders, foreign };
  }

  /**
   * Checks the addresses of the entries that were not refused; an address that another person has stays unverified.
   * @returns the verdicts by index
   */
  private async judgeAddresses(
    tx: Transaction,
    entries: readonly CheckedEntry[],
    plans: readonly EntryPlan[],
  ): Promise<Map<number, AddressVerdict>> {
    const planned = [...plans.entries()].flatMap(([index, plan]): PlannedEntry[] => {
      if ('fault' in plan) return [];
      const { organization, values, nameKey } = entries[index] as CheckedEntry;
      const [id, keepsName] = 'change' in plan ? [plan.change, plan.keepsName] : [plan.id, false];
      return [{ index, person: { id, organization, values, nameKey, keepsName } }];
    });
    const verdicts = await this.addresses.judgeBatch(
      tx,
      planned.map(({ person }) => person),
    );
    for (const [at, { unproven }] of verdicts.entries()) {
      const { index, person } = planned[at] as PlannedEntry;
      // The unit of work may run again, and the address may be free by then.
      const believed = unproven ? NOTHING : (entries[index] as CheckedEntry).claimed;
      person.values.emails = withVerified(person.values.emails, (address) => (believed.has(address) ? 'import' : undefined));
    }
    return new Map(planned.map(({ index }, at) => [index, verdicts[at] as AddressVerdict]));
  }

  /** @returns the added people, by the index of the entry */
  private async add(
    tx: Transaction,
    entries: readonly CheckedEntry[],
    plans: readonly EntryPlan[],
    { editor }: BatchRules,
  ): Promise<Map<number, Person>> {
    const indexes = [...plans.keys()].filter((index) => 'id' in (plans[index] as EntryPlan));
    const people = await this.newPeople.addIn(
      tx,
      indexes.map((index) => newPerson(entries[index] as CheckedEntry, plans[index] as NewEntry, editor)),
    );
    return new Map(indexes.map((index, at) => [index, people[at] as Person]));
  }

  private async change(tx: Transaction, entry: CheckedEntry, id: string, rules: BatchRules): Promise<Outcome> {
    const locked = await this.writer.lock(tx, entry.organization.no, id);
    // The id belongs to a service user, a group, or a person of another organization.
    if (!locked) return { fault: idTaken() };
    try {
      const values = merged(locked, entry);
      const password = await this.judgePassword(tx, locked, entry);
      const hash = password === 'new' ? entry.passwordHash : undefined;
      await rules.permit?.(tx, locked, values, hash !== undefined);
      const after = await this.writer.replace(tx, locked, normalizePerson(values, locked), hash, rules.editor);
      const [mark] = entry.passwordMarks;
      if (mark !== undefined && password === 'new') await this.passwords.noteImport(tx, locked.no, mark, entry.changeRequired === true);
      if (mark !== undefined && password === 'unmarked') await this.passwords.noteMark(tx, locked.no, mark);
      return {
        id,
        no: locked.no,
        done: after === locked ? 'unchanged' : 'changed',
        ...(password === 'kept' ? { keepsPassword: true } : {}),
      };
    } catch (error) {
      // It was thrown before anything was written for this person, so the rows written for others can stay.
      if (error instanceof DomainError && REFUSALS.has(error.kind)) return { fault: error };
      throw error;
    }
  }

  /**
   * Compares an entry's password with the stored one. `same`: equal to the last imported one. `unmarked`: the same, as only the hash shows. `kept`:
   * it was set here, before any import delivered one.
   */
  private async judgePassword(
    tx: Transaction,
    { no, createdUs }: Person,
    { passwordHash, passwordMarks }: CheckedEntry,
  ): Promise<'same' | 'unmarked' | 'kept' | 'new'> {
    if (passwordHash === undefined) return 'same';
    const stored = await this.passwords.findPassword(tx, no);
    if (!stored) return 'new';
    const { hash, importMark, changedUs } = stored;
    if (importMark && passwordMarks.includes(importMark)) return 'same';
    if (hash === passwordHash) return 'unmarked';
    if (importMark || !isOwnHash(hash)) return 'new';
    return importMark === NOT_IMPORTED || changedUs > createdUs ? 'kept' : 'new';
  }
}

const REFUSALS = new Set<DomainError['kind']>(['forbidden', 'invalid']);

function newPerson(
  { id: chosen, organization, values, passwordHash, passwordMarks, changeRequired }: CheckedEntry,
  { id, reused }: NewEntry,
  editor: string,
): NewPerson {
  return {
    orgNo: organization.no,
    values,
    editor,
    id,
    isGenerated: chosen === undefined,
    reused,
    takenOver: true,
    ...(passwordHash === undefined ? {} : { passwordHash, importMark: passwordMarks[0] }),
    ...(changeRequired === undefined ? {} : { changeRequired }),
  };
}

const idTwice = () =>
  new DomainError('conflict', 'person.idTwice', 'A user with this id already exists: another entry of this import has it.', 'userId');

const userNameTwice = () =>
  new DomainError(
    'conflict',
    'person.userNameTwice',
    'Another user of this organization already has this userName: another entry of this import.',
    'userName',
  );
