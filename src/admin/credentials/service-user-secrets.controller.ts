import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems } from '../../common/primitives/list-items.js';
import { ClientSecrets } from '../../users/authentication/credentials/client-secrets.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from '../../users/directory/service-users/service-user-credentials.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { CredentialAccess } from './credential-access.service.js';
import { ClientSecretView, CREDENTIAL_LIST, ExpiryBody, expiryOf, secretView, type NewClientSecretView } from './secret.view.js';

@ApiTags('service users')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/service-users/:userId/secrets')
export class ServiceUserSecretsController {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly credentials: ServiceUserCredentials,
    private readonly clientSecrets: ClientSecrets,
    private readonly credentialAccess: CredentialAccess,
  ) {}

  @Get()
  @ApiOkResponse({ type: listView('secrets', ClientSecretView) })
  @Access('user.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(CREDENTIAL_LIST) list: ListRequest,
  ): Promise<ListAnswer<'secrets', ClientSecretView>> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    return list.answer('secrets', listItems(await this.clientSecrets.listSecrets(user.no), CREDENTIAL_LIST, list), secretView);
  }

  /** What is known of one secret; its text was shown once. */
  @Get(':secretId')
  @Access('user.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('secretId') secretId: string,
  ): Promise<ClientSecretView> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    return secretView(await this.clientSecrets.requireSecret(user.no, secretId));
  }

  /** Creates another client secret; the others stay valid. */
  @Post()
  @Access('user.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<NewClientSecretView> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    return this.credentials.addSecret(user, caller.userId, expiryOf(body), this.credentialAccess.mayManage(caller, organization));
  }

  /** Sets when a secret expires; to end one now, remove it. */
  @Put(':secretId')
  @HttpCode(204)
  @Access('user.write')
  async setExpiry(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('secretId') secretId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    const mayManage = this.credentialAccess.mayManage(caller, organization);
    await this.credentials.setSecretExpiry(user, secretId, expiryOf(body), caller.userId, mayManage);
  }

  @Delete(':secretId')
  @HttpCode(204)
  @Access('user.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('secretId') secretId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    await this.credentials.removeSecret(user, secretId, caller.userId, this.credentialAccess.mayManage(caller, organization));
  }
}
