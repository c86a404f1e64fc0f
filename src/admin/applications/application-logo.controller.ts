// The logo of an application.
import { Body, Delete, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ApplicationLogos } from '../../oidc/clients/management/application-logos.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { PictureBody } from '../controller/picture.body.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { ApplicationAccess } from './application-access.service.js';
import { applicationView, ApplicationView } from './applications.controller.js';

@ApiTags('projects and applications')
@AdminController('organizations/:orgId/projects/:projectId/applications/:applicationId/logo')
export class ApplicationLogoController {
  constructor(
    private readonly logos: ApplicationLogos,
    private readonly applicationAccess: ApplicationAccess,
  ) {}

  @Put()
  @Access('project.write')
  @ApiOperation({ summary: 'Sets the logo of an application, drawn anew; people see it where they consent to the application' })
  @ApiOkResponse({ type: ApplicationView })
  async set(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() { content }: PictureBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    const path = { orgNo: organization.no, projectId, id: applicationId };
    await this.applicationAccess.requireManaged(caller, path);
    const drawn = await this.logos.draw(Buffer.from(content, 'base64'), path);
    // The wait in the queue may have been long.
    await caller.admission?.judgeAgain();
    return applicationView(
      await this.logos.set(path, drawn, caller.userId, this.applicationAccess.mayManage(caller, ifMatch.on(applicationView))),
    );
  }

  @Delete()
  @Access('project.write')
  @ApiOperation({ summary: 'Removes the logo of an application' })
  @ApiOkResponse({ type: ApplicationView })
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    const path = { orgNo: organization.no, projectId, id: applicationId };
    return applicationView(
      await this.logos.set(path, undefined, caller.userId, this.applicationAccess.mayManage(caller, ifMatch.on(applicationView))),
    );
  }
}
