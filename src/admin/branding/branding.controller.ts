// The look of pages and mails, of an organization and of the whole service. Changes make a draft, which is published at once.
import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Brandings } from '../../users/organizations/brandings/brandings.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { PictureBody } from '../controller/picture.body.js';
import { OrganizationParam, WholeServiceParam, type Owner } from '../organizations/organization-param.js';
import { BrandingAnswers, SLOTS } from './branding-answers.service.js';
import { BrandingChangeBody, BrandingPreviewView, BrandingView } from './branding.body.js';

/** What differs between the look of an organization and that of the whole service. */
interface Facts {
  path: string;
  OwnerParam: () => ParameterDecorator;
  MayRead: () => MethodDecorator;
  MayChange: () => MethodDecorator;
  /** What a reset does, for the API document. */
  resets: string;
}

export const BRANDING_CONTROLLERS: Type[] = [
  brandingController({
    path: 'organizations/:orgId/branding',
    OwnerParam: OrganizationParam,
    MayRead: () => Access('org.read'),
    MayChange: () => Access('org.write'),
    resets: 'Inherits the look of the service again; the draft is forgotten',
  }),
  brandingController({
    path: 'branding',
    OwnerParam: WholeServiceParam,
    MayRead: () => ServiceAccess('policy.read'),
    MayChange: () => ServiceAccess('policy.write'),
    resets: 'Returns to the default look; the draft is forgotten',
  }),
];

function brandingController({ path, OwnerParam, MayRead, MayChange, resets }: Facts): Type {
  @ApiTags('branding')
  @AdminController(path)
  class BrandingController {
    constructor(
      readonly brandings: Brandings,
      readonly answers: BrandingAnswers,
    ) {}

    @Get()
    @MayRead()
    @ApiOperation({ summary: 'The look that everybody sees, and the draft' })
    @ApiOkResponse({ type: BrandingView })
    async get(@OwnerParam() { no }: Owner): Promise<BrandingView> {
      return this.answers.view(await this.brandings.getBranding(no));
    }

    @Patch()
    @MayChange()
    @ApiOperation({ summary: 'Changes the draft, which begins as what is published' })
    @ApiOkResponse({ type: BrandingView })
    async change(
      @OwnerParam() { no }: Owner,
      @Body() body: BrandingChangeBody,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<BrandingView> {
      return this.answers.view(await this.brandings.changeDraft(no, { ...body }, caller.userId, ifMatch.on(this.answers.view)));
    }

    @Delete()
    @MayChange()
    @ApiOperation({ summary: resets })
    @ApiOkResponse({ type: BrandingView })
    async reset(@OwnerParam() { no }: Owner, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
      return this.answers.view(await this.brandings.reset(no, caller.userId, ifMatch.on(this.answers.view)));
    }

    @Put('images/:slot')
    @MayChange()
    @ApiOperation({ summary: 'Puts a picture into the draft; it is checked and drawn anew' })
    @ApiParam({ name: 'slot', enum: SLOTS })
    @ApiOkResponse({ type: BrandingView })
    async setImage(
      @OwnerParam() { no }: Owner,
      @Param('slot') slot: string,
      @Body() { content }: PictureBody,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<BrandingView> {
      const expected = ifMatch.on(this.answers.view);
      return this.answers.view(await this.brandings.setImage(no, this.answers.slot(slot), content, caller, expected));
    }

    @Delete('images/:slot')
    @MayChange()
    @ApiOperation({ summary: 'Removes a picture from the draft' })
    @ApiParam({ name: 'slot', enum: SLOTS })
    @ApiOkResponse({ type: BrandingView })
    async removeImage(
      @OwnerParam() { no }: Owner,
      @Param('slot') slot: string,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<BrandingView> {
      const expected = ifMatch.on(this.answers.view);
      return this.answers.view(await this.brandings.removeImage(no, this.answers.slot(slot), caller.userId, expected));
    }

    @Post('_publish')
    @HttpCode(200)
    @MayChange()
    @ApiOperation({ summary: 'Shows the draft to everybody' })
    @ApiOkResponse({ type: BrandingView })
    async publish(@OwnerParam() { no }: Owner, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
      return this.answers.view(await this.brandings.publish(no, caller.userId, ifMatch.on(this.answers.view)));
    }

    @Post('_discard')
    @HttpCode(200)
    @MayChange()
    @ApiOperation({ summary: 'Forgets the draft' })
    @ApiOkResponse({ type: BrandingView })
    async discard(@OwnerParam() { no }: Owner, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
      return this.answers.view(await this.brandings.discardDraft(no, caller.userId, ifMatch.on(this.answers.view)));
    }

    @Post('_preview')
    @HttpCode(200)
    @MayRead()
    @ApiOperation({ summary: 'An address that shows pages with the draft for an hour; nothing is changed' })
    @ApiOkResponse({ type: BrandingPreviewView })
    preview(@OwnerParam() { no }: Owner): Promise<BrandingPreviewView> {
      return this.answers.preview(no);
    }
  }
  return BrandingController;
}
