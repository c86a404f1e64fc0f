import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems } from '../../common/primitives/list-items.js';
import { ApplicationCredentials } from '../../oidc/clients/management/application-credentials.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { ApplicationAccess } from '../applications/application-access.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { ClientSecretView, CREDENTIAL_LIST, ExpiryBody, expiryOf, secretView, type NewClientSecretView } from './secret.view.js';

@ApiTags('projects and applications')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/projects/:projectId/applications/:applicationId/secrets')
export class ApplicationSecretsController {
  constructor(
    private readonly applicationCredentials: ApplicationCredentials,
    private readonly applicationAccess: ApplicationAccess,
  ) {}

  @Get()
  @ApiOkResponse({ type: listView('secrets', ClientSecretView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @ListParam(CREDENTIAL_LIST) list: ListRequest,
  ): Promise<ListAnswer<'secrets', ClientSecretView>> {
    const secrets = await this.applicationCredentials.listSecrets(organization.no, projectId, applicationId);
    return list.answer('secrets', listItems(secrets, CREDENTIAL_LIST, list), secretView);
  }

  /** What is known of one secret; its text was shown once. */
  @Get(':secretId')
  @Access('project.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('secretId') secretId: string,
  ): Promise<ClientSecretView> {
    return secretView(await this.applicationCredentials.requireSecret(organization.no, projectId, applicationId, secretId));
  }

  /** Creates another client secret; the others stay valid. */
  @Post()
  @Access('project.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<NewClientSecretView> {
    const path = { orgNo: organization.no, projectId, id: applicationId };
    return this.applicationCredentials.addSecret(path, expiryOf(body), caller.userId, this.applicationAccess.mayManage(caller));
  }

  /** Sets when a secret expires; to end one now, remove it. */
  @Put(':secretId')
  @HttpCode(204)
  @Access('project.write')
  async setExpiry(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('secretId') secretId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    const path = { orgNo: organization.no, projectId, id: applicationId };
    await this.applicationCredentials.setSecretExpiry(
      path,
      secretId,
      expiryOf(body),
      caller.userId,
      this.applicationAccess.mayManage(caller),
    );
  }

  @Delete(':secretId')
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('secretId') secretId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const path = { orgNo: organization.no, projectId, id: applicationId };
    await this.applicationCredentials.removeSecret(path, secretId, caller.userId, this.applicationAccess.mayManage(caller));
  }
}
