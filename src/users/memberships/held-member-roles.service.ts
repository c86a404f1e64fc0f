// Which member roles in an organization a user has at this moment, and why: for whoever wants to know. Requests ask Memberships.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../common/access/permissions.js';
import { GroupGraph, type BelongedGroup } from '../group-graph/group-graph.repository.js';
import type { Organization } from '../organizations/organizations.service.js';
import { GroupRolesRepository } from './group-roles.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

/** A role that a user has: its own, or (`group`) that of a group it belongs to, directly or through other groups. */
export interface HeldMemberRole {
  membership: Membership;
  group?: BelongedGroup;
}

/** An answer is for people to read, and in one piece. */
const MAX_EXPLAINED = 2_000;

@Injectable()
export class HeldMemberRoles {
  constructor(
    private readonly memberships: MembershipsRepository,
    private readonly groupRoles: GroupRolesRepository,
    private readonly groupGraph: GroupGraph,
  ) {}

  /** Its own roles in the whole service and in other organizations; groups give roles in their own organization only. */
  async listElsewhere({ no: orgNo }: Organization, userNo: number): Promise<Membership[]> {
    const { roles } = await this.memberships.ownRoles(userNo);
    return roles.filter((role) => role.orgNo !== orgNo).map(({ membership }) => membership);
  }

  /** In an organization, its projects and the grants that it has; nothing of other organizations or the whole service. Its own first, then by group. */
  async explain({ no: orgNo }: Organization, userNo: number): Promise<HeldMemberRole[]> {
    const { roles, groupsOrgNo } = await this.memberships.ownRoles(userNo);
    const own = roles.filter((role) => role.orgNo === orgNo).map(({ membership }) => ({ membership }));
    if (groupsOrgNo !== orgNo) return own;
    const groups = new Map((await this.groupGraph.groupsOfMembers(orgNo, [userNo])).map((group) => [group.no, group]));
    const byGroup = await this.groupRoles.rolesByGroup(orgNo, userNo, MAX_EXPLAINED);
    return [
      ...own,
      ...byGroup.flatMap(({ groupNo, membership }) => {
        const group = groups.get(groupNo);
        return group ? { membership, group } : [];
      }),
    ];
  }
}
