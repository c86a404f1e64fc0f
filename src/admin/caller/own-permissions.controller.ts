// Who the caller is and what it may do, for consoles and the command line: they offer only what is allowed.
import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, CallerAccess } from '../../common/access/access.js';
import { ALL_PERMISSIONS, type Permission } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { LoginNames } from '../../users/organizations/login-names.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { NamesRepository } from '../names/names.repository.js';
import { OwnPermissions } from './own-permissions.service.js';

export class PermittedView {
  @ApiProperty({ type: [String], example: ['ORG_OWNER'], description: 'roles of the caller in this scope' }) roles: string[];
  @ApiProperty({ enum: ALL_PERMISSIONS, isArray: true, description: 'everything allowed here, also by roles of a wider scope' })
  permissions: Permission[];
}

export class PermittedProjectView extends PermittedView {
  @ApiProperty() projectId: string;
  @ApiProperty({ required: false, description: 'the grant that the roles are limited to' }) grantId?: string;
  @ApiProperty() name: string;
}

export class PermittedOrganizationView extends PermittedView {
  @ApiProperty() orgId: string;
  @ApiProperty() name: string;
  @ApiProperty({ type: [PermittedProjectView], description: 'projects and grants where the caller has roles of their own' })
  projects: PermittedProjectView[];
}

export class OwnPermissionsView {
  @ApiProperty() userId: string;
  @ApiProperty({ enum: ['person', 'service'] }) kind: string;
  @ApiProperty({ description: 'id of the organization that the caller belongs to' }) orgId: string;
  @ApiProperty() orgName: string;
  @ApiProperty({ example: 'ada' }) userName: string;
  @ApiProperty({ example: 'ada@example.com' }) loginName: string;
  @ApiProperty({ example: 'Ada Lovelace' }) displayName: string;
  @ApiProperty({ type: PermittedView, description: 'in the whole service; these permissions count in every organization' })
  service: PermittedView;
  @ApiProperty({ type: [PermittedOrganizationView], description: 'where the caller has a role, by name; at most 1,000' })
  organizations: PermittedOrganizationView[];
  @ApiProperty({ type: 'integer', description: 'number of organizations where the caller has a role' }) organizationCount: number;
}

@ApiTags('caller')
@AdminController('me')
export class OwnPermissionsController {
  constructor(
    private readonly permissions: OwnPermissions,
    private readonly names: NamesRepository,
    private readonly organizations: Organizations,
    private readonly loginNames: LoginNames,
  ) {}

  /**
   * Who the caller is, and what it may do where. Every caller with a valid token may ask; one without a role gets empty lists. Roles through groups
   * are included. The names of permissions are those of "Who may do what".
   */
  @Get('permissions')
  @CallerAccess()
  @ApiOperation({ summary: 'Who the caller is, and what it may do' })
  @ApiOkResponse({ type: OwnPermissionsView })
  async get(@Caller() { userId, kind, orgId, memberships, configVersion }: Principal): Promise<OwnPermissionsView> {
    const organization = await this.organizations.requireOrganization(orgId, configVersion);
    const user = (await this.names.findUsers([userId])).get(userId);
    // Removed since the token was verified.
    if (!user) throw new DomainError('notFound', 'user.notFound', 'This user does not exist.');
    return {
      userId,
      kind,
      orgId,
      orgName: organization.name,
      userName: user.userName,
      loginName: await this.loginNames.loginNameOf(user, organization, configVersion),
      displayName: user.name,
      ...(await this.permissions.explain(memberships)),
    };
  }
}
