import { Body, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import type { Precondition } from '../../common/database/precondition.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Flag, OneOf, Text } from '../../common/http/fields.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { isoInstant } from '../../common/http/instants.js';
import { ACCESS_TOKEN_TYPES, type AccessTokenType } from '../../oidc/clients/application.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ServiceUserRemoval } from '../../users/directory/service-users/service-user-removal.service.js';
import { SERVICE_USER_LIST, ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import { SERVICE_USER_PROFILES, type ServiceUser } from '../../users/directory/service-users/service-users.repository.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import { assertMayChooseId } from '../../common/access/client-supplied-id-check.js';
import { AdminController } from '../controller/admin-controller.js';
import { CredentialAccess } from '../credentials/credential-access.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class NewServiceUserBody {
  @Text(200, { description: 'name in the organization', example: 'entra-provisioning' }) userName: string;
  @Text(200, { description: 'name people see', optional: true }) name?: string;
  @Text(500, { description: 'what it is for', optional: true }) description?: string;
  @Text(200, { description: 'id to keep from another system; generated when absent', optional: true }) userId?: string;
  @OneOf(ACCESS_TOKEN_TYPES, { description: 'format of its access tokens', optional: true }) accessTokenType?: AccessTokenType;
  @OneOf(SERVICE_USER_PROFILES, {
    description:
      'fapi2: FAPI 2.0 Security Profile. It authenticates by its keys only, and every token request needs a DPoP proof; it has no secrets and no personal access tokens. A change ends its tokens',
    optional: true,
  })
  profile?: ServiceUser['profile'];
  @Flag({ description: 'assertions of the JWT profile may be used more than once', optional: true }) assertionReuse?: boolean;
}

/** The settings that can be changed; absent ones stay unchanged. Without a name, it is called by its userName. */
export class ServiceUserBody extends MergePatchOf(NewServiceUserBody, {
  fixed: ['userId', 'userName'],
  unsettable: ['name', 'description'],
}) {}

export class ServiceUserView {
  @ApiProperty() userId: string;
  @ApiProperty() userName: string;
  @ApiProperty() name: string;
  @ApiProperty({ required: false }) description?: string;
  @ApiProperty() clientId: string;
  @ApiProperty({ enum: ACCESS_TOKEN_TYPES }) accessTokenType: string;
  @ApiProperty({ enum: SERVICE_USER_PROFILES, description: 'fapi2: its keys only, and tokens bound to a key' }) profile: string;
  @ApiProperty() assertionReuse: boolean;
  @ApiProperty() active: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'of the last change of the service user itself' }) modifiedAt: string;
}

@ApiTags('service users')
@AdminController('organizations/:orgId/service-users')
export class ServiceUsersController {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly removal: ServiceUserRemoval,
    private readonly privileges: PrivilegeCheck,
    private readonly credentialAccess: CredentialAccess,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Adds a service user' })
  @Access('user.write')
  async create(
    @OrganizationParam() organization: Organization,
    @Body() body: NewServiceUserBody,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    const { userId, ...input } = body;
    assertMayChooseId(caller, 'user.write', userId, 'userId');
    return view(
      await this.serviceUsers.createServiceUser(organization, { ...input, ...(userId === undefined ? {} : { id: userId }) }, caller.userId),
    );
  }

  @Get()
  @ApiOperation({ summary: 'Service users of an organization, page by page' })
  @ApiOkResponse({ type: listView('serviceUsers', ServiceUserView) })
  @Access('user.read')
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(SERVICE_USER_LIST) list: ListRequest,
  ): Promise<ListAnswer<'serviceUsers', ServiceUserView>> {
    return list.answer('serviceUsers', await this.serviceUsers.listServiceUsers(organization, list), view);
  }

  @Get(':userId')
  @ApiOperation({ summary: 'Shows a service user' })
  @Access('user.read')
  async get(@OrganizationParam() organization: Organization, @Param('userId') userId: string): Promise<ServiceUserView> {
    return view(await this.serviceUsers.requireServiceUser(organization, userId));
  }

  /** Changes what the body names; the rest stays, its tokens too. */
  @Patch(':userId')
  @ApiOperation({ summary: 'Changes a service user' })
  @Access('user.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: ServiceUserBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    const mayChange = this.mayChange(caller, organization, body, ifMatch);
    return view(await this.serviceUsers.changeServiceUser(organization, userId, body, caller.userId, mayChange));
  }

  /** Ends its tokens for good; its secrets and keys rest. */
  @Post(':userId/_deactivate')
  @ApiOperation({ summary: 'Deactivates a service user' })
  @HttpCode(200)
  @Access('user.write')
  deactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    return this.setActive(organization, userId, false, caller, ifMatch);
  }

  @Post(':userId/_reactivate')
  @ApiOperation({ summary: 'Reactivates a service user' })
  @HttpCode(200)
  @Access('user.write')
  reactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    return this.setActive(organization, userId, true, caller, ifMatch);
  }

  /** Removes it with its credentials and roles; its tokens are dead from then on, and a provisioning connection ends with it. */
  @Delete(':userId')
  @ApiOperation({ summary: 'Deletes a service user' })
  @HttpCode(204)
  @Access('user.delete')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    const mayEnd = this.credentialAccess.mayEnd(caller, organization, ifMatch.on(view));
    await this.removal.removeServiceUser(organization, userId, caller.userId, mayEnd);
  }

  private async setActive(
    organization: Organization,
    userId: string,
    active: boolean,
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<ServiceUserView> {
    const mayEnd = this.credentialAccess.mayEnd(caller, organization, ifMatch.on(view));
    return view(await this.serviceUsers.setActive(organization, userId, active, caller.userId, mayEnd));
  }

  /** The precondition of a change. Another profile ends the tokens. */
  private mayChange(
    caller: Principal,
    organization: Organization,
    { profile }: ServiceUserBody,
    ifMatch: ExpectedTag,
  ): Precondition<ServiceUser> {
    const mayEnd = this.credentialAccess.mayEnd(caller, organization);
    return async (user, tx) => {
      if (profile !== undefined && profile !== user.profile) await mayEnd(user, tx);
      else await this.privileges.assertCoversUser(caller, user.no, tx);
      ifMatch.on(view)?.(user);
    };
  }
}

function view({
  id,
  userName,
  name,
  description,
  clientId,
  accessTokenType,
  profile,
  assertionReuse,
  active,
  createdUs,
  modifiedUs,
}: ServiceUser): ServiceUserView {
  return {
    userId: id,
    userName,
    name,
    ...(description === undefined ? {} : { description }),
    clientId,
    accessTokenType,
    profile,
    assertionReuse,
    active,
    createdAt: isoInstant(createdUs),
    modifiedAt: isoInstant(modifiedUs),
  };
}
