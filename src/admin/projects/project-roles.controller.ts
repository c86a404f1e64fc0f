import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags, OmitType, PartialType } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Text, TextOrNone } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { PageQuery } from '../../common/http/page-query.js';
import { nextAfter, type Page } from '../../common/http/paging.js';
import { Projects } from '../../oidc/clients/projects.service.js';
import { ProjectRoles, type ProjectRole } from '../../users/authorizations/project-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class NewProjectRoleBody {
  @Text(200, { description: 'key of the role, unique in the project; it appears in tokens', example: 'accountant' }) key: string;
  @Text(200, { description: 'name people see; the key when absent', example: 'Accountant', optional: true }) name?: string;
  @TextOrNone(200, { description: 'groups roles in consoles; empty or absent: none', example: 'Finance', optional: true }) section?: string;
}

/** What is absent stays; the key never changes. */
export class ProjectRoleBody extends PartialType(OmitType(NewProjectRoleBody, ['key'] as const), { skipNullProperties: false }) {}

export class ProjectRoleView {
  @ApiProperty({ example: 'accountant' }) key: string;
  @ApiProperty({ example: 'Accountant' }) name: string;
  @ApiProperty({ example: 'Finance' }) section: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

@ApiTags('roles of projects')
@Controller('admin/v1/organizations/:orgId/projects/:projectId/roles')
export class ProjectRolesController {
  constructor(
    private readonly projects: Projects,
    private readonly projectRoles: ProjectRoles,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Roles of the project, page by page' })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @PageQuery() { limit, after }: Page,
  ): Promise<{ roles: ProjectRoleView[]; after: number | null }> {
    const found = await this.projectRoles.listRoles(await this.projects.requireProject(organization.no, projectId), after, limit);
    return { roles: found.map(view), after: nextAfter(found, limit, ({ no }) => no) };
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

  @Patch(':key')
  @ApiOperation({ summary: 'Changes name or section of a role' })
  @Access('project.role.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('key') key: string,
    @Body() texts: ProjectRoleBody,
    @Caller() caller: Principal,
  ): Promise<ProjectRoleView> {
    const project = await this.projects.requireProject(organization.no, projectId);
    return view(await this.projectRoles.changeRole(project, key, texts, caller.userId));
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
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.projectRoles.removeRole(await this.projects.requireProject(organization.no, projectId), key, caller.userId);
  }
}

function view({ key, name, section, createdUs }: ProjectRole): ProjectRoleView {
  return { key, name, section, createdAt: isoInstant(createdUs) };
}
