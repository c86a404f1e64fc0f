// Who has which roles of a project: given by the project's organization, or by one that it is granted to.
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { PageQuery } from '../../common/http/page-query.js';
import type { Page } from '../../common/http/paging.js';
import { Projects } from '../../oidc/clients/projects.service.js';
import { Authorizations, placeOfGrant, placeOfProject, type GivingPlace } from '../../users/authorizations/authorizations.service.js';
import { ProjectGrants } from '../../users/authorizations/project-grants.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import {
  AuthorizationRolesBody,
  authorizationsPage,
  authorizationView,
  NewAuthorizationBody,
  type AuthorizationsPage,
  type AuthorizationView,
} from './authorization.view.js';

@ApiTags('authorizations')
@Controller('admin/v1/organizations/:orgId/authorizations')
export class OrganizationAuthorizationsController {
  constructor(private readonly authorizations: Authorizations) {}

  /** What the organization gave, of its own projects and of those that are granted to it. */
  @Get()
  @ApiOperation({ summary: 'What the organization gave, of its own projects and of those granted to it' })
  @Access('authorization.read')
  @ApiQuery({ name: 'holderId', required: false, description: 'only those of this person, service user or group' })
  async list(
    @OrganizationParam() organization: Organization,
    @PageQuery('holderId') { limit, after }: Page,
    @Query('holderId') holderId: string | undefined,
  ): Promise<AuthorizationsPage> {
    return authorizationsPage(await this.authorizations.listByOrganization(organization, holderId, after, limit), limit);
  }
}

@ApiTags('authorizations')
@Controller('admin/v1/organizations/:orgId/projects/:projectId/authorizations')
export class ProjectAuthorizationsController {
  constructor(
    private readonly projects: Projects,
    private readonly authorizations: Authorizations,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What was given by the project’s own organization, page by page' })
  @Access('authorization.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @PageQuery() { limit, after }: Page,
  ): Promise<AuthorizationsPage> {
    const place = await this.requirePlace(organization, projectId);
    return authorizationsPage(await this.authorizations.listAtPlace(place, after, limit), limit);
  }

  /** Gives roles of the project to a person, a service user or a group; everybody in the group then has them, also through other groups. */
  @Post()
  @ApiOperation({ summary: 'Gives roles of the project by the project’s own organization to a person, a service user or a group' })
  @Access('authorization.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() { holderId, roleKeys }: NewAuthorizationBody,
    @Caller() caller: Principal,
  ): Promise<AuthorizationView> {
    const place = await this.requirePlace(organization, projectId);
    return authorizationView(await this.authorizations.addAuthorization(place, holderId, roleKeys, caller));
  }

  @Get(':authorizationId')
  @ApiOperation({ summary: 'One authorization' })
  @Access('authorization.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('authorizationId') id: string,
  ): Promise<AuthorizationView> {
    return authorizationView(await this.authorizations.requireAuthorization(await this.requirePlace(organization, projectId), id));
  }

  /** Puts these roles in the place of those that the holder has from here. */
  @Put(':authorizationId')
  @ApiOperation({ summary: 'Replaces the roles that the holder has from here' })
  @Access('authorization.write')
  async setRoles(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('authorizationId') id: string,
    @Body() { roleKeys }: AuthorizationRolesBody,
    @Caller() caller: Principal,
  ): Promise<AuthorizationView> {
    return authorizationView(await this.authorizations.setRoles(await this.requirePlace(organization, projectId), id, roleKeys, caller));
  }

  /** Takes all roles away that the holder has from here, effective with the next check of a token. */
  @Delete(':authorizationId')
  @ApiOperation({ summary: 'Takes all roles away that the holder has from here' })
  @HttpCode(204)
  @Access('authorization.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('authorizationId') id: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.authorizations.removeAuthorization(await this.requirePlace(organization, projectId), id, caller.userId);
  }

  private async requirePlace(organization: Organization, projectId: string): Promise<GivingPlace> {
    return placeOfProject(await this.projects.requireProject(organization.no, projectId));
  }
}

@ApiTags('authorizations')
@Controller('admin/v1/organizations/:orgId/granted-projects/:grantId/authorizations')
export class GrantAuthorizationsController {
  constructor(
    private readonly projectGrants: ProjectGrants,
    private readonly authorizations: Authorizations,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What was given by this organization, as it is granted, page by page' })
  @Access('authorization.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @PageQuery() { limit, after }: Page,
  ): Promise<AuthorizationsPage> {
    const place = await this.requirePlace(organization, grantId);
    return authorizationsPage(await this.authorizations.listAtPlace(place, after, limit), limit);
  }

  /** Gives roles of the granted project, as far as they are granted, to a person, a service user or a group of this organization. */
  @Post()
  @ApiOperation({ summary: 'Gives roles of the project by this organization, as it is granted to a person, a service user or a group' })
  @Access('authorization.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Body() { holderId, roleKeys }: NewAuthorizationBody,
    @Caller() caller: Principal,
  ): Promise<AuthorizationView> {
    const place = await this.requirePlace(organization, grantId);
    return authorizationView(await this.authorizations.addAuthorization(place, holderId, roleKeys, caller));
  }

  @Get(':authorizationId')
  @ApiOperation({ summary: 'One authorization' })
  @Access('authorization.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Param('authorizationId') id: string,
  ): Promise<AuthorizationView> {
    return authorizationView(await this.authorizations.requireAuthorization(await this.requirePlace(organization, grantId), id));
  }

  /** Puts these roles in the place of those that the holder has from here. */
  @Put(':authorizationId')
  @ApiOperation({ summary: 'Replaces the roles that the holder has from here' })
  @Access('authorization.write')
  async setRoles(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Param('authorizationId') id: string,
    @Body() { roleKeys }: AuthorizationRolesBody,
    @Caller() caller: Principal,
  ): Promise<AuthorizationView> {
    return authorizationView(await this.authorizations.setRoles(await this.requirePlace(organization, grantId), id, roleKeys, caller));
  }

  /** Takes all roles away that the holder has from here, effective with the next check of a token. */
  @Delete(':authorizationId')
  @ApiOperation({ summary: 'Takes all roles away that the holder has from here' })
  @HttpCode(204)
  @Access('authorization.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('grantId') grantId: string,
    @Param('authorizationId') id: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.authorizations.removeAuthorization(await this.requirePlace(organization, grantId), id, caller.userId);
  }

  private async requirePlace(organization: Organization, grantId: string): Promise<GivingPlace> {
    return placeOfGrant(await this.projectGrants.requireOfGrantedOrganization(organization, grantId));
  }
}
