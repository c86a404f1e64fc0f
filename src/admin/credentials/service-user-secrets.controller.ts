import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { ClientSecrets } from '../../users/credentials/client-secrets.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { ServiceUsers, type ServiceUser } from '../../users/service-users/service-users.service.js';
import { CredentialCover } from './credential-cover.service.js';
import { ExpiryBody, expiryOf, secretView, type ClientSecretView, type NewClientSecretView } from './secret.view.js';

@ApiTags('service users')
@Controller('admin/v1/organizations/:orgId/service-users/:userId/secrets')
export class ServiceUserSecretsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly serviceUsers: ServiceUsers,
    private readonly secrets: ClientSecrets,
    private readonly cover: CredentialCover,
    private readonly database: Database,
  ) {}

  @Get()
  @Access('user.read')
  async list(@Param('orgId') orgId: string, @Param('userId') userId: string): Promise<{ secrets: ClientSecretView[] }> {
    const user = await this.serviceUsers.get(await this.organizations.require(orgId), userId);
    return { secrets: (await this.secrets.list(user.no)).map(secretView) };
  }

  /** Makes one more client secret; the ones before stay valid. */
  @Post()
  @Access('user.write')
  async add(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<NewClientSecretView> {
    const user = await this.find(orgId, userId, caller);
    return this.database.write('add client secret', (tx) => this.serviceUsers.addSecret(tx, user, caller.userId, expiryOf(body)));
  }

  /** Sets when a secret ends; a secret of the past is removed instead. */
  @Put(':secretId')
  @HttpCode(204)
  @Access('user.write')
  async setExpiry(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Param('secretId') secretId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.serviceUsers.setSecretExpiry(await this.find(orgId, userId, caller), secretId, expiryOf(body), caller.userId);
  }

  @Delete(':secretId')
  @HttpCode(204)
  @Access('user.write')
  async remove(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Param('secretId') secretId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.serviceUsers.removeSecret(await this.find(orgId, userId, caller), secretId, caller.userId);
  }

  /** The service user, if the caller may have its credentials. */
  private async find(orgId: string, userId: string, caller: Principal): Promise<ServiceUser> {
    const user = await this.serviceUsers.get(await this.organizations.require(orgId), userId);
    await this.cover.assertCovers(caller, user.no);
    return user;
  }
}
