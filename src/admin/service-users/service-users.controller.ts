import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiProperty, ApiTags, OmitType, PartialType } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Flag, OneOf, Text } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ACCESS_TOKEN_TYPES, type AccessTokenType } from '../../oidc/clients/application.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ServiceUserRemoval } from '../../users/service-users/service-user-removal.service.js';
import { ServiceUsers, type ServiceUser } from '../../users/service-users/service-users.service.js';
import { PrivilegeCheck } from '../../users/memberships/privilege-check.service.js';
import { assertMayChooseId } from '../../common/access/client-supplied-id-check.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class NewServiceUserBody {
  @Text(200, { description: 'name in the organization', example: 'entra-provisioning' }) userName: string;
  @Text(200, { description: 'name people see', optional: true }) name?: string;
  @Text(500, { description: 'what it is for', optional: true }) description?: string;
  @Text(200, { description: 'id to keep from another system; generated when absent', optional: true }) userId?: string;
  @OneOf(ACCESS_TOKEN_TYPES, { description: 'format of its access tokens', optional: true }) accessTokenType?: AccessTokenType;
  @Flag({ description: 'assertions of the JWT profile may be used more than once', optional: true }) assertionReuse?: boolean;
}

/** The settings that can be changed; absent ones stay unchanged. */
export class ServiceUserBody extends PartialType(OmitType(NewServiceUserBody, ['userId', 'userName'] as const), {
  skipNullProperties: false,
}) {}

export class ServiceUserView {
  @ApiProperty() userId: string;
  @ApiProperty() userName: string;
  @ApiProperty() name: string;
  @ApiProperty({ required: false }) description?: string;
  @ApiProperty() clientId: string;
  @ApiProperty({ enum: ACCESS_TOKEN_TYPES }) accessTokenType: string;
  @ApiProperty() assertionReuse: boolean;
  @ApiProperty() active: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

@ApiTags('service users')
@Controller('admin/v1/organizations/:orgId/service-users')
export class ServiceUsersController {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly removal: ServiceUserRemoval,
    private readonly privileges: PrivilegeCheck,
  ) {}

  @Post()
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

  @Get(':userId')
  @Access('user.read')
  async get(@OrganizationParam() organization: Organization, @Param('userId') userId: string): Promise<ServiceUserView> {
    return view(await this.serviceUsers.requireServiceUser(organization, userId));
  }

  /** Changes what the body names; the rest stays, its tokens too. */
  @Patch(':userId')
  @Access('user.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: ServiceUserBody,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    await this.privileges.assertCoversUser(caller, (await this.serviceUsers.requireServiceUser(organization, userId)).no);
    return view(await this.serviceUsers.changeServiceUser(organization, userId, body, caller.userId));
  }

  /** Ends its tokens for good; its secrets and keys rest. */
  @Post(':userId/_deactivate')
  @HttpCode(200)
  @Access('user.write')
  deactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    return this.setActive(organization, userId, false, caller);
  }

  @Post(':userId/_reactivate')
  @HttpCode(200)
  @Access('user.write')
  reactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<ServiceUserView> {
    return this.setActive(organization, userId, true, caller);
  }

  /** Removes it with its credentials and roles; its tokens are dead from then on, and a provisioning connection ends with it. */
  @Delete(':userId')
  @HttpCode(204)
  @Access('user.delete')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.privileges.assertCoversUser(caller, (await this.serviceUsers.requireServiceUser(organization, userId)).no);
    await this.removal.removeServiceUser(organization, userId, caller.userId);
  }

  private async setActive(organization: Organization, userId: string, active: boolean, caller: Principal): Promise<ServiceUserView> {
    await this.privileges.assertCoversUser(caller, (await this.serviceUsers.requireServiceUser(organization, userId)).no);
    return view(await this.serviceUsers.setActive(organization, userId, active, caller.userId));
  }
}

function view({
  id,
  userName,
  name,
  description,
  clientId,
  accessTokenType,
  assertionReuse,
  active,
  createdUs,
}: ServiceUser): ServiceUserView {
  return {
    userId: id,
    userName,
    name,
    ...(description === undefined ? {} : { description }),
    clientId,
    accessTokenType,
    assertionReuse,
    active,
    createdAt: isoInstant(createdUs),
  };
}
