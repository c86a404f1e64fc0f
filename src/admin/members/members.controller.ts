import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import {
  judgeService,
  ORGANIZATION_ROLES,
  SERVICE_ROLES,
  type OrganizationRole,
  type ServiceRole,
} from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { OneOf, Text } from '../../common/http/fields.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { Members } from '../../users/roles/memberships/members.service.js';
import { memberList, Memberships, type Member } from '../../users/roles/memberships/memberships.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { NamesRepository } from '../names/names.repository.js';
import { OrganizationParam } from '../organizations/organization-param.js';

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
  @ApiProperty({
    required: false,
    example: 'Ada Lovelace',
    description: 'for users of this organization, and for callers who may read all users',
  })
  displayName?: string;
  @ApiProperty({ required: false, example: 'ada', description: 'as `displayName`' }) userName?: string;
  @ApiProperty({ type: [String] }) roles: string[];
}

const MEMBER_LIST = memberList(ORGANIZATION_ROLES);
const SERVICE_MEMBER_LIST = memberList(SERVICE_ROLES);

export type MembersPage = ListAnswer<'members', MemberRolesView>;

@ApiTags('members')
@FreshSignIn('administrators')
@AdminController()
export class MembersController {
  constructor(
    private readonly memberships: Memberships,
    private readonly members: Members,
    private readonly names: NamesRepository,
  ) {}

  @Get('organizations/:orgId/members')
  @ApiOkResponse({ type: listView('members', MemberRolesView) })
  @Access('org.read')
  listOfOrganization(
    @OrganizationParam() organization: Organization,
    @ListParam(MEMBER_LIST) list: ListRequest,
    @Caller() caller: Principal,
  ): Promise<MembersPage> {
    return this.list(organization, list, caller);
  }

  @Get('members')
  @ApiOkResponse({ type: listView('members', MemberRolesView) })
  @ServiceAccess('org.read')
  listOfService(@ListParam(SERVICE_MEMBER_LIST) list: ListRequest, @Caller() caller: Principal): Promise<MembersPage> {
    return this.list(undefined, list, caller);
  }

  /** Gives a user of any organization a role in this one. */
  @Post('organizations/:orgId/members')
  @Access('member.write')
  async addToOrganization(
    @OrganizationParam() organization: Organization,
    @Body() { userId, role }: NewMemberBody,
    @Caller() caller: Principal,
  ): Promise<MemberView> {
    await this.members.addToOrganization(organization, { userId, role }, caller);
    return { userId, role };
  }

  /** Gives a user a role in the whole service. */
  @Post('members')
  @ServiceAccess('member.write')
  async addToService(@Body() { userId, role }: NewServiceMemberBody, @Caller() caller: Principal): Promise<MemberView> {
    await this.members.addToService({ userId, role }, caller);
    return { userId, role };
  }

  /** Takes a role in this organization away. Its last active ORG_OWNER stays. */
  @Delete('organizations/:orgId/members/:userId/:role')
  @ApiParam({ name: 'role', example: 'ORG_OWNER' })
  @HttpCode(204)
  @Access('member.write')
  async removeFromOrganization(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('role') role: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.members.removeFromOrganization(organization, { userId, role }, caller);
  }

  /** Takes a role in the whole service away. The last active IAM_OWNER stays. */
  @Delete('members/:userId/:role')
  @ApiParam({ name: 'role', example: 'IAM_OWNER' })
  @HttpCode(204)
  @ServiceAccess('member.write')
  async removeFromService(@Param('userId') userId: string, @Param('role') role: string, @Caller() caller: Principal): Promise<void> {
    await this.members.removeFromService({ userId, role }, caller);
  }

  private async list(organization: Organization | undefined, list: ListRequest, caller: Principal): Promise<MembersPage> {
    const found = await this.memberships.list(organization, list);
    const names = await this.names.findUsers(found.entries.map(({ userId }) => userId));
    const mayReadAll = judgeService(caller.memberships, 'user.read') === 'allowed';
    return list.answer('members', found, (member) => {
      const named = names.get(member.userId);
      const isShown = named !== undefined && (mayReadAll || named.orgNo === organization?.no);
      return { ...memberRolesView(member), ...(isShown && { displayName: named.name, userName: named.userName }) };
    });
  }
}

export function memberRolesView({ userId, roles }: Member): MemberRolesView {
  return { userId, roles };
}
