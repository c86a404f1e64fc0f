// What an organization gave, wherever it gave it.
import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { ListParam, listView, type ListRequest } from '../../common/http/list-request.js';
import { Authorizations, GIVEN_LIST } from '../../users/roles/authorizations/authorizations.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { AuthorizationNames } from './authorization-names.service.js';
import { AuthorizationView, type AuthorizationsPage } from './authorization.view.js';

@ApiTags('authorizations')
@AdminController('organizations/:orgId/authorizations')
export class OrganizationAuthorizationsController {
  constructor(
    private readonly authorizations: Authorizations,
    private readonly names: AuthorizationNames,
  ) {}

  /** What the organization gave, of its own projects and of those that are granted to it. */
  @Get()
  @ApiOperation({ summary: 'What the organization gave, of its own projects and of those granted to it' })
  @Access('authorization.read')
  @ApiOkResponse({ type: listView('authorizations', AuthorizationView) })
  async list(@OrganizationParam() organization: Organization, @ListParam(GIVEN_LIST) list: ListRequest): Promise<AuthorizationsPage> {
    const found = await this.authorizations.listByOrganization(organization, list);
    return list.answer('authorizations', found, await this.names.viewsFor(organization, found.entries));
  }
}
