// Changes of who is in a group: exactly those that are asked for, whatever the size of the group, without circles and within the depth.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Query, Transaction } from '../../common/database/database.js';
import { EventLog, type NewEvent } from '../events/events.service.js';
import { raiseGroupsVersion } from '../group-graph/group-graph.repository.js';
import { PrivilegeCheck } from '../memberships/privilege-check.service.js';
import type { Group, GroupMember, MemberKind } from './group.js';
import { closesCircle, NestingGraph, tooDeep } from './group-nesting.js';
import { GroupMembersRepository, type ListedMember } from './group-members.repository.js';
import { GroupsRepository } from './groups.repository.js';

/** A member as a request names it, and where in the request it stands, for refusals. */
export interface GivenMember {
  value: string;
  where: string;
}

/** What shall become of the members of a group. */
export interface MembersChange {
  /** The group has those of `put` afterwards and nobody else; otherwise they are added, and those of `dropped` removed. */
  readonly replaces: boolean;
  readonly put: readonly GivenMember[];
  readonly dropped: readonly string[];
}

/** Members that one unit of work may remove because they were not named. */
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
   * Changes the members of a group whose row is locked, as part of `tx`. Whoever is in already is not added again, whoever is not in not removed.
   * @param caller absent for a group that is being added: it can give nothing yet
   * @returns whether anything has changed, and the events of it; the caller writes the group's new version
   * @throws DomainError `invalid` for members that are unknown, close a circle or nest too deep; `forbidden`; `tooLarge`
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
    // One unit at a time looks at the nesting of an organization and changes it.
    if ([...added, ...removed].some(({ kind }) => kind === 'group')) await raiseGroupsVersion(tx, group.orgNo);
    await this.assertNests(tx, group, added);
    const ids = await this.repository.idsOf(tx, removed);
    await this.repository.deleteAll(tx, group.no, removed);
    await this.repository.insertAll(tx, group.orgNo, [{ no: group.no, members: added }]);
    return [
      // A row without a member is what a removal at the same moment may leave: nobody was in.
      ...removed.flatMap(({ no, kind }) => (ids.has(no) ? ({ type: REMOVED, id: String(ids.get(no)), kind } as const) : [])),
      ...added.map(({ id, kind }) => ({ type: ADDED, id, kind }) as const),
    ];
  }

  /** The events of changed members, once the group has its new version. */
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

  /** Ends the memberships of somebody, or of a group, that is being removed, as part of `tx`: each group gets a new version and an event. */
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

  /** A page of the direct members of a group: `limit` after the one numbered `after`. */
  listMembers({ no, orgNo }: Pick<Group, 'no' | 'orgNo'>, after: number, limit: number): Promise<ListedMember[]> {
    return this.repository.listPage(orgNo, no, after, limit);
  }

  countMembers({ no }: Group): Promise<number> {
    return this.repository.countMembers(no);
  }

  /** A direct member of a group by id, whatever the number of others. @throws DomainError `notFound` */
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

  /** Of those that a request names, the ones who are in: what it puts, and what it drops. Those it drops need not exist. */
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

  /** @throws DomainError `invalid` for the first that is nobody, a service user, or of another organization */
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

  /** Groups in groups: no circle, and no chain that is too long. */
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

/** A membership that began or ended. */
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
