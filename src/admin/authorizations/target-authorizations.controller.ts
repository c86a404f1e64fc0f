// Who has which roles of a project, given by the project's organization or by an organization that it is granted to: one address for each, from one table.
import { Body, Delete, Get, HttpCode, Param, Post, Put, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ListParam, listView, type ListRequest } from '../../common/http/list-request.js';
import { Authorizations, PLACE_LIST } from '../../users/roles/authorizations/authorizations.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { AuthorizationNames } from './authorization-names.service.js';
import {
  AuthorizationRolesBody,
  authorizationView,
  NewAuthorizationBody,
  AuthorizationView,
  type AuthorizationsPage,
} from './authorization.view.js';
import { AuthorizationTargets, type TargetKind } from './authorization-targets.service.js';

/** Every kind of place with its path, the name of its id there, and who gives roles there. */
const TARGETS: ReadonlyArray<{ kind: TargetKind; path: string; idName: string; giver: string }> = [
  { kind: 'project', path: 'projects', idName: 'projectId', giver: 'the project’s own organization' },
  { kind: 'grant', path: 'granted-projects', idName: 'grantId', giver: 'this organization, as it is granted,' },
];

export const PLACE_AUTHORIZATIONS_CONTROLLERS: Type[] = TARGETS.map(({ kind, path, idName, giver }) => {
  @ApiTags('authorizations')
  @AdminController(`organizations/:orgId/${path}/:${idName}/authorizations`)
  class PlaceAuthorizationsController {
    constructor(
      readonly targets: AuthorizationTargets,
      readonly authorizations: Authorizations,
      readonly names: AuthorizationNames,
    ) {}

    @Get()
    @ApiOperation({ summary: `What was given by ${giver} page by page` })
    @ApiOkResponse({ type: listView('authorizations', AuthorizationView) })
    @Access('authorization.read')
    async list(
      @OrganizationParam() organization: Organization,
      @Param(idName) placeId: string,
      @ListParam(PLACE_LIST) list: ListRequest,
    ): Promise<AuthorizationsPage> {
      const target = await this.targets.requirePlace(kind, organization, placeId);
      const found = await this.authorizations.listAtPlace(target, list);
      return list.answer('authorizations', found, await this.names.viewsFor(organization, found.entries));
    }

    /** Gives roles of the project, of a granted one as far as they are granted; everybody in a group then has them, also through other groups. */
    @Post()
    @ApiOperation({ summary: `Gives roles of the project by ${giver} to a person, a service user or a group` })
    @Access('authorization.write')
    async add(
      @OrganizationParam() organization: Organization,
      @Param(idName) placeId: string,
      @Body() { holderId, roleKeys }: NewAuthorizationBody,
      @Caller() caller: Principal,
    ): Promise<AuthorizationView> {
      const target = await this.targets.requirePlace(kind, organization, placeId);
      return authorizationView(await this.authorizations.addAuthorization(target, holderId, roleKeys, caller));
    }

    @Get(':authorizationId')
    @ApiOperation({ summary: 'One authorization' })
    @Access('authorization.read')
    async get(
      @OrganizationParam() organization: Organization,
      @Param(idName) placeId: string,
      @Param('authorizationId') id: string,
    ): Promise<AuthorizationView> {
      const target = await this.targets.requirePlace(kind, organization, placeId);
      return authorizationView(await this.authorizations.requireAuthorization(target, id));
    }

    /** Puts these roles in the place of those that the holder has from here. */
    @Put(':authorizationId')
    @ApiOperation({ summary: 'Replaces the roles that the holder has from here' })
    @Access('authorization.write')
    async setRoles(
      @OrganizationParam() organization: Organization,
      @Param(idName) placeId: string,
      @Param('authorizationId') id: string,
      @Body() { roleKeys }: AuthorizationRolesBody,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<AuthorizationView> {
      const target = await this.targets.requirePlace(kind, organization, placeId);
      return authorizationView(await this.authorizations.setRoles(target, id, roleKeys, caller, ifMatch.on(authorizationView)));
    }

    /** Takes all roles away that the holder has from here, effective with the next check of a token. */
    @Delete(':authorizationId')
    @ApiOperation({ summary: 'Takes all roles away that the holder has from here' })
    @HttpCode(204)
    @Access('authorization.write')
    async remove(
      @OrganizationParam() organization: Organization,
      @Param(idName) placeId: string,
      @Param('authorizationId') id: string,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<void> {
      const target = await this.targets.requirePlace(kind, organization, placeId);
      await this.authorizations.removeAuthorization(target, id, caller.userId, ifMatch.on(authorizationView));
    }
  }
  return PlaceAuthorizationsController;
});
