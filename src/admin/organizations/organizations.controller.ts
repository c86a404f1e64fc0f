import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import { judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Precondition } from '../../common/database/precondition.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Text } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { QueryNames } from '../../common/http/page-query.js';
import { textParameter } from '../../common/http/paging.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Applications } from '../../oidc/clients/management/applications.service.js';
import { Memberships } from '../../users/roles/memberships/memberships.service.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import { OrganizationRemoval } from '../../users/organizations/organization-removal.service.js';
import { OrganizationStatistics } from '../../users/organizations/organization-statistics.service.js';
import { ORGANIZATION_LIST, Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from './organization-param.js';

export class NewOrganizationBody {
  @Text(200, { description: 'name people see', example: 'Example Ltd' }) name: string;
  @Text(253, { description: 'suffix of login names; unique in the service', example: 'example.com', optional: true })
  primaryDomain?: string;
  @Text(200, { description: 'id to keep from another system; generated when absent', optional: true }) orgId?: string;
}

/** What is absent stays. */
export class OrganizationChangeBody extends MergePatchOf(NewOrganizationBody, { fixed: ['primaryDomain', 'orgId'] }) {}

export class OrganizationView {
  @ApiProperty() orgId: string;
  @ApiProperty() name: string;
  @ApiProperty() primaryDomain: string;
  @ApiProperty({ enum: ['active', 'inactive'] }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'of the last change of the organization itself' }) modifiedAt: string;
}

/** What an organization has, in numbers. */
export class OrganizationContentsView {
  @ApiProperty({ type: 'integer' }) people: number;
  @ApiProperty({ type: 'integer' }) serviceUsers: number;
  @ApiProperty({ type: 'integer' }) groups: number;
  @ApiProperty({ type: 'integer' }) projects: number;
  @ApiProperty({ type: 'integer' }) applications: number;
  @ApiProperty({ type: 'integer' }) domains: number;
}

export class RemovedOrganizationView {
  @ApiProperty() orgId: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'what went with it' }) removed: OrganizationContentsView;
}

export class ByStateView {
  @ApiProperty({ type: 'integer' }) active: number;
  @ApiProperty({ type: 'integer' }) inactive: number;
}

export class OrganizationStatisticsView {
  @ApiProperty() people: ByStateView;
  @ApiProperty() serviceUsers: ByStateView;
  @ApiProperty({ type: 'integer' }) groups: number;
  @ApiProperty({ type: 'integer' }) projects: number;
  @ApiProperty({ type: 'integer' }) applications: number;
  @ApiProperty({ type: 'integer', description: 'verified ones' }) domains: number;
}

@ApiTags('organizations')
@AdminController('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly memberships: Memberships,
    private readonly privileges: PrivilegeCheck,
    private readonly applications: Applications,
    private readonly removal: OrganizationRemoval,
    private readonly statistics: OrganizationStatistics,
  ) {}

  @Post()
  @ServiceAccess('org.create')
  async create(@Body() body: NewOrganizationBody, @Caller() caller: Principal): Promise<OrganizationView> {
    const { name, primaryDomain, orgId } = body;
    const input = { name, ...(primaryDomain === undefined ? {} : { primaryDomain }), ...(orgId === undefined ? {} : { id: orgId }) };
    return view(await this.organizations.createOrganization(input, caller.userId));
  }

  @Get()
  @ApiOperation({ summary: 'All organizations, page by page' })
  @ApiOkResponse({ type: listView('organizations', OrganizationView) })
  @ServiceAccess('org.read')
  async list(@ListParam(ORGANIZATION_LIST) list: ListRequest): Promise<ListAnswer<'organizations', OrganizationView>> {
    return list.answer('organizations', await this.organizations.listOrganizations(list), view);
  }

  @Get(':orgId')
  @Access('org.read')
  get(@OrganizationParam() organization: Organization): OrganizationView {
    return view(organization);
  }

  @Get(':orgId/statistics')
  @ApiOperation({ summary: 'How much an organization has' })
  @ApiOkResponse({ type: OrganizationStatisticsView })
  @Access('org.read')
  getStatistics(@OrganizationParam() organization: Organization): Promise<OrganizationStatisticsView> {
    return this.statistics.countOf(organization);
  }

  /**
   * Removes the organization with everything in it: from then on its users can't sign in, all its tokens are dead, and its domains are free. With
   * `dryRun=true` it only says what would go. Refused for the organization that runs the service.
   */
  @Delete(':orgId')
  @ApiOperation({ summary: 'Deletes an organization' })
  @ApiQuery({ name: 'confirmName', description: 'name of the organization, against deleting another one by mistake' })
  @ApiOkResponse({ type: RemovedOrganizationView })
  @QueryNames('confirmName')
  @ServiceAccess('org.delete')
  async remove(
    @OrganizationParam() organization: Organization,
    @Query('confirmName') confirmName: unknown,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<RemovedOrganizationView> {
    const name = textParameter(confirmName, 'confirmName', 200);
    const removed = await this.removal.removeOrganization(organization, name, caller.userId, this.mayShutOut(caller, ifMatch));
    return { orgId: organization.id, name: organization.name, removed };
  }

  /** Changes its name. Domains have routes of their own. */
  @Patch(':orgId')
  @ApiOperation({ summary: 'Renames an organization' })
  @ApiOkResponse({ type: OrganizationView })
  @Access('org.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Body() { name = organization.name }: OrganizationChangeBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<OrganizationView> {
    return view(await this.organizations.renameOrganization(organization.id, name, caller.userId, ifMatch.on(view)));
  }

  /** Ends every token of its users and applications for good. Refused for the organization of the last active IAM_OWNER. */
  @Post(':orgId/_deactivate')
  @HttpCode(200)
  @ServiceAccess('org.write')
  deactivate(
    @OrganizationParam() organization: Organization,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<OrganizationView> {
    return this.setState(organization, 'inactive', caller, ifMatch);
  }

  @Post(':orgId/_reactivate')
  @HttpCode(200)
  @ServiceAccess('org.write')
  reactivate(
    @OrganizationParam() organization: Organization,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<OrganizationView> {
    return this.setState(organization, 'active', caller, ifMatch);
  }

  private async setState(
    organization: Organization,
    state: Organization['state'],
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<OrganizationView> {
    return view(await this.organizations.setOrganizationState(organization.id, state, caller.userId, this.mayShutOut(caller, ifMatch)));
  }

  /** A caller who manages less than some user of the organization can't shut that user out, or let it in. */
  private mayShutOut(caller: Principal, ifMatch: ExpectedTag): Precondition<Organization> {
    return async (organization, tx) => {
      this.privileges.assertCoversRoles(caller, [...(await this.memberships.serviceRolesIn(organization, tx)).values()].flat());
      // Its state is the state of all its applications, and one with apiAccess is switched by owners of the service only.
      if (judgeService(caller.memberships, 'api.grant') !== 'allowed' && (await this.applications.ownsApiAccess(organization, tx)))
        throw new DomainError(
          'forbidden',
          'organization.apiAccess',
          'Only an IAM_OWNER may deactivate, reactivate or remove an organization that owns an application with apiAccess.',
        );
      ifMatch.on(view)?.(organization);
    };
  }
}

function view({ id, name, primaryDomain, state, createdUs, modifiedUs }: Organization): OrganizationView {
  return { orgId: id, name, primaryDomain, state, createdAt: isoInstant(createdUs), modifiedAt: isoInstant(modifiedUs) };
}
