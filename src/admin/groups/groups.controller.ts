// Groups and their members for consoles and scripts: what directories do by SCIM, through the same services.
import { Body, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import { assertMayChooseId } from '../../common/access/client-supplied-id-check.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { GroupGraph } from '../../users/roles/group-graph/group-graph.repository.js';
import { GroupMembers, type MembersChange } from '../../users/directory/groups/group-members.service.js';
import { GROUP_LIST, GroupSearch } from '../../users/directory/groups/group-search.service.js';
import { Groups } from '../../users/directory/groups/groups.service.js';
import { assertClientSuppliedId } from '../../common/identifiers/client-supplied-id.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import {
  belongedGroupView,
  BELONGED_LIST,
  BelongedGroupView,
  GroupBody,
  groupMemberView,
  GroupMembersBody,
  GroupMemberView,
  groupView,
  GroupView,
  NewGroupBody,
} from './group.view.js';
import { listItems } from '../../common/primitives/list-items.js';
import { listAfter, PLAIN_LIST } from '../../common/primitives/list-query.js';
import type { Group } from '../../users/directory/groups/group.js';
import { AdminController } from '../controller/admin-controller.js';

@ApiTags('groups')
@AdminController('organizations/:orgId/groups')
export class GroupsController {
  constructor(
    private readonly groups: Groups,
    private readonly groupMembers: GroupMembers,
    private readonly groupSearch: GroupSearch,
  ) {}

  @Get()
  @Access('group.read')
  @ApiOperation({ summary: 'Groups of the organization, in the order in which they were added' })
  @ApiOkResponse({ type: listView('groups', GroupView) })
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(GROUP_LIST) list: ListRequest,
  ): Promise<ListAnswer<'groups', GroupView>> {
    return list.answer('groups', await this.groupSearch.list(organization.no, list), groupView);
  }

  @Post()
  @Access('group.write')
  @ApiOperation({ summary: 'Adds a group, with its members if they are named' })
  @ApiCreatedResponse({ type: GroupView })
  async create(
    @OrganizationParam() organization: Organization,
    @Body() { displayName, memberIds, groupId }: NewGroupBody,
    @Caller() caller: Principal,
  ): Promise<GroupView> {
    assertMayChooseId(caller, 'group.write', groupId, 'groupId');
    const terms = groupId === undefined ? {} : { id: assertClientSuppliedId(groupId, 'groupId') };
    return groupView(await this.groups.create(organization, { displayName }, memberIds && toAdd(memberIds), caller, terms));
  }

  @Get(':groupId')
  @Access('group.read')
  @ApiOperation({ summary: 'One group, without its members' })
  @ApiOkResponse({ type: GroupView })
  async get(@OrganizationParam() organization: Organization, @Param('groupId') groupId: string): Promise<GroupView> {
    return groupView(await this.groups.requireGroup(organization, groupId));
  }

  @Patch(':groupId')
  @Access('group.write')
  @ApiOperation({ summary: 'Gives a group another name' })
  @ApiOkResponse({ type: GroupView })
  async rename(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @Body() { displayName }: GroupBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<GroupView> {
    const expected = ifMatch.on(groupView);
    const renamed = (current: Group) => {
      expected?.(current);
      return { ...current, displayName };
    };
    return groupView(await this.groups.update(organization, groupId, renamed, undefined, caller));
  }

  @Delete(':groupId')
  @HttpCode(204)
  @Access('group.delete')
  @ApiOperation({ summary: 'Removes a group; its members lose what they had by it' })
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.groups.remove(organization, groupId, caller, ifMatch.on(groupView));
  }

  @Get(':groupId/members')
  @Access('group.read')
  @ApiOperation({ summary: 'The members of the group itself, people and groups alike' })
  @ApiOkResponse({ type: listView('members', GroupMemberView) })
  async listMembers(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @ListParam(PLAIN_LIST) list: ListRequest,
  ): Promise<ListAnswer<'members', GroupMemberView>> {
    const group = await this.groups.requireGroup(organization, groupId);
    const read = (after: number, limit: number) => this.groupMembers.listMembers(group, after, limit);
    const found = await listAfter(
      list,
      read,
      ({ no }) => no,
      () => this.groupMembers.countMembers(group),
    );
    return list.answer('members', found, groupMemberView);
  }

  @Get(':groupId/members/:memberId')
  @Access('group.read')
  @ApiOperation({ summary: 'One member of the group itself; 404 for anybody else' })
  @ApiOkResponse({ type: GroupMemberView })
  async getMember(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @Param('memberId') memberId: string,
  ): Promise<GroupMemberView> {
    return groupMemberView(await this.groupMembers.requireMember(await this.groups.requireGroup(organization, groupId), memberId));
  }

  @FreshSignIn('signIn')
  @Post(':groupId/members')
  @HttpCode(204)
  @Access('group.write')
  @ApiOperation({ summary: 'Adds many members at once, all or none; some may be in already' })
  async addMembers(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @Body() { memberIds }: GroupMembersBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.groups.update(organization, groupId, (current) => current, toAdd(memberIds), caller);
  }

  @FreshSignIn('signIn')
  @Post(':groupId/members/_remove')
  @HttpCode(204)
  @Access('group.write')
  @ApiOperation({ summary: 'Removes many members at once; there need not be such' })
  async removeMembers(
    @OrganizationParam() organization: Organization,
    @Param('groupId') groupId: string,
    @Body() { memberIds }: GroupMembersBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.groups.update(organization, groupId, (current) => current, { replaces: false, put: [], dropped: memberIds }, caller);
  }
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId/groups')
export class PersonGroupsController {
  constructor(
    private readonly people: People,
    private readonly groupGraph: GroupGraph,
  ) {}

  @Get()
  @Access('group.read')
  @ApiOperation({ summary: 'The groups a person belongs to, also through other groups, by name' })
  @ApiOkResponse({ type: listView('groups', BelongedGroupView) })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(BELONGED_LIST) list: ListRequest,
  ): Promise<ListAnswer<'groups', BelongedGroupView>> {
    const { no } = await this.people.requirePerson(organization, userId);
    const groups = await this.groupGraph.groupsOfMembers(organization.no, [no]);
    return list.answer('groups', listItems(groups, BELONGED_LIST, list), belongedGroupView);
  }
}

function toAdd(memberIds: readonly string[]): MembersChange {
  return { replaces: false, put: memberIds.map((value, index) => ({ value, where: `memberIds[${index}]` })), dropped: [] };
}
