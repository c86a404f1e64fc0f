import { Body, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { assertMayChooseId } from '../../common/access/client-supplied-id-check.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Flag, LineOrNone, Text } from '../../common/http/fields.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { isoInstant } from '../../common/http/instants.js';
import { MAX_RESOURCE_URI } from '../../oidc/clients/resource-uri.js';
import { ProjectRemoval } from '../../oidc/clients/management/project-removal.service.js';
import { PROJECT_LIST, Projects, type Project } from '../../oidc/clients/management/projects.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { ApplicationAccess } from '../applications/application-access.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class NewProjectBody {
  @Text(200, { description: 'name people see', example: 'Intranet' }) name: string;
  @Text(200, { description: 'id to keep from another system; generated when absent', optional: true }) projectId?: string;
  @Flag({ description: 'tokens of its applications name the roles of their user without being asked', optional: true })
  projectRoleAssertion?: boolean;
  @Flag({ description: 'only people with a role of the project may sign in to its applications', optional: true })
  projectRoleCheck?: boolean;
  @Flag({ description: 'only people of its own organization, and of those it is granted to, may sign in', optional: true })
  hasProjectCheck?: boolean;
  @Flag({
    description: 'access tokens name the other applications of the project in `aud`, for programs that look there for their own client id',
    optional: true,
  })
  applicationsInAudience?: boolean;
  @LineOrNone(MAX_RESOURCE_URI, {
    description:
      'address by which clients request tokens for the project (RFC 8707): an absolute https URI such as https://mcp.example.com/mcp, unique in the service; empty or absent: none',
    optional: true,
  })
  resourceUri?: string;
}

/** What is absent stays; null removes the address. */
export class ProjectChangeBody extends MergePatchOf(NewProjectBody, { fixed: ['projectId'], unsettable: ['resourceUri'] }) {}

export class ProjectView {
  @ApiProperty() projectId: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['active', 'inactive'] }) state: string;
  @ApiProperty({ description: 'tokens of its applications name the roles of their user without being asked' })
  projectRoleAssertion: boolean;
  @ApiProperty({ description: 'only people with a role of the project may sign in' }) projectRoleCheck: boolean;
  @ApiProperty({ description: 'only people of its own organization, and of those it is granted to, may sign in' })
  hasProjectCheck: boolean;
  @ApiProperty({ description: 'access tokens name the other applications of the project in `aud`, the oldest as far as they fit' })
  applicationsInAudience: boolean;
  @ApiProperty({
    description: 'address by which clients request tokens for the project (RFC 8707); empty: none',
    example: 'https://mcp.example.com/mcp',
  })
  resourceUri: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

@ApiTags('projects and applications')
@AdminController('organizations/:orgId/projects')
export class ProjectsController {
  constructor(
    private readonly projects: Projects,
    private readonly removal: ProjectRemoval,
    private readonly applicationAccess: ApplicationAccess,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Adds a project' })
  @Access('project.write')
  async create(
    @OrganizationParam() organization: Organization,
    @Body() { projectId, ...input }: NewProjectBody,
    @Caller() caller: Principal,
  ): Promise<ProjectView> {
    assertMayChooseId(caller, 'project.write', projectId, 'projectId');
    const wished = { ...input, ...(projectId === undefined ? {} : { id: projectId }) };
    return projectView(await this.projects.createProject(organization.no, wished, caller.userId));
  }

  @Get()
  @ApiOperation({ summary: 'Projects of an organization' })
  @ApiOkResponse({ type: listView('projects', ProjectView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(PROJECT_LIST) list: ListRequest,
  ): Promise<ListAnswer<'projects', ProjectView>> {
    return list.answer('projects', await this.projects.listProjects(organization.no, list), projectView);
  }

  @Get(':projectId')
  @ApiOperation({ summary: 'Shows a project' })
  @Access('project.read')
  async get(@OrganizationParam() organization: Organization, @Param('projectId') projectId: string): Promise<ProjectView> {
    return projectView(await this.projects.requireProject(organization.no, projectId));
  }

  /** Changes the members in the body. Who may sign in is as the project says from the next request on. */
  @Patch(':projectId')
  @ApiOperation({ summary: 'Changes a project' })
  @Access('project.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() change: ProjectChangeBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ProjectView> {
    const { resourceUri, ...others } = change;
    const wished = { ...others, ...(resourceUri !== undefined && { resourceUri: resourceUri ?? '' }) };
    return projectView(
      await this.projects.changeProject(
        organization.no,
        projectId,
        wished,
        caller.userId,
        this.applicationAccess.mayManageProject(caller, ifMatch.on(projectView)),
      ),
    );
  }

  /** Removes the project with its applications, roles, grants and whatever roles anybody has of it; tokens of its applications are dead from then on. */
  @Delete(':projectId')
  @ApiOperation({ summary: 'Deletes a project with everything in it' })
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.removal.removeProject(
      organization,
      projectId,
      caller.userId,
      this.applicationAccess.mayManageProject(caller, ifMatch.on(projectView)),
    );
  }

  /** Ends the tokens of its applications for good; no sign-in to them works until it is reactivated. */
  @Post(':projectId/_deactivate')
  @ApiOperation({ summary: 'Deactivates a project' })
  @HttpCode(200)
  @Access('project.write')
  async deactivate(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ProjectView> {
    return this.setState(organization, projectId, 'inactive', caller, ifMatch);
  }

  @Post(':projectId/_reactivate')
  @ApiOperation({ summary: 'Reactivates a project' })
  @HttpCode(200)
  @Access('project.write')
  async reactivate(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ProjectView> {
    return this.setState(organization, projectId, 'active', caller, ifMatch);
  }

  private async setState(
    { no }: Organization,
    projectId: string,
    state: Project['state'],
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<ProjectView> {
    const mayManage = this.applicationAccess.mayManageProject(caller, ifMatch.on(projectView));
    return projectView(await this.projects.setProjectState(no, projectId, state, caller.userId, mayManage));
  }
}

function projectView(project: Project): ProjectView {
  const { id, name, state, projectRoleAssertion, projectRoleCheck, hasProjectCheck, applicationsInAudience, resourceUri, createdUs } =
    project;
  const settings = { projectRoleAssertion, projectRoleCheck, hasProjectCheck, applicationsInAudience, resourceUri };
  return { projectId: id, name, state, ...settings, createdAt: isoInstant(createdUs) };
}
