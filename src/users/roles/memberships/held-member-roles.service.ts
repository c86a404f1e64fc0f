// Explains which member roles users have now, and why, for administrators. Requests use Memberships.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import type { BelongedGroup } from '../group-graph/group-graph.repository.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { GroupRolesRepository } from './group-roles.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

/** A role that a user has: its own, or (`group`) that of a group it is a member of, directly or through other groups. */
export interface HeldMemberRole {
  membership: Membership;
  group?: BelongedGroup;
}

/** Most roles explained for one user: the result is for people to read, on one page. */
const MAX_EXPLAINED = 2_000;

@Injectable()
export class HeldMemberRoles {
  constructor(
    private readonly memberships: MembershipsRepository,
    private readonly groupRoles: GroupRolesRepository,
  ) {}

  /**
   * The roles in an organization, its projects and its grants, without roles in other organizations or the whole service. Own roles first, then by
   * group.
   */
  async explain({ id, no }: Organization, userNo: number): Promise<HeldMemberRole[]> {
    return (await this.explainAll(no, [userNo])).filter(({ membership }) => membership.orgId === id);
  }

  /** The user's own roles in the whole service and in other organizations; groups give roles in their own organization only. */
  async listElsewhere({ id }: Organization, userNo: number): Promise<Membership[]> {
    const own = await this.memberships.rolesOfUsers([userNo]);
    return own.map(({ membership }) => membership).filter(({ orgId }) => orgId !== id);
  }

  /**
   * All own roles of several users, in every organization, and their roles through groups of one organization. For each user own roles first, then by
   * the name of the group.
   */
  async explainAll(orgNo: number, userNos: readonly number[]): Promise<Array<HeldMemberRole & { userNo: number }>> {
    if (userNos.length === 0) return [];
    const [own, byGroup] = await Promise.all([
      this.memberships.rolesOfUsers(userNos),
      this.groupRoles.rolesByGroup(orgNo, userNos, MAX_EXPLAINED * userNos.length),
    ]);
    return [
      ...own.map(({ userNo, membership }) => ({ userNo, membership })),
      ...byGroup.map(({ membership, group }) => ({ userNo: group.memberNo, membership, group })),
    ];
  }
}
