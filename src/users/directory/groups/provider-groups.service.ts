// Groups that an identity provider fills: which ones it may fill, and the memberships of a person who signs in with it.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { EventLog } from '../../events/events.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import type { Group } from './group.js';
import { GroupMembersRepository } from './group-members.repository.js';
import { GroupMembers } from './group-members.service.js';
import { GroupsBatchRepository } from './groups-batch.repository.js';
import { GroupsRepository } from './groups.repository.js';
import { MembershipsBatch } from './memberships-batch.service.js';

/** The groups of a provider, by number: all of them, and those that its person is in. */
export interface ProvidedGroups {
  filled: readonly number[];
  joined: readonly number[];
}

/** An answer of a provider about the groups of a person. */
export interface GroupsAnswer {
  /** The editor of the events. */
  providerId: string;
  /** Asked again by the unit of work: a later answer of the provider may have arrived since. */
  isLatest(tx: Transaction): Promise<boolean>;
  /** The roles of the administrator who connected the person's identity. Undefined: the person or the provider did. */
  rolesOfGiver(tx: Transaction): Promise<readonly Membership[] | undefined>;
}

/** Groups to join and to leave, by number. */
interface Difference {
  joins: number[];
  leaves: number[];
}

@Injectable()
export class ProviderGroups {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly lockedGroups: GroupsBatchRepository,
    private readonly memberRows: GroupMembersRepository,
    private readonly members: GroupMembers,
    private readonly memberships: MembershipsBatch,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The numbers of groups that a provider of the organization is to fill, by id.
   * @throws DomainError `invalid` for a group of which the organization has none, `forbidden` for a group with roles that owners don't have
   */
  async requireFillable(organization: Organization, ids: readonly string[]): Promise<Map<string, number>> {
    const found = await this.memberRows.findByIds(organization.no, [...new Set(ids)]);
    const numbers = new Map(found.flatMap(({ id, no, kind }) => (kind === 'group' ? [[id, no]] : [])));
    const unknown = ids.find((id) => !numbers.has(id));
    if (unknown !== undefined)
      throw new DomainError('invalid', 'identityProvider.group', `"${unknown}" is not a group of this organization.`, 'groups');
    const refusals = await this.refusalsOf(this.database.query, organization, [...numbers.values()]);
    for (const refusal of refusals.values()) throw refusal;
    return numbers;
  }

  /**
   * Makes a person a direct member of `joined`, and of no other group of `filled`. Other groups stay as they are.
   * @returns the ids of groups that the person didn't join, because they carry roles which the owners of the organization, or the administrator
   * who connected the identity, don't have
   */
  async assign(
    organization: Organization,
    person: { no: number; id: string },
    { filled, joined }: ProvidedGroups,
    { providerId, isLatest, rolesOfGiver }: GroupsAnswer,
  ): Promise<string[]> {
    // Most sign-ins change nothing, and must not wait for the writer.
    const found = await this.differenceOf(this.database.query, organization, person.no, { filled, joined });
    const changing = [...found.joins, ...found.leaves];
    if (changing.length === 0) return [];
    return this.database.write('assign groups of identity provider', async (tx) => {
      const locked = new Map((await this.lockedGroups.lockGroups(tx, organization.no, changing)).map((one) => [one.no, one]));
      if ((await this.memberRows.lockPeople(tx, organization.no, [person.id])).length === 0) return [];
      if (!(await isLatest(tx))) return [];
      const { joins, leaves } = await this.differenceOf(tx, organization, person.no, { filled: changing, joined });
      // Roles may have been assigned to the group, or to one around it, since the provider was set up.
      const refused = await this.refusalsOf(tx, organization, joins);
      // Otherwise that administrator could give these roles to any account, and the next sign-in with the identity would be refused.
      const given = joins.length > 0 ? await rolesOfGiver(tx) : undefined;
      if (given)
        for (const [no, refusal] of await this.memberships.refusalsOf(tx, { memberships: given }, organization.no, joins))
          refused.set(no, refusal);
      const groupsOf = (numbers: readonly number[]) => numbers.flatMap((no) => locked.get(no) ?? []);
      const member = { no: person.no, id: person.id, kind: 'user' } as const;
      await this.memberships.putMembers(
        tx,
        organization.no,
        groupsOf(joins.filter((no) => !refused.has(no))).map((group) => ({
          group: { ...group, version: group.version + 1 },
          members: [member],
          isNew: false,
          isWritten: false,
        })),
        providerId,
      );
      await this.leave(tx, groupsOf(leaves), member, providerId);
      return groupsOf([...refused.keys()]).map(({ id }) => id);
    });
  }

  private async leave(
    tx: Transaction,
    groups: readonly Group[],
    member: { no: number; id: string; kind: 'user' },
    editor: string,
  ): Promise<void> {
    await this.groups.raiseVersions(
      tx,
      groups.map(({ no }) => no),
      this.clock.nowUs(),
    );
    for (const { no } of groups) await this.memberRows.deleteAll(tx, no, [member]);
    const left = [{ type: 'group.member.removed', id: member.id, kind: member.kind } as const];
    await this.events.appendAll(
      tx,
      groups.flatMap(({ id, orgNo, version }) => this.members.eventsOf({ id, orgNo, version: version + 1 }, left, editor)),
    );
  }

  private async differenceOf(
    query: Query,
    { no }: Organization,
    personNo: number,
    { filled, joined }: ProvidedGroups,
  ): Promise<Difference> {
    const present = await this.memberRows.membershipsOf(query, no, personNo, filled);
    const select = (isMember: boolean) =>
      present.flatMap((one) => (one.isMember === isMember && joined.includes(one.groupNo) !== isMember ? one.groupNo : []));
    return { joins: select(false), leaves: select(true) };
  }

  /** A provider acts with the permissions of those who may change it: the owners of its organization. */
  private refusalsOf(query: Query, { id, no }: Organization, groupNos: readonly number[]): Promise<Map<number, DomainError>> {
    const owner: Pick<Principal, 'memberships'> = { memberships: [{ role: 'ORG_OWNER', orgId: id }] };
    return this.memberships.refusalsOf(query, owner, no, groupNos);
  }
}
