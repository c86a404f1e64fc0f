import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems } from '../../common/primitives/list-items.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Applications } from '../../oidc/clients/management/applications.service.js';
import { ApplicationCredentials } from '../../oidc/clients/management/application-credentials.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { ApplicationAccess } from '../applications/application-access.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { ClientKeyView, keyView, NewClientKeyBody, newKeyOf, newKeyView, type NewClientKeyView } from './key.view.js';
import { CREDENTIAL_LIST } from './secret.view.js';

@ApiTags('projects and applications')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/projects/:projectId/applications/:applicationId/keys')
export class ApplicationKeysController {
  constructor(
    private readonly applications: Applications,
    private readonly applicationCredentials: ApplicationCredentials,
    private readonly applicationAccess: ApplicationAccess,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOkResponse({ type: listView('keys', ClientKeyView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @ListParam(CREDENTIAL_LIST) list: ListRequest,
  ): Promise<ListAnswer<'keys', ClientKeyView>> {
    const application = await this.applications.requireApplication(organization.no, projectId, applicationId);
    return list.answer('keys', listItems(await this.applicationCredentials.listKeys(application), CREDENTIAL_LIST, list), keyView);
  }

  @Get(':keyId')
  @Access('project.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('keyId') keyId: string,
  ): Promise<ClientKeyView> {
    const application = await this.applications.requireApplication(organization.no, projectId, applicationId);
    return keyView(await this.applicationCredentials.requireKey(application, keyId));
  }

  /**
   * Registers a public key whose private key signs assertions (private_key_jwt, token exchange) and request objects. Without a public key it makes
   * a pair and answers with the key file, once.
   */
  @Post()
  @Access('project.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() body: NewClientKeyBody,
    @Caller() caller: Principal,
  ): Promise<NewClientKeyView> {
    const application = await this.applicationAccess.requireManaged(caller, { orgNo: organization.no, projectId, id: applicationId });
    const { key, privateKey } = await newKeyOf(body);
    const added = await this.applicationCredentials.addKey(application, key, caller.userId, this.applicationAccess.mayManage(caller));
    return newKeyView(added, privateKey, { type: 'application', appId: application.id, clientId: application.clientId }, this.settings);
  }

  @Delete(':keyId')
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('keyId') keyId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const path = { orgNo: organization.no, projectId, id: applicationId };
    await this.applicationCredentials.removeKey(path, keyId, caller.userId, this.applicationAccess.mayManage(caller));
  }
}
