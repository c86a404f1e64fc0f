// The groups of an organization and who is in them, page by page however many there are.
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { PageQuery } from '../../common/http/page-query.js';
import { nextAfter, type Page } from '../../common/http/paging.js';
import { GroupMembers } from '../../users/groups/group-members.service.js';
import { Groups } from '../../users/groups/groups.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { groupMemberView, groupView, type GroupMembersPage, type GroupsPage, type GroupView } from './group.view.js';

@ApiTags('groups')
@Controller('admin/v1/organizations/:orgId/groups')
export class GroupsController {
  constructor(
    private readonly groups: Groups,
    private readonly members: GroupMembers,
  ) {}

  @Get()
  @Access('group.read')
  async list(@OrganizationParam() organization: Organization, @PageQuery() { limit, after }: Page): Promise<GroupsPage> {
    const found = await this.groups.listGroups(organization, after, limit);
    return { groups: found.map(groupView), after: nextAfter(found, limit, ({ no }) => no) };
  }

  @Get(':groupId')
  @Access('group.read')
  async read(@OrganizationParam() organization: Organization, @Param('groupId') groupId: string): Promise<GroupView> {
    return groupView(await this.groups.requireGroup(organization, groupId));
  }

  /** Direct members, people and groups alike. */
  @Get(':groupId/members')
  @Access('group.read')
  async listMembers(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @PageQuery() { limit, after }: Page,
  ): Promise<GroupMembersPage> {
    const group = await this.groups.requireGroup(organization, groupId);
    const found = await this.members.listMembers(group, after, limit);
    return { members: found.map(groupMemberView), after: nextAfter(found, limit, ({ no }) => no) };
  }
}
