import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
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
import { DomainError } from '../../common/primitives/domain-error.js';
import { OneOf, Text } from '../../common/http/fields.js';
import { pageOf } from '../../common/http/paging.js';
import { Memberships, type Member } from '../../users/memberships/memberships.service.js';
import { PrivilegeCheck } from '../../users/memberships/privilege-check.service.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { NO_USER } from '../../users/people/person.js';
import { UserDirectory } from '../../users/user-directory/user-directory.repository.js';

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

export class MemberRolesView {
  @ApiProperty() userId: string;
  @ApiProperty({ type: [String] }) roles: string[];
}

interface MembersPage {
  members: MemberRolesView[];
  after: number | null;
}

@ApiTags('members')
@Controller('admin/v1')
export class MembersController {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: UserDirectory,
    private readonly memberships: Memberships,
    private readonly cover: PrivilegeCheck,
    private readonly database: Database,
  ) {}

  @Get('organizations/:orgId/members')
  @Access('org.read')
  async listOfOrganization(@Param('orgId') orgId: string, @Query() query: { limit?: string; after?: string }): Promise<MembersPage> {
    return this.page(await this.organizations.require(orgId), query);
  }

  @Get('members')
  @ServiceAccess('org.read')
  listOfService(@Query() query: { limit?: string; after?: string }): Promise<MembersPage> {
    return this.page(undefined, query);
  }

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

  /** Takes a role in this organization away. Its last active ORG_OWNER stays. */
  @Delete('organizations/:orgId/members/:userId/:role')
  @HttpCode(204)
  @Access('member.write')
  async removeFromOrganization(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Param('role') role: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const organization = await this.organizations.require(orgId);
    this.cover.assertCoversRoles(caller, [{ role, orgId }]);
    // Somebody unknown has no role, like anybody of another organization: who is there is not told, nor by the time it takes.
    const user = (await this.users.findById(userId)) ?? { no: NO_USER, id: userId };
    await this.memberships.removeFromOrganization(organization, user, role, caller.userId);
  }

  /** Takes a role in the whole service away. The last active IAM_OWNER stays. */
  @Delete('members/:userId/:role')
  @HttpCode(204)
  @ServiceAccess('member.write')
  async removeFromService(@Param('userId') userId: string, @Param('role') role: string, @Caller() caller: Principal): Promise<void> {
    this.cover.assertCoversRoles(caller, [{ role, orgId: null }]);
    const user = await this.findUser(userId);
    await this.memberships.removeFromService(user.orgNo, user, role, caller.userId);
  }

  private async page(organization: Organization | undefined, query: { limit?: string; after?: string }): Promise<MembersPage> {
    const { limit, after } = pageOf(query);
    const found = await this.memberships.list(organization, after, limit);
    return { members: found.map(view), after: found.length === limit ? (found.at(-1)?.no ?? null) : null };
  }

  private async findUser(userId: string) {
    const user = await this.users.findById(userId);
    if (!user) throw unknownUser();
    return user;
  }
}

function view({ userId, roles }: Member): MemberRolesView {
  return { userId, roles };
}

function unknownUser(): DomainError {
  return new DomainError('notFound', 'user.notFound', 'This user does not exist.');
}
