// Images of organizations, applications and identity providers, and pages with a look that is not published yet.
import { Controller, Get, HttpStatus, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../common/access/access.js';
import { ApplicationLogos } from '../../clients/management/application-logos.service.js';
import { Brandings } from '../../../users/organizations/brandings/brandings.service.js';
import { ProviderLogos } from '../../../users/authentication/identity-providers/provider-logos.service.js';
import { MailTexts } from '../../../users/accounts/mails/mail-texts.service.js';
import { Organizations, type Organization } from '../../../users/organizations/organizations.service.js';
import { brandedContext, IMAGES_PATH, PREVIEW_PATH } from '../layout/branded-look.js';
import { renderErrorPage } from '../layout/error.view.js';
import { renderLoginPage } from '../sign-in/login.view.js';
import { PageContexts } from '../layout/page-contexts.service.js';
import { PageErrors } from './page-errors.filter.js';
import { answerPage } from '../layout/answer-page.js';
import { pageHeaders } from '../layout/page.view.js';
import { LANGUAGES, textsFor } from '../texts/texts.js';

const A_YEAR_SECONDS = 31_536_000;

/** Of a preview: pages of this service alone may frame it. */
const FRAMES = { 'X-Frame-Options': 'SAMEORIGIN' };
const MAIL_HEADERS = {
  ...FRAMES,
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
};

function framedHeaders(): Record<string, string> {
  const { 'Content-Security-Policy': policy = '', ...others } = pageHeaders();
  return { ...others, ...FRAMES, 'Content-Security-Policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") };
}

@Controller()
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class BrandingAssetsController {
  constructor(
    private readonly brandings: Brandings,
    private readonly logos: ApplicationLogos,
    private readonly providerLogos: ProviderLogos,
    private readonly organizations: Organizations,
    private readonly pageContexts: PageContexts,
    private readonly mailTexts: MailTexts,
  ) {}

  /** Always a PNG that the service has rendered itself. Opened directly, the sandbox prevents all actions. */
  @Get(`${IMAGES_PATH}/:digest`)
  async showImage(@Param('digest') digest: string, @Res() response: Response): Promise<void> {
    const content = (await this.brandings.findImage(digest)) ?? (await this.logos.find(digest)) ?? (await this.providerLogos.find(digest));
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" });
    if (!content) return void response.status(HttpStatus.NOT_FOUND).set('Cache-Control', 'no-store').end();
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${A_YEAR_SECONDS}, immutable` }).send(content);
  }

  /** The sign-in page with a draft. Its form only leads back here, and its input is not read. The console shows it in a frame. */
  @Get(`${PREVIEW_PATH}/:ticket`)
  async showPreview(
    @Param('ticket') ticket: string,
    @Query('language') language: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const opened = await this.brandings.openTicket(ticket);
    if (!opened) return this.showEnd(request, response);
    const organization = await this.organizationOf(opened.orgNo);
    const texts = isLanguage(language) ? textsFor([language]) : this.pageContexts.textsFor(request);
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
    response.set(framedHeaders()).send(page);
  }

  /** A mail with a draft, with sample values. Nothing in it runs, loads or leads anywhere. */
  @Get(`${PREVIEW_PATH}/:ticket/mail`)
  async showMail(
    @Param('ticket') ticket: string,
    @Query('language') language: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const opened = await this.brandings.openTicket(ticket);
    if (!opened) return this.showEnd(request, response);
    const wanted = isLanguage(language) ? language : this.pageContexts.textsFor(request).lang;
    const { html } = await this.mailTexts.previewLook(await this.organizationOf(opened.orgNo), wanted, opened.look);
    response.set(MAIL_HEADERS).send(html);
  }

  private async organizationOf(orgNo: number): Promise<Organization | undefined> {
    return orgNo === 0 ? undefined : this.organizations.byNo(orgNo);
  }

  private async showEnd(request: Request, response: Response): Promise<void> {
    const pageContext = await this.pageContexts.contextFor(request);
    const { t } = pageContext.texts;
    const page = renderErrorPage(pageContext, { title: t('preview.over'), sentences: [t('preview.overWhat')] });
    answerPage(response, page, HttpStatus.NOT_FOUND);
  }
}

function isLanguage(language: unknown): language is string {
  return (LANGUAGES as readonly unknown[]).includes(language);
}
