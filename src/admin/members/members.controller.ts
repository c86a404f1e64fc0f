import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import {
  judgeService,
  ORGANIZATION_ROLES,
  SERVICE_ROLES,
  type OrganizationRole,
  type ServiceRole,
} from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { OneOf, Text } from '../../common/http/fields.js';
import { Memberships } from '../../users/memberships/memberships.service.js';
import { RoleCover } from '../../users/memberships/role-cover.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { UserDirectory } from '../../users/user-directory.js';

export class NewMemberBody {
  @Text(200, { description: 'id of a person or service user' }) userId: string;
  @OneOf(Object.keys(ORGANIZATION_ROLES), { description: 'role in this organization' }) role: OrganizationRole;
}

export class NewServiceMemberBody {
  @Text(200, { description: 'id of a person or service user' }) userId: string;
  @OneOf(Object.keys(SERVICE_ROLES), { description: 'role in the whole service' }) role: ServiceRole;
}

export class MemberView {
  @ApiProperty() userId: string;
  @ApiProperty() role: string;
}

@ApiTags('members')
@Controller('admin/v1')
export class MembersController {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: UserDirectory,
    private readonly memberships: Memberships,
    private readonly cover: RoleCover,
    private readonly database: Database,
  ) {}

  /** Gives a user of any organization a role in this one. */
  @Post('organizations/:orgId/members')
  @Access('member.write')
  async addToOrganization(
    @Param('orgId') orgId: string,
    @Body() { userId, role }: NewMemberBody,
    @Caller() caller: Principal,
  ): Promise<MemberView> {
    const organization = await this.organizations.require(orgId);
    this.cover.assertCoversRoles(caller, [{ role, orgId }]);
    const user = await this.findUser(userId);
    // Users of other organizations are known only to those who manage the whole service.
    if (user.orgNo !== organization.no && judgeService(caller.memberships, 'member.write') !== 'allowed') throw unknownUser();
    await this.database.write('add member', (tx) => this.memberships.addToOrganization(tx, organization, user, role, caller.userId));
    return { userId, role };
  }

  /** Gives a user a role in the whole service. */
  @Post('members')
  @ServiceAccess('member.write')
  async addToService(@Body() { userId, role }: NewServiceMemberBody, @Caller() caller: Principal): Promise<MemberView> {
    this.cover.assertCoversRoles(caller, [{ role, orgId: null }]);
    const user = await this.findUser(userId);
    await this.database.write('add member', (tx) => this.memberships.addToService(tx, user.orgNo, user, role, caller.userId));
    return { userId, role };
  }

  private async findUser(userId: string) {
    const user = await this.users.findById(userId);
    if (!user) throw unknownUser();
    return user;
  }
}

function unknownUser(): DomainError {
  return new DomainError('notFound', 'user.notFound', 'There is no such user.');
}
