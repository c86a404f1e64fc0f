import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems } from '../../common/primitives/list-items.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from '../../users/directory/service-users/service-user-credentials.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { CredentialAccess } from './credential-access.service.js';
import { ClientKeyView, keyView, NewClientKeyBody, newKeyOf, newKeyView, type NewClientKeyView } from './key.view.js';
import { CREDENTIAL_LIST } from './secret.view.js';

@ApiTags('service users')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/service-users/:userId/keys')
export class ServiceUserKeysController {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly credentials: ServiceUserCredentials,
    private readonly credentialAccess: CredentialAccess,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOkResponse({ type: listView('keys', ClientKeyView) })
  @Access('user.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(CREDENTIAL_LIST) list: ListRequest,
  ): Promise<ListAnswer<'keys', ClientKeyView>> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    return list.answer('keys', listItems(await this.credentials.listKeys(user), CREDENTIAL_LIST, list), keyView);
  }

  @Get(':keyId')
  @Access('user.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('keyId') keyId: string,
  ): Promise<ClientKeyView> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    return keyView(await this.credentials.requireKey(user, keyId));
  }

  /** Registers a public key whose private key signs assertions (JWT profile, private_key_jwt). Without a public key it makes a pair and answers with the key file, once. */
  @Post()
  @Access('user.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: NewClientKeyBody,
    @Caller() caller: Principal,
  ): Promise<NewClientKeyView> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    const { key, privateKey } = await newKeyOf(body);
    const added = await this.credentials.addKey(user, key, caller.userId, this.credentialAccess.mayManage(caller, organization));
    return newKeyView(added, privateKey, { type: 'serviceaccount', userId: user.id, clientId: user.clientId }, this.settings);
  }

  @Delete(':keyId')
  @HttpCode(204)
  @Access('user.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('keyId') keyId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    await this.credentials.removeKey(user, keyId, caller.userId, this.credentialAccess.mayManage(caller, organization));
  }
}
