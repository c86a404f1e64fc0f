// What an organization sees of the projects of others that are granted to it.
import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListRequest } from '../../common/http/list-request.js';
import { GRANTED_PROJECT_LIST, ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { projectGrantView, ProjectGrantView, type ProjectGrantsPage } from './project-grant.view.js';

@ApiTags('roles of projects')
@AdminController('organizations/:orgId/granted-projects')
export class GrantedProjectsController {
  constructor(private readonly projectGrants: ProjectGrants) {}

  /** The projects of other organizations that this one may use, with the roles that it may give. */
  @Get()
  @ApiOperation({ summary: 'Projects of other organizations that are granted to this one, page by page' })
  @ApiOkResponse({ type: listView('grants', ProjectGrantView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(GRANTED_PROJECT_LIST) list: ListRequest,
  ): Promise<ProjectGrantsPage> {
    return list.answer('grants', await this.projectGrants.listByGrantedOrganization(organization, list), projectGrantView);
  }

  @Get(':grantId')
  @ApiOperation({ summary: 'One grant' })
  @Access('project.read')
  async get(@OrganizationParam() organization: Organization, @Param('grantId') grantId: string): Promise<ProjectGrantView> {
    return projectGrantView(await this.projectGrants.requireOfGrantedOrganization(organization, grantId));
  }

  /** Agrees to the grant: people of this organization are no longer asked for consent by applications of the project. */
  @Post(':grantId/_accept')
  @ApiOperation({ summary: 'Accepts a grant: people are no longer asked for consent' })
  @HttpCode(200)
  @Access('project.grant.write')
  async accept(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Caller() caller: Principal,
  ): Promise<ProjectGrantView> {
    return projectGrantView(await this.projectGrants.acceptGrant(organization, grantId, caller.userId));
  }
}
