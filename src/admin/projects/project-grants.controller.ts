import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Text, TextList } from '../../common/http/fields.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ListParam, listView, type ListRequest } from '../../common/http/list-request.js';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { PROJECT_GRANT_LIST, ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { MAX_ROLE_KEYS, projectGrantView, ProjectGrantView, type ProjectGrantsPage } from './project-grant.view.js';

export class GrantRolesBody {
  @TextList(MAX_ROLE_KEYS, 200, { description: 'keys of the roles that the organization may give', example: ['accountant'] })
  roleKeys: string[];
}

export class NewProjectGrantBody extends GrantRolesBody {
  @Text(200, { description: 'organization that may use the project' }) grantedOrgId: string;
}

@ApiTags('roles of projects')
@AdminController('organizations/:orgId/projects/:projectId/grants')
export class ProjectGrantsController {
  constructor(
    private readonly projects: Projects,
    private readonly projectGrants: ProjectGrants,
    private readonly organizations: Organizations,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Organizations that the project is granted to, page by page' })
  @ApiOkResponse({ type: listView('grants', ProjectGrantView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @ListParam(PROJECT_GRANT_LIST) list: ListRequest,
  ): Promise<ProjectGrantsPage> {
    const project = await this.projects.requireProject(organization.no, projectId);
    return list.answer('grants', await this.projectGrants.listByProject(project, list), projectGrantView);
  }

  /** Lets another organization use the project: its owners can give these roles to their people. */
  @Post()
  @ApiOperation({ summary: 'Grants the project with some of its roles to another organization' })
  @Access('project.grant.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() { grantedOrgId, roleKeys }: NewProjectGrantBody,
    @Caller() caller: Principal,
  ): Promise<ProjectGrantView> {
    const project = await this.projects.requireProject(organization.no, projectId);
    const to = await this.organizations.requireOrganization(grantedOrgId);
    return projectGrantView(await this.projectGrants.addGrant(project, to, roleKeys, caller));
  }

  @Get(':grantId')
  @ApiOperation({ summary: 'One grant' })
  @Access('project.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('grantId') grantId: string,
  ): Promise<ProjectGrantView> {
    const project = await this.projects.requireProject(organization.no, projectId);
    return projectGrantView(await this.projectGrants.requireOfProject(project, grantId));
  }

  /** Sets the roles that the organization may give. A role that is no longer among them is taken from its people at once. */
  @Put(':grantId')
  @ApiOperation({ summary: 'Replaces the roles that the organization may give' })
  @Access('project.grant.write')
  async setRoles(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('grantId') grantId: string,
    @Body() { roleKeys }: GrantRolesBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ProjectGrantView> {
    const project = await this.projects.requireProject(organization.no, projectId);
    return projectGrantView(
      await this.projectGrants.setGrantRoles(project, grantId, roleKeys, caller.userId, ifMatch.on(projectGrantView)),
    );
  }

  /** Ends the grant with every role given by it, at once. */
  @Delete(':grantId')
  @ApiOperation({ summary: 'Ends a grant, with the roles that were given by it' })
  @HttpCode(204)
  @Access('project.grant.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('grantId') grantId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    const project = await this.projects.requireProject(organization.no, projectId);
    await this.projectGrants.removeGrant(project, grantId, caller.userId, ifMatch.on(projectGrantView));
  }
}
