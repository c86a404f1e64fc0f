// The look of pages and mails of the whole service. Changes make a draft, which is published at once.
import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Brandings } from '../../users/organizations/brandings/brandings.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { BrandingAnswers, SLOTS } from './branding-answers.service.js';
import { BrandingChangeBody, BrandingImageBody, BrandingPreviewView, BrandingView } from './branding.body.js';

/** The number under which the look of the whole service is kept. */
const WHOLE_SERVICE = 0;

@ApiTags('branding')
@AdminController('branding')
export class ServiceBrandingController {
  constructor(
    private readonly brandings: Brandings,
    private readonly answers: BrandingAnswers,
  ) {}

  @Get()
  @ServiceAccess('policy.read')
  @ApiOperation({ summary: 'The look that everybody sees, and the draft' })
  @ApiOkResponse({ type: BrandingView })
  async get(): Promise<BrandingView> {
    return this.answers.view(await this.brandings.getBranding(WHOLE_SERVICE));
  }

  @Patch()
  @ServiceAccess('policy.write')
  @ApiOperation({ summary: 'Changes the draft, which begins as what is published' })
  @ApiOkResponse({ type: BrandingView })
  async change(@Body() body: BrandingChangeBody, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
    return this.answers.view(await this.brandings.changeDraft(WHOLE_SERVICE, { ...body }, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Delete()
  @ServiceAccess('policy.write')
  @ApiOperation({ summary: 'Returns to the default look; the draft is forgotten' })
  @ApiOkResponse({ type: BrandingView })
  async reset(@IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
    return this.answers.view(await this.brandings.reset(WHOLE_SERVICE, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Put('images/:slot')
  @ServiceAccess('policy.write')
  @ApiOperation({ summary: 'Puts a picture into the draft; it is checked and drawn anew' })
  @ApiParam({ name: 'slot', enum: SLOTS })
  @ApiOkResponse({ type: BrandingView })
  async setImage(
    @Param('slot') slot: string,
    @Body() { content }: BrandingImageBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<BrandingView> {
    const expected = ifMatch.on(this.answers.view);
    return this.answers.view(await this.brandings.setImage(WHOLE_SERVICE, this.answers.slot(slot), content, caller, expected));
  }

  @Delete('images/:slot')
  @ServiceAccess('policy.write')
  @ApiOperation({ summary: 'Removes a picture from the draft' })
  @ApiParam({ name: 'slot', enum: SLOTS })
  @ApiOkResponse({ type: BrandingView })
  async removeImage(@Param('slot') slot: string, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
    const expected = ifMatch.on(this.answers.view);
    return this.answers.view(await this.brandings.removeImage(WHOLE_SERVICE, this.answers.slot(slot), caller.userId, expected));
  }

  @Post('_publish')
  @HttpCode(200)
  @ServiceAccess('policy.write')
  @ApiOperation({ summary: 'Shows the draft to everybody' })
  @ApiOkResponse({ type: BrandingView })
  async publish(@IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
    return this.answers.view(await this.brandings.publish(WHOLE_SERVICE, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Post('_discard')
  @HttpCode(200)
  @ServiceAccess('policy.write')
  @ApiOperation({ summary: 'Forgets the draft' })
  @ApiOkResponse({ type: BrandingView })
  async discard(@IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<BrandingView> {
    return this.answers.view(await this.brandings.discardDraft(WHOLE_SERVICE, caller.userId, ifMatch.on(this.answers.view)));
  }

  @Post('_preview')
  @HttpCode(200)
  @ServiceAccess('policy.read')
  @ApiOperation({ summary: 'An address that shows pages with the draft for an hour; nothing is changed' })
  @ApiOkResponse({ type: BrandingPreviewView })
  preview(): Promise<BrandingPreviewView> {
    return this.answers.preview(WHOLE_SERVICE);
  }
}
