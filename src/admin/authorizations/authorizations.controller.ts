// What an organization gave, wherever it gave it.
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { PageQuery } from '../../common/http/page-query.js';
import { textParameter, type Page } from '../../common/http/paging.js';
import { Authorizations } from '../../users/authorizations/authorizations.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { authorizationsPage, type AuthorizationsPage } from './authorization.view.js';

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
    @Query('holderId') holderId: unknown,
  ): Promise<AuthorizationsPage> {
    const holder = textParameter(holderId, 'holderId', 200);
    return authorizationsPage(await this.authorizations.listByOrganization(organization, holder, after, limit), limit);
  }
}
