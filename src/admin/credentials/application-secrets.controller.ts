import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Applications } from '../../oidc/clients/applications.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { assertMayGiveApiAccess } from '../applications/api-access.js';
import { ExpiryBody, expiryOf, secretView, type ClientSecretView, type NewClientSecretView } from './secret.view.js';

@ApiTags('projects and applications')
@Controller('admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/secrets')
export class ApplicationSecretsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly applications: Applications,
  ) {}

  @Get()
  @Access('project.read')
  async list(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
  ): Promise<{ secrets: ClientSecretView[] }> {
    const { no } = await this.organizations.require(orgId);
    return { secrets: (await this.applications.listSecrets(no, projectId, applicationId)).map(secretView) };
  }

  /** Makes one more client secret; the ones before stay valid. */
  @Post()
  @Access('project.write')
  async add(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<NewClientSecretView> {
    const no = await this.organizationFor(caller, orgId, projectId, applicationId);
    return this.applications.addSecret(no, projectId, applicationId, expiryOf(body), caller.userId);
  }

  /** Sets when a secret ends; a secret of the past is removed instead. */
  @Put(':secretId')
  @HttpCode(204)
  @Access('project.write')
  async setExpiry(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('secretId') secretId: string,
    @Body() body: ExpiryBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    const no = await this.organizationFor(caller, orgId, projectId, applicationId);
    await this.applications.setSecretExpiry(no, projectId, applicationId, secretId, expiryOf(body), caller.userId);
  }

  @Delete(':secretId')
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @Param('orgId') orgId: string,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Param('secretId') secretId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const no = await this.organizationFor(caller, orgId, projectId, applicationId);
    await this.applications.removeSecret(no, projectId, applicationId, secretId, caller.userId);
  }

  /** The number of the organization, if the caller may give out credentials of this application. */
  private async organizationFor(caller: Principal, orgId: string, projectId: string, applicationId: string): Promise<number> {
    const { no } = await this.organizations.require(orgId);
    assertMayGiveApiAccess(caller, (await this.applications.require(no, projectId, applicationId)).config.apiAccess);
    return no;
  }
}
