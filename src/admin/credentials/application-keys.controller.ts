import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { Applications, type Application } from '../../oidc/clients/applications.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { assertMayGiveApiAccess } from '../applications/api-access.js';
import { keyView, NewClientKeyBody, newKeyOf, type ClientKeyView } from './key.view.js';

@ApiTags('projects and applications')
@Controller('admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/keys')
export class ApplicationKeysController {
  constructor(
    private readonly organizations: Organizations,
    private readonly applications: Applications,
    private readonly database: Database,
  ) {}

  @Get()
  @Access('project.read')
  async list(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
  ): Promise<{ keys: ClientKeyView[] }> {
    const { no } = await this.organizations.require(orgId);
    return { keys: (await this.applications.listKeys(await this.applications.require(no, projectId, applicationId))).map(keyView) };
  }

  /** Registers a public key; its private half signs assertions (private_key_jwt, token exchange). */
  @Post()
  @Access('project.write')
  async add(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() body: NewClientKeyBody,
    @Caller() caller: Principal,
  ): Promise<ClientKeyView> {
    const [application, key] = [await this.find(caller, orgId, projectId, applicationId), newKeyOf(body)];
    return keyView(await this.database.write('add client key', (tx) => this.applications.addKey(tx, application, key, caller.userId)));
  }

  @Delete(':keyId')
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('keyId') keyId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const application = await this.find(caller, orgId, projectId, applicationId);
    await this.database.write('remove client key', (tx) => this.applications.removeKey(tx, application, keyId, caller.userId));
  }

  /** The application, if the caller may give out credentials of it. */
  private async find(caller: Principal, orgId: string, projectId: string, applicationId: string): Promise<Application> {
    const { no } = await this.organizations.require(orgId);
    const application = await this.applications.require(no, projectId, applicationId);
    assertMayGiveApiAccess(caller, application.config.apiAccess);
    return application;
  }
}
