// Who manages one project, and who gives the roles of a project that is granted to an organization.
import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import {
  PROJECT_GRANT_ROLES,
  PROJECT_ROLES,
  type ProjectGrantMemberRole,
  type ProjectMemberRole,
} from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { OneOf, Text } from '../../common/http/fields.js';
import { ListParam, listView, type ListRequest } from '../../common/http/list-request.js';
import { PLAIN_LIST } from '../../common/primitives/list-query.js';
import { ProjectMembers } from '../../users/roles/memberships/project-members.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { memberRolesView, MemberRolesView, type MembersPage, type MemberView } from './members.controller.js';

export class NewProjectMemberBody {
  @Text(200, { description: 'id of a person or service user' }) userId: string;
  @OneOf(Object.keys(PROJECT_ROLES), { description: 'role in this project' }) role: ProjectMemberRole;
}

export class NewProjectGrantMemberBody {
  @Text(200, { description: 'id of a person or service user' }) userId: string;
  @OneOf(Object.keys(PROJECT_GRANT_ROLES), { description: 'role in this grant' }) role: ProjectGrantMemberRole;
}

@ApiTags('members')
@FreshSignIn('administrators')
@AdminController('organizations/:orgId/projects/:projectId/members')
export class ProjectMembersController {
  constructor(private readonly members: ProjectMembers) {}

  @Get()
  @ApiOperation({ summary: 'Owners of the project' })
  @ApiOkResponse({ type: listView('members', MemberRolesView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @ListParam(PLAIN_LIST) list: ListRequest,
  ): Promise<MembersPage> {
    return list.answer('members', await this.members.listMembers(organization, { projectId }, list), memberRolesView);
  }

  /** Gives a user a role in this project. */
  @Post()
  @ApiOperation({ summary: 'Appoints an owner of the project' })
  @Access('member.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() { userId, role }: NewProjectMemberBody,
    @Caller() caller: Principal,
  ): Promise<MemberView> {
    await this.members.addMember(organization, { projectId }, { userId, role }, caller);
    return { userId, role };
  }

  @Delete(':userId/:role')
  @ApiParam({ name: 'role', example: 'PROJECT_OWNER' })
  @ApiOperation({ summary: 'Dismisses an owner of the project' })
  @HttpCode(204)
  @Access('member.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('userId') userId: string,
    @Param('role') role: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.members.removeMember(organization, { projectId }, { userId, role }, caller);
  }
}

@ApiTags('members')
@FreshSignIn('administrators')
@AdminController('organizations/:orgId/granted-projects/:grantId/members')
export class ProjectGrantMembersController {
  constructor(private readonly members: ProjectMembers) {}

  @Get()
  @ApiOperation({ summary: 'Owners of the grant' })
  @ApiOkResponse({ type: listView('members', MemberRolesView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @ListParam(PLAIN_LIST) list: ListRequest,
  ): Promise<MembersPage> {
    return list.answer('members', await this.members.listMembers(organization, { grantId }, list), memberRolesView);
  }

  /** Gives a user a role in this grant: who has it may give the roles of the project to people of the organization. */
  @Post()
  @ApiOperation({ summary: 'Appoints an owner of the grant' })
  @Access('member.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Body() { userId, role }: NewProjectGrantMemberBody,
    @Caller() caller: Principal,
  ): Promise<MemberView> {
    await this.members.addMember(organization, { grantId }, { userId, role }, caller);
    return { userId, role };
  }

  @Delete(':userId/:role')
  @ApiParam({ name: 'role', example: 'PROJECT_GRANT_OWNER' })
  @ApiOperation({ summary: 'Dismisses an owner of the grant' })
  @HttpCode(204)
  @Access('member.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Param('userId') userId: string,
    @Param('role') role: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.members.removeMember(organization, { grantId }, { userId, role }, caller);
  }
}
