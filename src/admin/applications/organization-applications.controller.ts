// The applications of an organization in all its projects, to find one by its name.
import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { ORGANIZATION_APPLICATION_LIST } from '../../oidc/clients/applications.repository.js';
import { Applications } from '../../oidc/clients/management/applications.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { applicationView, ApplicationView } from './applications.controller.js';

@ApiTags('projects and applications')
@AdminController('organizations/:orgId/applications')
export class OrganizationApplicationsController {
  constructor(private readonly applications: Applications) {}

  @Get()
  @Access('project.read')
  @ApiOperation({ summary: 'Applications of an organization in all its projects, by name' })
  @ApiOkResponse({ type: listView('applications', ApplicationView) })
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(ORGANIZATION_APPLICATION_LIST) list: ListRequest,
  ): Promise<ListAnswer<'applications', ApplicationView>> {
    return list.answer('applications', await this.applications.listOfOrganization(organization.no, list), applicationView);
  }
}
