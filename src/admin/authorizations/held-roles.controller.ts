// What one user has, and why: its own roles, and those it has through groups.
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { HeldProjectRoles, type HeldAuthorization } from '../../users/authorizations/held-project-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { UserDirectory } from '../../users/user-directory/user-directory.repository.js';
import { belongedGroupView, BelongedGroupView } from '../groups/group.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { authorizationView, AuthorizationView } from './authorization.view.js';

export class HeldAuthorizationView extends AuthorizationView {
  @ApiProperty({ required: false, description: 'group that has it and that the user belongs to; absent: the user has it itself' })
  group?: BelongedGroupView;
}

@ApiTags('authorizations')
@Controller('admin/v1/organizations/:orgId/users/:userId/authorizations')
export class HeldRolesController {
  constructor(
    private readonly directory: UserDirectory,
    private readonly heldRoles: HeldProjectRoles,
  ) {}

  /** Every role of a project that counts for a person or service user now, whichever organization gave it: its own first, then by group; at most 2,000. */
  @Get()
  @ApiOperation({ summary: 'Roles of projects that a user has now, and by which group' })
  @Access('authorization.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
  ): Promise<{ authorizations: HeldAuthorizationView[] }> {
    const user = await this.directory.requireInOrganization(organization.no, userId);
    return { authorizations: (await this.heldRoles.explain({ userNo: user.no, orgNo: user.orgNo })).map(heldAuthorizationView) };
  }
}

/** An authorization, and by which group it counts. */
export function heldAuthorizationView({ authorization, group }: HeldAuthorization): HeldAuthorizationView {
  return { ...authorizationView(authorization), ...(group && { group: belongedGroupView(group) }) };
}
