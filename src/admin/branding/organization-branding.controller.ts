// The look of pages and mails of an organization. Changes make a draft, which is published at once.
import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Brandings } from '../../users/organizations/brandings/brandings.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { BrandingAnswers, SLOTS } from './branding-answers.service.js';
import { BrandingChangeBody, BrandingImageBody, BrandingPreviewView, BrandingView } from './branding.body.js';

@ApiTags('branding')
@AdminController('organizations/:orgId/branding')
export class OrganizationBrandingController {
  constructor(
    private readonly brandings: Brandings,
    private readonly answers: BrandingAnswers,
  ) {}

  @Get()
  @Access('org.read')
  @ApiOperation({ summary: 'The look that everybody sees, and the draft' })
  @ApiOkResponse({ type: BrandingView })
  async get(@OrganizationParam() { no }: Organization): Promise<BrandingView> {
    return this.answers.view(await this.brandings.getBranding(no));
  }

  @Patch()
  @Access('org.write')
  @ApiOperation({ summary: 'Changes the draft, which begins as what is published' })
  @ApiOkResponse({ type: BrandingView })
  async change(
    @OrganizationParam() { no }: Organization,
    @Body() body: BrandingChangeBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    return this.answers.view(await this.brandings.changeDraft(no, { ...body }, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Delete()
  @Access('org.write')
  @ApiOperation({ summary: 'Inherits the look of the service again; the draft is forgotten' })
  @ApiOkResponse({ type: BrandingView })
  async reset(
    @OrganizationParam() { no }: Organization,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    return this.answers.view(await this.brandings.reset(no, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Put('images/:slot')
  @Access('org.write')
  @ApiOperation({ summary: 'Puts a picture into the draft; it is checked and drawn anew' })
  @ApiParam({ name: 'slot', enum: SLOTS })
  @ApiOkResponse({ type: BrandingView })
  async setImage(
    @OrganizationParam() { no }: Organization,
    @Param('slot') slot: string,
    @Body() { content }: BrandingImageBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    const expected = ifMatch.on(this.answers.view);
    return this.answers.view(await this.brandings.setImage(no, this.answers.slot(slot), content, caller, expected));
  }

  @Delete('images/:slot')
  @Access('org.write')
  @ApiOperation({ summary: 'Removes a picture from the draft' })
  @ApiParam({ name: 'slot', enum: SLOTS })
  @ApiOkResponse({ type: BrandingView })
  async removeImage(
    @OrganizationParam() { no }: Organization,
    @Param('slot') slot: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    const expected = ifMatch.on(this.answers.view);
    return this.answers.view(await this.brandings.removeImage(no, this.answers.slot(slot), caller.userId, expected));
  }

  @Post('_publish')
  @HttpCode(200)
  @Access('org.write')
  @ApiOperation({ summary: 'Shows the draft to everybody' })
  @ApiOkResponse({ type: BrandingView })
  async publish(
    @OrganizationParam() { no }: Organization,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    return this.answers.view(await this.brandings.publish(no, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Post('_discard')
  @HttpCode(200)
  @Access('org.write')
  @ApiOperation({ summary: 'Forgets the draft' })
  @ApiOkResponse({ type: BrandingView })
  async discard(
    @OrganizationParam() { no }: Organization,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    return this.answers.view(await this.brandings.discardDraft(no, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Post('_preview')
  @HttpCode(200)
  @Access('org.read')
  @ApiOperation({ summary: 'An address that shows pages with the draft for an hour; nothing is changed' })
  @ApiOkResponse({ type: BrandingPreviewView })
  preview(@OrganizationParam() { no }: Organization): Promise<BrandingPreviewView> {
    return this.answers.preview(no);
  }
}
