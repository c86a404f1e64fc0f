// Images of organizations and applications, and pages with a look that is not published yet.
import { Controller, Get, HttpStatus, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../common/access/access.js';
import { ApplicationLogos } from '../../clients/management/application-logos.service.js';
import { Brandings } from '../../../users/organizations/brandings/brandings.service.js';
import { Organizations } from '../../../users/organizations/organizations.service.js';
import { brandedContext, IMAGES_PATH, PREVIEW_PATH } from '../layout/branded-look.js';
import { renderErrorPage } from '../layout/error.view.js';
import { renderLoginPage } from '../sign-in/login.view.js';
import { PageContexts } from '../layout/page-contexts.service.js';
import { PageErrors } from './page-errors.filter.js';
import { answerPage } from '../layout/answer-page.js';

const A_YEAR_SECONDS = 31_536_000;

@Controller()
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class BrandingAssetsController {
  constructor(
    private readonly brandings: Brandings,
    private readonly logos: ApplicationLogos,
    private readonly organizations: Organizations,
    private readonly pageContexts: PageContexts,
  ) {}

  /** Always a PNG that the service has rendered itself. Opened directly, the sandbox prevents all actions. */
  @Get(`${IMAGES_PATH}/:digest`)
  async showImage(@Param('digest') digest: string, @Res() response: Response): Promise<void> {
    const content = (await this.brandings.findImage(digest)) ?? (await this.logos.find(digest));
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" });
    if (!content) return void response.status(HttpStatus.NOT_FOUND).set('Cache-Control', 'no-store').end();
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${A_YEAR_SECONDS}, immutable` }).send(content);
  }

  /** The sign-in page with a draft. Its form only leads back here, and its input is not read. */
  @Get(`${PREVIEW_PATH}/:ticket`)
  async showPreview(@Param('ticket') ticket: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const opened = await this.brandings.openTicket(ticket);
    if (!opened) {
      const pageContext = await this.pageContexts.contextFor(request);
      const { t } = pageContext.texts;
      const page = renderErrorPage(pageContext, { title: t('preview.over'), sentences: [t('preview.overWhat')] });
      return answerPage(response, page, HttpStatus.NOT_FOUND);
    }
    const organization = opened.orgNo === 0 ? undefined : await this.organizations.byNo(opened.orgNo);
    const texts = this.pageContexts.textsFor(request);
    const pageContext = { ...brandedContext(texts, opened.look, organization?.name), hasAddress: true };
    const here = `/${PREVIEW_PATH}/${encodeURIComponent(ticket)}`;
    const page = renderLoginPage(pageContext, {
      action: here,
      application: texts.t('preview.application'),
      loginName: '',
      notice: texts.t('preview.what'),
      takesPassword: true,
      asksNameFirst: false,
      providers: [],
      ways: { forgotten: here, register: here },
    });
    answerPage(response, page);
  }
}
