import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { Instant, OneOf, Text } from '../../common/http/fields.js';
import { isoInstant, usOfIso } from '../../common/http/instants.js';
import { ACCESS_TOKEN_TYPES, type AccessTokenType } from '../../oidc/clients/application.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { ServiceUsers, type ServiceUser } from '../../users/service-users/service-users.service.js';
import { RoleCover } from '../../users/memberships/role-cover.js';

export class NewServiceUserBody {
  @Text(200, { description: 'name in the organization', example: 'entra-provisioning' }) userName: string;
  @Text(200, { description: 'name people see', optional: true }) name?: string;
  @Text(500, { description: 'what it is for', optional: true }) description?: string;
  @Text(200, { description: 'id, when another system has one already', optional: true }) userId?: string;
  @OneOf(ACCESS_TOKEN_TYPES, { description: 'form of its access tokens', optional: true }) accessTokenType?: AccessTokenType;
}

export class NewPersonalAccessTokenBody {
  @Instant({ description: 'when it ends; absent: never', example: '2030-01-01T00:00:00Z', optional: true }) expiresAt?: string;
}

export class ServiceUserView {
  @ApiProperty() userId: string;
  @ApiProperty() userName: string;
  @ApiProperty() name: string;
  @ApiProperty({ required: false }) description?: string;
  @ApiProperty() clientId: string;
  @ApiProperty({ enum: ACCESS_TOKEN_TYPES }) accessTokenType: string;
  @ApiProperty() active: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class ClientSecretView {
  @ApiProperty() clientId: string;
  @ApiProperty({ description: 'shown once' }) clientSecret: string;
}

export class PersonalAccessTokenView {
  @ApiProperty() tokenId: string;
  @ApiProperty({ description: 'shown once' }) token: string;
}

@ApiTags('service users')
@Controller('admin/v1/organizations/:orgId/service-users')
export class ServiceUsersController {
  constructor(
    private readonly organizations: Organizations,
    private readonly serviceUsers: ServiceUsers,
    private readonly cover: RoleCover,
    private readonly database: Database,
  ) {}

  @Post()
  @Access('user.write')
  async create(@Param('orgId') orgId: string, @Body() body: NewServiceUserBody, @Caller() caller: Principal): Promise<ServiceUserView> {
    const { userId, ...input } = body;
    return view(
      await this.serviceUsers.create(
        await this.organizations.require(orgId),
        { ...input, ...(userId === undefined ? {} : { id: userId }) },
        caller.userId,
      ),
    );
  }

  @Get(':userId')
  @Access('user.read')
  async get(@Param('orgId') orgId: string, @Param('userId') userId: string): Promise<ServiceUserView> {
    return view(await this.find(orgId, userId));
  }

  /** Makes one more client secret; the ones before stay valid. */
  @Post(':userId/secrets')
  @Access('user.write')
  async addSecret(@Param('orgId') orgId: string, @Param('userId') userId: string, @Caller() caller: Principal): Promise<ClientSecretView> {
    const user = await this.find(orgId, userId);
    await this.cover.assertCovers(caller, user.no);
    return this.database.write('add client secret', (tx) => this.serviceUsers.addSecret(tx, user, caller.userId));
  }

  @Post(':userId/personal-access-tokens')
  @Access('user.write')
  async addToken(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Body() body: NewPersonalAccessTokenBody,
    @Caller() caller: Principal,
  ): Promise<PersonalAccessTokenView> {
    const user = await this.find(orgId, userId);
    await this.cover.assertCovers(caller, user.no);
    const expiresUs = body.expiresAt === undefined ? null : usOfIso(body.expiresAt);
    const { id, token } = await this.database.write('add personal access token', (tx) =>
      this.serviceUsers.addPersonalAccessToken(tx, user, expiresUs, caller.userId),
    );
    return { tokenId: id, token };
  }

  private async find(orgId: string, userId: string): Promise<ServiceUser> {
    return this.serviceUsers.get(await this.organizations.require(orgId), userId);
  }
}

function view({ id, userName, name, description, clientId, accessTokenType, active, createdUs }: ServiceUser): ServiceUserView {
  return {
    userId: id,
    userName,
    name,
    ...(description === undefined ? {} : { description }),
    clientId,
    accessTokenType,
    active,
    createdAt: isoInstant(createdUs),
  };
}
