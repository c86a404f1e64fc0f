// What an administrator sees first: numbers, sign-ins of 30 days, and what needs attention (docs/adr/0070-the-overview.md).
import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import { judgeOrganization, judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { OrganizationOverview } from './organization-overview.service.js';
import { OrganizationOverviewView, ServiceOverviewView } from './overview.view.js';
import { ServiceOverview } from './service-overview.service.js';

@ApiTags('organizations')
@AdminController('organizations/:orgId/overview')
export class OrganizationOverviewController {
  constructor(private readonly overview: OrganizationOverview) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'Numbers of an organization, its sign-ins of 30 days, and what needs attention' })
  @ApiOkResponse({ type: OrganizationOverviewView })
  show(@OrganizationParam() organization: Organization, @Caller() { memberships }: Principal): Promise<OrganizationOverviewView> {
    return this.overview.of(organization, (permission) => judgeOrganization(memberships, permission, organization.id) === 'allowed');
  }
}

@ApiTags('service')
@AdminController('overview')
export class ServiceOverviewController {
  constructor(private readonly overview: ServiceOverview) {}

  @Get()
  @ServiceAccess('user.read')
  @ApiOperation({ summary: 'Numbers of the whole service, its sign-ins of 30 days, and what needs attention' })
  @ApiOkResponse({ type: ServiceOverviewView })
  show(@Caller() { memberships }: Principal): Promise<ServiceOverviewView> {
    return this.overview.show((permission) => judgeService(memberships, permission) === 'allowed');
  }
}
