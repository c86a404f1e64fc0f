import { Body, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Text, LineOrNone } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { PROJECT_ROLE_LIST, ProjectRoles, type ProjectRole } from '../../users/roles/authorizations/project-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class NewProjectRoleBody {
  @Text(200, { description: 'key of the role, unique in the project; it appears in tokens', example: 'accountant' }) key: string;
  @Text(200, { description: 'name people see; the key when absent', example: 'Accountant', optional: true }) name?: string;
  @LineOrNone(200, { description: 'groups roles in consoles; empty or absent: none', example: 'Finance', optional: true }) section?: string;
}

/** What is absent stays; null makes the name the key and ends the section; the key never changes. */
export class ProjectRoleBody extends MergePatchOf(NewProjectRoleBody, { fixed: ['key'], unsettable: ['name', 'section'] }) {}

export class ProjectRoleView {
  @ApiProperty({ example: 'accountant' }) key: string;
  @ApiProperty({ example: 'Accountant' }) name: string;
  @ApiProperty({ example: 'Finance' }) section: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

@ApiTags('roles of projects')
@AdminController('organizations/:orgId/projects/:projectId/roles')
export class ProjectRolesController {
  constructor(
    private readonly projects: Projects,
    private readonly projectRoles: ProjectRoles,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Roles of the project, page by page' })
  @ApiOkResponse({ type: listView('roles', ProjectRoleView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @ListParam(PROJECT_ROLE_LIST) list: ListRequest,
  ): Promise<ListAnswer<'roles', ProjectRoleView>> {
    const project = await this.projects.requireProject(organization.no, projectId);
    return list.answer('roles', await this.projectRoles.listRoles(project, list), view);
  }

  @Post()
  @ApiOperation({ summary: 'Adds a role' })
  @Access('project.role.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() { key, ...texts }: NewProjectRoleBody,
    @Caller() caller: Principal,
  ): Promise<ProjectRoleView> {
    const project = await this.projects.requireProject(organization.no, projectId);
    return view(await this.projectRoles.addRole(project, key, texts, caller.userId));
  }

  @Get(':key')
  @ApiOperation({ summary: 'One role' })
  @ApiOkResponse({ type: ProjectRoleView })
  @Access('project.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('key') key: string,
  ): Promise<ProjectRoleView> {
    return view(await this.projectRoles.requireRole(await this.projects.requireProject(organization.no, projectId), key));
  }

  @Patch(':key')
  @ApiOperation({ summary: 'Changes name or section of a role' })
  @Access('project.role.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('key') key: string,
    @Body() { name, section }: ProjectRoleBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ProjectRoleView> {
    const project = await this.projects.requireProject(organization.no, projectId);
    const texts = { name: name === null ? key : name, section: section === null ? '' : section };
    return view(await this.projectRoles.changeRole(project, key, texts, caller.userId, ifMatch.on(view)));
  }

  /** Takes the role from every grant of the project and from everybody who has it, at once. */
  @Delete(':key')
  @ApiOperation({ summary: 'Removes a role, from every grant and everybody who has it' })
  @HttpCode(204)
  @Access('project.role.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('key') key: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    const project = await this.projects.requireProject(organization.no, projectId);
    await this.projectRoles.removeRole(project, key, caller.userId, ifMatch.on(view));
  }
}

function view({ key, name, section, createdUs }: ProjectRole): ProjectRoleView {
  return { key, name, section, createdAt: isoInstant(createdUs) };
}
