// Finds the people and groups that the entries of a batch name, each by one of several names, in few queries.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import type { Organization } from '../../organizations/organizations.service.js';
import type { GroupMember } from './group.js';
import type { Nesting } from './group-nesting.js';
import { GroupsBatchRepository, type NamedBy } from './groups-batch.repository.js';

/** A person or group as an entry names it. */
export interface MemberName {
  by: NamedBy;
  value: string;
}

/** A person or group with this name. `planned`: it is only in a dry run, so it has no row. */
export type NamedMember = GroupMember & { planned?: true };

/** A member that an entry names; `position` is its position in the entry, counted from 0. */
export interface MemberReference extends MemberName {
  position: number;
}

/** A member that was not added, and the reason. */
export interface MemberRefusal {
  position: number;
  fault: DomainError;
}

/** The members of an entry that were found, each with its position in the entry, and those that were not. */
export interface ChosenMembers {
  members: Array<{ member: NamedMember; position: number }>;
  refused: MemberRefusal[];
}

/** The groups and nestings that a dry run would have added so far, over all its units of work. */
export interface PlannedMembers {
  /** The groups with one of `names` that the import would add, by {@link keyOfName}. */
  findPlanned(tx: Transaction, orgId: string, names: readonly MemberName[]): Promise<Map<string, NamedMember>>;
  addPlanned(tx: Transaction, orgId: string, groups: ReadonlyArray<{ no: number; names: readonly MemberName[] }>): Promise<void>;
  plannedParentsOf(tx: Transaction, groupNos: readonly number[]): Promise<Nesting[]>;
  plannedChildrenOf(tx: Transaction, groupNos: readonly number[]): Promise<Nesting[]>;
  addNestings(tx: Transaction, nestings: readonly Nesting[]): Promise<void>;
}

const FOLDED: ReadonlySet<NamedBy> = new Set(['userName', 'groupDisplayName']);
const KINDS: Readonly<Record<NamedBy, string>> = {
  userId: 'user of this organization has the id',
  userName: 'user of this organization has the userName',
  userExternalId: 'user of this organization has the external id',
  groupId: 'group of this organization has the id',
  groupDisplayName: 'group of this organization has the displayName',
  groupExternalId: 'group of this organization has the external id',
};

/** The members that were found. */
export class FoundMembers {
  constructor(private readonly found: ReadonlyMap<string, readonly NamedMember[]>) {}

  find(name: MemberName): NamedMember | undefined {
    const [first, another] = this.found.get(keyOfName(name)) ?? [];
    return another ? undefined : first;
  }

  /** @returns the member, or the error if it is unknown or ambiguous */
  require(name: MemberName): NamedMember | DomainError {
    const { by, value } = name;
    const [first, another] = this.found.get(keyOfName(name)) ?? [];
    if (!first) return new DomainError('notFound', 'group.memberUnknown', `No ${KINDS[by]} "${value}".`, by);
    return another ? new DomainError('conflict', 'group.memberAmbiguous', `More than one ${KINDS[by]} "${value}".`, by) : first;
  }

  /** The member of each reference, and the errors of references without one. */
  choose(references: readonly MemberReference[]): ChosenMembers {
    const chosen: ChosenMembers = { members: [], refused: [] };
    for (const reference of references) {
      const { position } = reference;
      const member = this.require(reference);
      if (member instanceof DomainError) chosen.refused.push({ position, fault: member });
      else chosen.members.push({ member, position });
    }
    return chosen;
  }
}

@Injectable()
export class MemberNames {
  constructor(private readonly repository: GroupsBatchRepository) {}

  /** Looks up people (no service users) and groups of one organization. */
  async findMembers(
    tx: Transaction,
    { no, id }: Organization,
    names: readonly MemberName[],
    planned: PlannedMembers | undefined,
  ): Promise<FoundMembers> {
    const wanted = new Map<NamedBy, Set<string>>();
    for (const { by, value } of names) {
      const values = wanted.get(by);
      if (values) values.add(storedName({ by, value }));
      else wanted.set(by, new Set([storedName({ by, value })]));
    }
    const found = new Map<string, NamedMember[]>();
    for (const [by, values] of wanted) {
      for (const { named, ...member } of await this.repository.findNamed(tx, no, by, [...values])) {
        const key = `${by}:${named}`;
        found.set(key, [...(found.get(key) ?? []), member]);
      }
    }
    const missing = planned ? names.filter((name) => !found.has(keyOfName(name))) : [];
    if (planned && missing.length > 0) for (const [key, member] of await planned.findPlanned(tx, id, missing)) found.set(key, [member]);
    return new FoundMembers(found);
  }
}

/** The same key for all spellings of a name. */
export function keyOfName(name: MemberName): string {
  return `${name.by}:${storedName(name)}`;
}

function storedName({ by, value }: MemberName): string {
  return FOLDED.has(by) ? foldKey(value.trim()) : value;
}
