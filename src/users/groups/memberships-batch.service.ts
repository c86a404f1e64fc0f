// Adds members to many groups in one unit of work, with many rows per statement. A member that cannot be added disturbs no other.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import type { Transaction } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../events/events.service.js';
import { MAX_GROUP_DEPTH } from '../group-graph/group-graph.repository.js';
import { PrivilegeCheck } from '../memberships/privilege-check.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { unknownGroup, type Group, type GroupMember } from './group.js';
import { GroupMembersRepository } from './group-members.repository.js';
import { GroupMembers } from './group-members.service.js';
import { NestingGraph, type Nesting } from './group-nesting.js';
import { GroupsBatchRepository } from './groups-batch.repository.js';
import { MemberNames, type FoundMembers, type MemberName, type NamedMember, type PlannedMembers } from './member-names.service.js';

/** A member that an entry names; `position` is where, counted from 0. */
export interface MemberReference extends MemberName {
  position: number;
}

/** Members for a group that is there. */
export interface MembersEntry {
  group: MemberName;
  members: readonly MemberReference[];
}

export interface GroupBatchRules {
  caller: Principal;
  /** Groups that are there already are changed instead of refused. */
  changesExisting: boolean;
  /** Present in a dry run: everything is checked, and nothing is written but what the import would add. */
  planned?: PlannedMembers;
}

/** A member that was not added, and why. */
export interface MemberRefusal {
  position: number;
  fault: DomainError;
}

/** `members`: how many were added. */
export type MembersOutcome = { members: number; refused: MemberRefusal[] } | { fault: DomainError };

/** A group and who shall be in it. `group` has the version that it gets, and was locked unless it is new. */
export interface MembersTarget {
  group: Group;
  members: readonly GroupMember[];
  /** Nobody is in it yet. */
  isNew: boolean;
  /** Its row has this version already. */
  isWritten: boolean;
}

