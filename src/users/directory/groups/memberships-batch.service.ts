// Adds members to many groups in one unit of work, with many rows per statement. A refused member does not affect the others.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { EventLog } from '../../events/events.service.js';
import { raiseGroupsVersion } from '../../roles/group-graph/group-graph.repository.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { unknownGroup, type Group, type GroupMember } from './group.js';
import { GroupMembersRepository } from './group-members.repository.js';
import { GroupMembers } from './group-members.service.js';
import { NestingGraph, type Nesting } from './group-nesting.js';
import { GroupsBatchRepository } from './groups-batch.repository.js';
import { GroupsRepository } from './groups.repository.js';
import {
  MemberNames,
  type ChosenMembers,
  type FoundMembers,
  type MemberName,
  type MemberReference,
  type MemberRefusal,
  type NamedMember,
  type PlannedMembers,
} from './member-names.service.js';

/** Members to add to an existing group. */
export interface MembersEntry {
  group: MemberName;
  members: readonly MemberReference[];
}

export interface GroupBatchRules {
  caller: Principal;
  /** Existing groups are changed instead of refused. */
  changesExisting: boolean;
  /** Present in a dry run: everything is checked, and only the planned rows are recorded. */
  planned?: PlannedMembers;
}

/** `members`: how many were added. */
export type MembersOutcome = { members: number; refused: MemberRefusal[] } | { fault: DomainError };

/** A group and the members to add. `group` has its next version, and was locked unless it is new. */
export interface MembersTarget {
  group: Group;
  members: readonly GroupMember[];
  /** The group has no members yet. */
  isNew: boolean;
  /** Its row has this version already. */
  isWritten: boolean;
}

@Injectable()
export class MembershipsBatch {
  constructor(
    private readonly repository: GroupsBatchRepository,
    private readonly groups: GroupsRepository,
    private readonly membersRepository: GroupMembersRepository,
    private readonly memberNames: MemberNames,
    private readonly groupMembers: GroupMembers,
    private readonly privileges: PrivilegeCheck,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds people and groups of one organization to its groups, with their events, as part of `tx`. A present member is no error.
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
    const chosen = entries.map(({ members }) => found.choose(members));
    const locked = await this.lockAll(tx, organization.no, [
      ...entries.flatMap(({ group }) => found.find(group) ?? []),
      ...chosen.flatMap(({ members }) => members.map(({ member }) => member)),
    ]);
    const targets = entries.map(({ group }) => targetOf(found, group, locked));
    const existing = targets.flatMap((target) => ('no' in target && !target.planned ? target.no : []));
    const weaker = await this.refusalsOf(tx, caller, organization.no, existing);
    const graph = await this.nestingOf(tx, organization.no, planned, nestingsOf(targets, chosen));
    const accepted = acceptMembers(
      targets.map((target) => ('no' in target ? (weaker.get(target.no) ?? target) : target)),
      chosen,
      graph,
    );
    if (planned) await planned.addNestings(tx, accepted.nestings);
    else await this.putAccepted(tx, organization.no, accepted, locked, targets, caller.userId);
    return accepted.outcomes;
  }

  /** The groups to which the caller may not add members, because of the roles they have. */
  async refusalsOf(
    query: Query,
    caller: Pick<Principal, 'memberships'>,
    orgNo: number,
    groupNos: readonly number[],
  ): Promise<Map<number, DomainError>> {
    const all = [...new Set(groupNos)];
    if (all.length === 0 || !(await this.refusalOf(query, caller, orgNo, all))) return new Map();
    const refusals = new Map<number, DomainError>();
    for (const no of all) {
      const fault = await this.refusalOf(query, caller, orgNo, [no]);
      if (fault) refusals.set(no, fault);
    }
    return refusals;
  }

