import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { ServiceUsers, type ServiceUser } from '../../users/service-users/service-users.service.js';
import { CredentialCover } from './credential-cover.service.js';
import { keyView, NewClientKeyBody, newKeyOf, type ClientKeyView } from './key.view.js';

@ApiTags('service users')
@Controller('admin/v1/organizations/:orgId/service-users/:userId/keys')
export class ServiceUserKeysController {
  constructor(
    private readonly organizations: Organizations,
    private readonly serviceUsers: ServiceUsers,
    private readonly cover: CredentialCover,
    private readonly database: Database,
  ) {}

  @Get()
  @Access('user.read')
  async list(@Param('orgId') orgId: string, @Param('userId') userId: string): Promise<{ keys: ClientKeyView[] }> {
    const user = await this.serviceUsers.get(await this.organizations.require(orgId), userId);
    return { keys: (await this.serviceUsers.listKeys(user)).map(keyView) };
  }

  /** Registers a public key; its private half signs assertions (JWT profile, private_key_jwt). */
  @Post()
  @Access('user.write')
  async add(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Body() body: NewClientKeyBody,
    @Caller() caller: Principal,
  ): Promise<ClientKeyView> {
    const [user, key] = [await this.find(orgId, userId, caller), newKeyOf(body)];
    return keyView(await this.database.write('add client key', (tx) => this.serviceUsers.addKey(tx, user, key, caller.userId)));
  }

  @Delete(':keyId')
  @HttpCode(204)
  @Access('user.write')
  async remove(
    @Param('orgId') orgId: string,
    @Param('userId') userId: string,
    @Param('keyId') keyId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const user = await this.find(orgId, userId, caller);
    await this.database.write('remove client key', (tx) => this.serviceUsers.removeKey(tx, user, keyId, caller.userId));
  }

  /** The service user, if the caller may have its credentials. */
  private async find(orgId: string, userId: string, caller: Principal): Promise<ServiceUser> {
    const user = await this.serviceUsers.get(await this.organizations.require(orgId), userId);
    await this.cover.assertCovers(caller, user.no);
    return user;
  }
}
