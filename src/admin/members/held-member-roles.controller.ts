// What one user may do in the API of this service, and why: its own member roles, and those it has through groups.
import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, type ItemList } from '../../common/primitives/list-items.js';
import { HeldMemberRoles, type HeldMemberRole } from '../../users/roles/memberships/held-member-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { UserDirectory } from '../../users/roles/user-directory/user-directory.repository.js';
import { AdminController } from '../controller/admin-controller.js';
import { belongedGroupView, BelongedGroupView } from '../groups/group.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { GroupRoleView, groupRoleView } from './group-roles.controller.js';

export class HeldMemberRoleView extends GroupRoleView {
  @ApiProperty({ required: false, description: 'group that has it and that the user belongs to; absent: the user has it itself' })
  group?: BelongedGroupView;
}

/** Its own first, then by the name of the group. */
const HELD_LIST: ItemList<HeldMemberRole> = {
  no: ({ membership: { role, projectId, grantId }, group }) =>
    [group ? `1 ${group.displayName.toLowerCase()} ${group.id}` : '0', role, projectId, grantId].join(' '),
  sorts: { role: ({ membership }) => membership.role },
  filters: {
    role: { kind: 'is', of: ({ membership }) => membership.role },
    groupId: { kind: 'is', of: ({ group }) => group?.id ?? '' },
  },
  defaultLimit: 1_000,
};

@ApiTags('members')
@AdminController('organizations/:orgId/users/:userId/roles')
export class HeldMemberRolesController {
  constructor(
    private readonly directory: UserDirectory,
    private readonly heldRoles: HeldMemberRoles,
  ) {}

  /** Every member role that a person or service user of the organization has in it now, its own first, then by group. */
  @Get()
  @ApiOperation({ summary: 'Member roles that a user has in the organization now, and by which group' })
  @ApiOkResponse({ type: listView('roles', HeldMemberRoleView) })
  @Access('org.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(HELD_LIST) list: ListRequest,
  ): Promise<ListAnswer<'roles', HeldMemberRoleView>> {
    const user = await this.directory.requireInOrganization(organization.no, userId);
    return list.answer('roles', listItems(await this.heldRoles.explain(organization, user.no), HELD_LIST, list), heldMemberRoleView);
  }
}

/** A member role, and by which group a user has it. */
export function heldMemberRoleView({ membership, group }: HeldMemberRole): HeldMemberRoleView {
  return { ...groupRoleView(membership), ...(group && { group: belongedGroupView(group) }) };
}
