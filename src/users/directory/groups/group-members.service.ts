// Changes the members of a group: exactly the requested ones, regardless of the size of the group, without cycles and within the depth limit.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { raiseGroupsVersion } from '../../roles/group-graph/group-graph.repository.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';
import type { Group, GroupMember, MemberKind } from './group.js';
import { closesCircle, NestingGraph, tooDeep } from './group-nesting.js';
import { GroupMembersRepository, type ListedMember } from './group-members.repository.js';
import { GroupsRepository } from './groups.repository.js';

/** A member in a request, and its position in the request for error messages. */
export interface GivenMember {
  value: string;
  where: string;
}

/** A requested change of the members of a group. */
export interface MembersChange {
  /** If true, the group has exactly the members of `put` afterwards. Otherwise those are added, and those of `dropped` removed. */
  readonly replaces: boolean;
  readonly put: readonly GivenMember[];
  readonly dropped: readonly string[];
}

/** Most members that one unit of work may remove without naming them. */
const MAX_UNNAMED = 50_000;

@Injectable()
export class GroupMembers {
  constructor(
    private readonly repository: GroupMembersRepository,
    private readonly groups: GroupsRepository,
    private readonly privileges: PrivilegeCheck,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the members of a group whose row is locked, as part of `tx`. Present members are not added again, and absent ones not removed.
   * @param caller absent for a group that is being added, which has no roles yet
   * @returns the events of the change, empty if nothing changed; the caller writes the group's new version
   * @throws DomainError `invalid` for members that are unknown, close a cycle or nest too deep; `forbidden`; `tooLarge`
   */
  async change(tx: Transaction, group: Group, change: MembersChange, caller: Principal | undefined): Promise<MembershipEvent[]> {
    const put = await this.requireMembers(tx, group, change.put);
    const present = change.replaces
      ? await this.repository.listNumbers(tx, group.no, put.length + MAX_UNNAMED + 1)
      : await this.namedAndPresent(tx, group, put, change.dropped);
    const [wanted, held] = [new Set(put.map(({ no }) => no)), new Set(present.map(({ no }) => no))];
    const added = put.filter(({ no }) => !held.has(no));
    const removed = present.filter(({ no }) => !wanted.has(no));
    if (removed.length > MAX_UNNAMED) throw tooManyUnnamed();
    if (added.length + removed.length === 0) return [];
    if (caller) await this.privileges.assertCoversGroups(tx, caller, group.orgNo, [group.no]);
    // Serializes units that read and change the nesting of an organization.
    if ([...added, ...removed].some(({ kind }) => kind === 'group')) await raiseGroupsVersion(tx, group.orgNo);
    await this.assertNests(tx, group, added);
    const ids = await this.repository.idsOf(tx, removed);
    await this.repository.deleteAll(tx, group.no, removed);
    await this.repository.insertAll(tx, group.orgNo, [{ no: group.no, members: added }]);
    return [
      // A concurrent removal may leave a membership row without its member: such a row was no membership.
      ...removed.flatMap(({ no, kind }) => (ids.has(no) ? ({ type: REMOVED, id: String(ids.get(no)), kind } as const) : [])),
      ...added.map(({ id, kind }) => ({ type: ADDED, id, kind }) as const),
    ];
  }

  /** The events of changed members; the group must have its new version. */
  eventsOf(group: Pick<Group, 'id' | 'orgNo' | 'version'>, changes: readonly MembershipEvent[], editor: string): NewEvent[] {
    return changes.map(({ type, id, kind }) => ({
      type,
      orgNo: group.orgNo,
      aggregate: { id: group.id, sequence: group.version },
      subjectId: id,
      editor,
      payload: { memberId: id, memberType: kind },
    }));
  }

  /** Ends the memberships of a user or group that is being removed, as part of `tx`: each group gets a new version and an event. */
  async removeEverywhere(tx: Transaction, member: GroupMember & { orgNo: number }, editor: string): Promise<void> {
    const groups = await this.groups.lockGroupsOf(tx, member.orgNo, member.no);
    if (groups.length === 0) return;
    await this.groups.raiseVersions(
      tx,
      groups.map(({ no }) => no),
      this.clock.nowUs(),
    );
    if (member.kind === 'group') await raiseGroupsVersion(tx, member.orgNo);
    await this.repository.deleteMemberships(tx, member.orgNo, member.no);
    const ended = [{ type: REMOVED, id: member.id, kind: member.kind } as const];
    await this.events.appendAll(
      tx,
      groups.flatMap(({ id, version }) => this.eventsOf({ id, orgNo: member.orgNo, version: version + 1 }, ended, editor)),
    );
  }

  /** A page of the direct members of a group: `limit` members after number `after`. */
  listMembers({ no, orgNo }: Pick<Group, 'no' | 'orgNo'>, after: number, limit: number): Promise<ListedMember[]> {
    return this.repository.listPage(orgNo, no, after, limit);
  }

  countMembers({ no }: Group): Promise<number> {
    return this.repository.countMembers(no);
  }

  /** A direct member of a group by id; the cost does not depend on the size of the group. @throws DomainError `notFound` */
  async requireMember({ no, orgNo }: Group, id: string): Promise<ListedMember> {
    const member = await this.repository.findMember(orgNo, no, id);
    if (member) return member;
    throw new DomainError('notFound', 'group.memberNotFound', 'This group has no such member of its own.');
  }

  /** The direct members of several groups of one organization, by the group's number; undefined if there are more than `limit` in all. */
  listAllMembers(orgNo: number, groups: readonly Group[], limit: number): Promise<Map<number, ListedMember[]> | undefined> {
    return this.repository.listAll(
      orgNo,
      groups.map(({ no }) => no),
      limit,
    );
  }

  /** The present members among those that a request adds or drops. Dropped ids that don't exist are ignored. */
  private async namedAndPresent(
    query: Query,
    group: Group,
    put: readonly GroupMember[],
    dropped: readonly string[],
  ): Promise<GroupMember[]> {
    const leaving = await this.repository.findByIds(group.orgNo, dropped, query);
    const named = [...put, ...leaving];
    const present = await this.repository.presentAmong(query, group.no, named);
    return named.filter(({ no }) => present.has(no));
  }

  /** @throws DomainError `invalid` for the first id that is unknown, a service user, or of another organization */
  private async requireMembers(tx: Transaction, group: Group, given: readonly GivenMember[]): Promise<GroupMember[]> {
    const ids = [...new Set(given.map(({ value }) => value))].sort();
    if (ids.length === 0) return [];
    const people = (await this.repository.lockPeople(tx, group.orgNo, ids)).map((row) => ({ ...row, kind: 'user' as const }));
    const known = new Map<string, GroupMember>(people.map((member) => [member.id, member]));
    const others = ids.filter((id) => !known.has(id));
    for (const row of await this.groups.lockByIds(tx, group.orgNo, others)) known.set(row.id, { ...row, kind: 'group' });
    const unknown = given.find(({ value }) => !known.has(value));
    if (unknown) {
      throw new DomainError(
        'invalid',
        'group.memberUnknown',
        `${unknown.where}: "${unknown.value}" is neither a person nor a group of this organization.`,
        'members',
      );
    }
    return [...known.values()];
  }

  /** Groups in groups: no cycle, and no chain that is too long. */
  private async assertNests(tx: Transaction, { no, orgNo }: Group, added: readonly GroupMember[]): Promise<void> {
    const nestings = added.filter(({ kind }) => kind === 'group').map((member) => ({ groupNo: no, memberNo: member.no }));
    if (nestings.length === 0) return;
    const graph = await NestingGraph.load(nestings, this.repository.nestingSource(tx, orgNo));
    for (const nesting of nestings) {
      const circle = graph.circleOf(nesting);
      if (circle) {
        const names = await this.groups.names(tx, orgNo, circle);
        throw closesCircle(circle.map((one) => names.get(one) ?? ''));
      }
      if (graph.isTooDeep(nesting)) throw tooDeep();
    }
  }
}

/** A membership that was added or removed. */
export interface MembershipEvent {
  type: typeof ADDED | typeof REMOVED;
  id: string;
  kind: MemberKind;
}

const ADDED = 'group.member.added';
const REMOVED = 'group.member.removed';

function tooManyUnnamed(): DomainError {
  return new DomainError(
    'tooLarge',
    'group.tooManyUnnamed',
    `This would remove more than ${MAX_UNNAMED} members at once; remove them in several requests, or remove the group.`,
    'members',
  );
}