@Injectable()
export class MembershipsBatch {
  constructor(
    private readonly repository: GroupsBatchRepository,
    private readonly membersRepository: GroupMembersRepository,
    private readonly memberNames: MemberNames,
    private readonly groupMembers: GroupMembers,
    private readonly privileges: PrivilegeCheck,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds people and groups of one organization to groups of it, with their events, as part of `tx`. Whoever is in already is no error.
   * @returns one outcome for each entry, in order
   */
  async addMembers(
    tx: Transaction,
    organization: Organization,
    entries: readonly MembersEntry[],
    rules: GroupBatchRules,
  ): Promise<MembersOutcome[]> {
    const { caller, planned } = rules;
    const names = entries.flatMap(({ group, members }) => [group, ...members]);
    const found = await this.memberNames.findMembers(tx, organization, names, planned);
    const chosen = entries.map(({ members }) => membersOf(found, members));
    const locked = await this.lockAll(tx, organization.no, [
      ...entries.flatMap(({ group }) => found.find(group) ?? []),
      ...chosen.flatMap(({ members }) => members.map(({ member }) => member)),
    ]);
    const targets = entries.map(({ group }) => targetOf(found, group, locked));
    const existing = targets.flatMap((target) => ('no' in target && !target.planned ? target.no : []));
    const weaker = await this.refusalsOf(tx, caller, organization.no, existing);
    const graph = await this.nestingOf(tx, organization.no, planned, nestingsOf(targets, chosen));
    const nestings: Nesting[] = [];
    const accepted = new Map<number, GroupMember[]>();
    const outcomes = targets.map((target, index): MembersOutcome => {
      const fault = 'no' in target ? weaker.get(target.no) : target;
      if (fault) return { fault };
      const { no } = target as NamedMember;
      const { members, refused } = chosen[index] as ChosenMembers;
      const into = accepted.get(no) ?? [];
      accepted.set(no, into);
      const before = into.length;
      for (const { member, position } of members) {
        const nesting = { groupNo: no, memberNo: member.no };
        const refusal = member.kind === 'group' ? graph.refusalOf(nesting) : undefined;
        if (refusal) {
          refused.push({ position, fault: NESTING_FAULTS[refusal] });
          continue;
        }
        into.push(member);
        if (member.kind !== 'group') continue;
        graph.add(nesting);
        nestings.push(nesting);
      }
      return { members: into.length - before, refused: refused.sort((a, b) => a.position - b.position) };
    });
    if (planned) await planned.addNestings(tx, nestings);
    else await this.putAccepted(tx, organization.no, accepted, locked, outcomes, targets, caller.userId);
    return outcomes;
  }

  /** What each of the references names, and why others name nobody. */
  membersOf(found: FoundMembers, references: readonly MemberReference[]): ChosenMembers {
    return membersOf(found, references);
  }

  /** Which of the groups the caller may not add members to, because of what they carry. */
  async refusalsOf(tx: Transaction, caller: Principal, orgNo: number, groupNos: readonly number[]): Promise<Map<number, DomainError>> {
    const all = [...new Set(groupNos)];
    if (all.length === 0 || !(await this.refusalOf(tx, caller, orgNo, all))) return new Map();
    const refusals = new Map<number, DomainError>();
    for (const no of all) {
      const fault = await this.refusalOf(tx, caller, orgNo, [no]);
      if (fault) refusals.set(no, fault);
    }
    return refusals;
  }

  /** Adds members to groups as part of `tx`, with an event for each that was not in. @returns how many were added, by the group's number */
  async putMembers(tx: Transaction, orgNo: number, targets: readonly MembersTarget[], editor: string): Promise<Map<number, number>> {
    const adding: Array<{ target: MembersTarget; members: GroupMember[] }> = [];
    for (const target of targets) {
      const { group, members, isNew } = target;
      const distinct = [...new Map(members.map((member) => [member.no, member])).values()];
      const present = isNew ? NOBODY : await this.membersRepository.presentAmong(tx, group.no, distinct);
      const added = present.size === 0 ? distinct : distinct.filter(({ no }) => !present.has(no));
      if (added.length > 0) adding.push({ target, members: added });
    }
    const raised = adding.flatMap(({ target: { group, isWritten } }) => (isWritten ? [] : group.no));
    await this.repository.raiseVersions(tx, raised, this.clock.nowUs());
    await this.repository.insertMemberships(
      tx,
      orgNo,
      adding.map(({ target, members }) => ({ no: target.group.no, members })),
    );
    await this.events.appendAll(
      tx,
      adding.flatMap(({ target, members }) =>
        this.groupMembers.eventsOf(
          target.group,
          members.map(({ id, kind }) => ({ type: 'group.member.added', id, kind })),
          editor,
        ),
      ),
    );
    return new Map(adding.map(({ target, members }) => [target.group.no, members.length]));
  }

  private async putAccepted(
    tx: Transaction,
    orgNo: number,
    accepted: ReadonlyMap<number, GroupMember[]>,
    locked: ReadonlyMap<number, Group>,
    outcomes: MembersOutcome[],
    targets: ReadonlyArray<NamedMember | DomainError>,
    editor: string,
  ): Promise<void> {
    const groups = [...accepted].flatMap(([no, members]): MembersTarget[] => {
      const before = locked.get(no);
      return before ? [{ group: { ...before, version: before.version + 1 }, members, isNew: false, isWritten: false }] : [];
    });
    const counts = await this.putMembers(tx, orgNo, groups, editor);
    // Entries for the same group are one change of it; the first of them counts.
    for (const [index, outcome] of outcomes.entries()) {
      if ('fault' in outcome) continue;
      const { no } = targets[index] as NamedMember;
      outcome.members = counts.get(no) ?? 0;
      counts.delete(no);
    }
  }

  /** Locks the groups among `members`, so that none of them is removed meanwhile. */
  private async lockAll(tx: Transaction, orgNo: number, members: readonly NamedMember[]): Promise<Map<number, Group>> {
    const numbers = members.flatMap(({ no, kind, planned }) => (kind === 'group' && !planned ? no : []));
    const groups = await this.repository.lockGroups(tx, orgNo, [...new Set(numbers)]);
    return new Map(groups.map((group) => [group.no, group]));
  }

  /** One unit at a time looks at the nesting of an organization and changes it. */
  private async nestingOf(
    tx: Transaction,
    orgNo: number,
    planned: PlannedMembers | undefined,
    nestings: readonly Nesting[],
  ): Promise<NestingGraph> {
    if (nestings.length > 0 && !planned) await this.membersRepository.raiseNesting(tx, orgNo);
    return NestingGraph.load(nestings, {
      parentsOf: async (groupNos) => {
        const rows = await this.membersRepository.parentsOf(tx, orgNo, groupNos);
        const parents = rows.map(({ no, parentNo }) => ({ groupNo: parentNo, memberNo: no }));
        return planned ? [...parents, ...(await planned.plannedParentsOf(tx, groupNos))] : parents;
      },
      childrenOf: async (groupNos) => {
        const children = await this.repository.childrenOf(tx, orgNo, groupNos);
        return planned ? [...children, ...(await planned.plannedChildrenOf(tx, groupNos))] : children;
      },
    });
  }

  private async refusalOf(
    tx: Transaction,
    caller: Principal,
    orgNo: number,
    groupNos: readonly number[],
  ): Promise<DomainError | undefined> {
    try {
      await this.privileges.assertCoversGroups(tx, caller, orgNo, groupNos);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'forbidden') return error;
      throw error;
    }
  }
}

/** Members of an entry that are there, each with its place in the entry, and those that are not. */
export interface ChosenMembers {
  members: Array<{ member: NamedMember; position: number }>;
  refused: MemberRefusal[];
}

function membersOf(found: FoundMembers, references: readonly MemberReference[]): ChosenMembers {
  const chosen: ChosenMembers = { members: [], refused: [] };
  for (const reference of references) {
    const { position } = reference;
    const member = found.require(reference);
    if (member instanceof DomainError) chosen.refused.push({ position, fault: member });
    else chosen.members.push({ member, position });
  }
  return chosen;
}

function targetOf(found: FoundMembers, name: MemberName, locked: ReadonlyMap<number, Group>): NamedMember | DomainError {
  const target = found.require(name);
  if (target instanceof DomainError) return new DomainError('notFound', 'group.notFound', target.message, name.by);
  return target.planned || locked.has(target.no) ? target : unknownGroup();
}

function nestingsOf(targets: ReadonlyArray<NamedMember | DomainError>, chosen: readonly ChosenMembers[]): Nesting[] {
  return targets.flatMap((target, index) =>
    target instanceof DomainError
      ? []
      : (chosen[index]?.members ?? []).flatMap(({ member }) =>
          member.kind === 'group' ? { groupNo: target.no, memberNo: member.no } : [],
        ),
  );
}

const NOBODY: ReadonlySet<number> = new Set();

const NESTING_FAULTS = {
  circle: new DomainError('invalid', 'group.circle', 'This would close a circle of groups.', 'members'),
  tooDeep: new DomainError(
    'invalid',
    'group.tooDeep',
    `Groups may be nested ${MAX_GROUP_DEPTH} deep; this would nest them deeper.`,
    'members',
  ),
} as const;
