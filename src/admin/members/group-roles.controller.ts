// Member roles of groups: what everybody who belongs to a group may do here.
import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import { ORGANIZATION_ROLES, PROJECT_GRANT_ROLES, PROJECT_ROLES, type Membership } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { OneOf, Text } from '../../common/http/fields.js';
import { QueryNames } from '../../common/http/page-query.js';
import { GroupRoles, type ScopedRole } from '../../users/roles/memberships/group-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, type ItemList } from '../../common/primitives/list-items.js';
import { AdminController } from '../controller/admin-controller.js';

const ROLES = [...Object.keys(ORGANIZATION_ROLES), ...Object.keys(PROJECT_ROLES), ...Object.keys(PROJECT_GRANT_ROLES)];

export class GroupRoleBody {
  @OneOf(ROLES, { description: 'role in this organization, or in one project or grant of it', example: 'ORG_USER_MANAGER' }) role: string;
  @Text(200, { description: 'project, for PROJECT_OWNER', optional: true }) projectId?: string;
  @Text(200, { description: 'grant, for PROJECT_GRANT_OWNER', optional: true }) grantId?: string;
}

export class GroupRoleView {
  @ApiProperty({ example: 'ORG_USER_MANAGER' }) role: string;
  @ApiProperty({ required: false }) projectId?: string;
  @ApiProperty({ required: false }) grantId?: string;
}

const GROUP_ROLE_LIST: ItemList<Membership> = {
  no: ({ role, projectId, grantId }) => [role, projectId, grantId].join(' '),
  sorts: { role: ({ role }) => role },
  filters: { role: { kind: 'is', words: ROLES, of: ({ role }) => role } },
  defaultLimit: 1_000,
};

@ApiTags('members')
@FreshSignIn('administrators')
@AdminController('organizations/:orgId/groups/:groupId/roles')
export class GroupRolesController {
  constructor(private readonly groupRoles: GroupRoles) {}

  @Get()
  @ApiOperation({ summary: 'Member roles of a group' })
  @ApiOkResponse({ type: listView('roles', GroupRoleView) })
  @Access('group.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @ListParam(GROUP_ROLE_LIST) list: ListRequest,
  ): Promise<ListAnswer<'roles', GroupRoleView>> {
    return list.answer('roles', listItems(await this.groupRoles.listRoles(organization, groupId), GROUP_ROLE_LIST, list), groupRoleView);
  }

  /** Everybody who belongs to the group, also through other groups, has the role from the next request on. */
  @Post()
  @ApiOperation({ summary: 'Gives a member role to a group' })
  @Access('member.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @Body() body: GroupRoleBody,
    @Caller() caller: Principal,
  ): Promise<GroupRoleView> {
    const role = scopedRole(body);
    await this.groupRoles.addRole(organization, groupId, role, caller);
    return role;
  }

  /** Takes a role in this organization away, or, with `projectId` or `grantId`, one in a project or grant. */
  @Delete(':role')
  @ApiParam({ name: 'role', example: 'ORG_OWNER' })
  @ApiOperation({ summary: 'Takes a member role of a group away' })
  @HttpCode(204)
  @Access('member.write')
  @QueryNames('projectId', 'grantId')
  @ApiQuery({ name: 'projectId', required: false, description: 'of this project' })
  @ApiQuery({ name: 'grantId', required: false, description: 'of this grant' })
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @Param('role') role: string,
    @Query('projectId') projectId: string | undefined,
    @Query('grantId') grantId: string | undefined,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.groupRoles.removeRole(organization, groupId, scopedRole({ role, projectId, grantId }), caller);
  }
}

/** @throws DomainError `invalid` for a project and a grant at once */
function scopedRole({ role, projectId, grantId }: ScopedRole): ScopedRole {
  if (projectId !== undefined && grantId !== undefined)
    throw new DomainError('invalid', 'groupRole.scope', 'A role counts in a project or in a grant; name one of them.', 'grantId');
  return { role, ...(projectId !== undefined && { projectId }), ...(grantId !== undefined && { grantId }) };
}

/** A member role without the organization, which the address names. */
export function groupRoleView({ role, projectId, grantId }: Membership): GroupRoleView {
  return { role, ...(projectId !== undefined && { projectId }), ...(grantId !== undefined && { grantId }) };
}
