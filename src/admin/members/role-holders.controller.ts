// Who may do what in an organization or a project, and why, in one list.
import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { ROLE_HOLDER_LIST, ROLE_REASONS } from '../../users/roles/memberships/role-holders.repository.js';
import { RoleHolders, type RoleHolder } from '../../users/roles/memberships/role-holders.service.js';
import { ProjectRoleHolders, type ProjectRoleHolder } from '../../users/roles/authorizations/project-role-holders.service.js';
import type { ListFacts } from '../../common/primitives/list-query.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { BelongedGroupView } from '../groups/group.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { heldMemberRoleView, HeldMemberRoleView } from './held-member-roles.controller.js';

export class ReasonedRoleView extends HeldMemberRoleView {
  @ApiProperty({
    enum: ROLE_REASONS,
    description: 'given to the user here, to a group here, or inherited: from the whole service or, for a project, from its organization',
  })
  via: string;
}

export class RoleHolderView {
  @ApiProperty() userId: string;
  @ApiProperty({ enum: ['person', 'service'] }) kind: string;
  @ApiProperty({ required: false, description: 'of users of this organization' }) userName?: string;
  @ApiProperty({ type: [ReasonedRoleView], description: 'its own first, then by group' }) roles: ReasonedRoleView[];
}

export class ReasonedProjectRoleView {
  @ApiProperty({ description: 'key of the role', example: 'accountant' }) roleKey: string;
  @ApiProperty({ enum: ['direct', 'group'], description: 'given to the user, or to a group that the user belongs to' }) via: string;
  @ApiProperty() authorizationId: string;
  @ApiProperty({ description: 'organization that gave it' }) orgId: string;
  @ApiProperty({ required: false, description: 'grant by which it was given; absent: by the organization of the project' })
  grantId?: string;
  @ApiProperty({ required: false, description: 'the group, of users of this organization' }) group?: BelongedGroupView;
}

export class ProjectRoleHolderView extends RoleHolderView {
  @ApiProperty({ type: [ReasonedProjectRoleView], description: 'roles of the project; its own first, then by group' })
  projectRoles: ReasonedProjectRoleView[];
}

/** The same filters; `role` is a member role or the key of a role of the project. */
const PROJECT_HOLDER_LIST = {
  ...ROLE_HOLDER_LIST,
  filters: {
    ...ROLE_HOLDER_LIST.filters,
    role: { kind: 'is', description: 'only users who have this role, a member role or one of the project' },
  },
} satisfies ListFacts;

@ApiTags('members')
@AdminController('organizations/:orgId')
export class RoleHoldersController {
  constructor(
    private readonly holders: RoleHolders,
    private readonly projectHolders: ProjectRoleHolders,
  ) {}

  /** Users with a member role in the organization, its projects or the grants that it has; inherited ones only for callers who may read the members of the whole service. */
  @Get('role-holders')
  @Access('org.read')
  @ApiOperation({ summary: 'Who has which member roles in an organization, and why' })
  @ApiOkResponse({ type: listView('roleHolders', RoleHolderView) })
  async listOfOrganization(
    @OrganizationParam() organization: Organization,
    @ListParam(ROLE_HOLDER_LIST) list: ListRequest,
    @Caller() caller: Principal,
  ): Promise<ListAnswer<'roleHolders', RoleHolderView>> {
    return list.answer('roleHolders', await this.holders.list(organization, undefined, caller, list), roleHolderView);
  }

  /**
   * Users who manage the project by a member role, and users with roles of the project itself, given by its organization or by an organization it is
   * granted to. Inherited member roles only for callers who may read the members there; users of other organizations by their ids alone.
   */
  @Get('projects/:projectId/role-holders')
  @Access('project.read')
  @ApiOperation({ summary: 'Who has which roles in a project, and why' })
  @ApiOkResponse({ type: listView('roleHolders', ProjectRoleHolderView) })
  async listOfProject(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @ListParam(PROJECT_HOLDER_LIST) list: ListRequest,
    @Caller() caller: Principal,
  ): Promise<ListAnswer<'roleHolders', ProjectRoleHolderView>> {
    const holders = await this.projectHolders.list(organization, projectId, caller, list);
    return list.answer('roleHolders', holders, projectRoleHolderView);
  }
}

function roleHolderView({ userId, kind, userName, roles }: RoleHolder): RoleHolderView {
  return {
    userId,
    kind,
    ...(userName !== undefined && { userName }),
    roles: roles.map(({ via, ...held }) => ({ ...heldMemberRoleView(held), via })),
  };
}

function projectRoleHolderView({ projectRoles, ...holder }: ProjectRoleHolder): ProjectRoleHolderView {
  return {
    ...roleHolderView(holder),
    projectRoles: projectRoles.map(({ key, group, ...role }) => ({
      roleKey: key,
      ...role,
      ...(group && { group: { groupId: group.id, displayName: group.displayName, direct: group.direct } }),
    })),
  };
}