  /** Adds members to groups as part of `tx`, with an event for each new one. @returns how many were added, by the group's number */
  async putMembers(tx: Transaction, orgNo: number, targets: readonly MembersTarget[], editor: string): Promise<Map<number, number>> {
    const adding: Array<{ target: MembersTarget; members: GroupMember[] }> = [];
    for (const target of targets) {
      const { group, members, isNew } = target;
      const distinct = [...new Map(members.map((member) => [member.no, member])).values()];
      const present = isNew ? NO_MEMBERS : await this.membersRepository.presentAmong(tx, group.no, distinct);
      const added = present.size === 0 ? distinct : distinct.filter(({ no }) => !present.has(no));
      if (added.length > 0) adding.push({ target, members: added });
    }
    const raised = adding.flatMap(({ target: { group, isWritten } }) => (isWritten ? [] : group.no));
    await this.groups.raiseVersions(tx, raised, this.clock.nowUs());
    await this.membersRepository.insertAll(
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
    { members: accepted, outcomes }: AcceptedMembers,
    locked: ReadonlyMap<number, Group>,
    targets: ReadonlyArray<NamedMember | DomainError>,
    editor: string,
  ): Promise<void> {
    const groups = [...accepted].flatMap(([no, members]): MembersTarget[] => {
      const before = locked.get(no);
      return before ? [{ group: { ...before, version: before.version + 1 }, members, isNew: false, isWritten: false }] : [];
    });
    const counts = await this.putMembers(tx, orgNo, groups, editor);
    // Entries for the same group are one change; its count belongs to the first entry.
    for (const [index, outcome] of outcomes.entries()) {
      if ('fault' in outcome) continue;
      const { no } = targets[index] as NamedMember;
      outcome.members = counts.get(no) ?? 0;
      counts.delete(no);
    }
  }

  /** Locks the groups among `members`, so that they can't be removed concurrently. */
  private async lockAll(tx: Transaction, orgNo: number, members: readonly NamedMember[]): Promise<Map<number, Group>> {
    const numbers = members.flatMap(({ no, kind, planned }) => (kind === 'group' && !planned ? no : []));
    const groups = await this.repository.lockGroups(tx, orgNo, [...new Set(numbers)]);
    return new Map(groups.map((group) => [group.no, group]));
  }

  /** Serializes units that read and change the nesting of an organization. */
  private async nestingOf(
    tx: Transaction,
    orgNo: number,
    planned: PlannedMembers | undefined,
    nestings: readonly Nesting[],
  ): Promise<NestingGraph> {
    if (nestings.length > 0 && !planned) await raiseGroupsVersion(tx, orgNo);
    const source = this.membersRepository.nestingSource(tx, orgNo);
    if (!planned) return NestingGraph.load(nestings, source);
    // A dry run may plan members inside any group, so all child groups are read.
    return NestingGraph.load(nestings, {
      parentsOf: async (nos) => [...(await source.parentsOf(nos)), ...(await planned.plannedParentsOf(tx, nos))],
      childrenOf: async (nos) => [
        ...(await this.membersRepository.childrenOf(tx, orgNo, nos)),
        ...(await planned.plannedChildrenOf(tx, nos)),
      ],
    });
  }

  private async refusalOf(
    query: Query,
    caller: Pick<Principal, 'memberships'>,
    orgNo: number,
    groupNos: readonly number[],
  ): Promise<DomainError | undefined> {
    try {
      await this.privileges.assertCoversGroups(query, caller, orgNo, groupNos);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'forbidden') return error;
      throw error;
    }
  }
}

/** The accepted members, by the group's number, the groups among them, and the results of the entries. */
interface AcceptedMembers {
  members: Map<number, GroupMember[]>;
  nestings: Nesting[];
  outcomes: MembersOutcome[];
}

/** Checks the members of all entries in order; an accepted nested group counts for the entries after it. */
function acceptMembers(
  targets: ReadonlyArray<NamedMember | DomainError>,
  chosen: readonly ChosenMembers[],
  graph: NestingGraph,
): AcceptedMembers {
  const accepted: AcceptedMembers = { members: new Map(), nestings: [], outcomes: [] };
  for (const [index, target] of targets.entries()) {
    if (target instanceof DomainError) {
      accepted.outcomes.push({ fault: target });
      continue;
    }
    const { members, refused } = chosen[index] as ChosenMembers;
    const into = accepted.members.get(target.no) ?? [];
    accepted.members.set(target.no, into);
    const before = into.length;
    for (const { member, position } of members) {
      const nesting = member.kind === 'group' ? { groupNo: target.no, memberNo: member.no } : undefined;
      const fault = nesting && graph.refusalOf(nesting);
      if (fault) {
        refused.push({ position, fault });
        continue;
      }
      into.push(member);
      if (!nesting) continue;
      graph.add(nesting);
      accepted.nestings.push(nesting);
    }
    accepted.outcomes.push({ members: into.length - before, refused: refused.sort((a, b) => a.position - b.position) });
  }
  return accepted;
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

const NO_MEMBERS: ReadonlySet<number> = new Set();
