// The root of the service: describes the service, as a page for people and as JSON for programs.
import { Controller, Get, HttpStatus, Inject, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import { API_DOCUMENT_PATH, CONSOLE_PATH, EXPLORER_PATH, type Settings } from '../../../common/settings/settings.js';
import { ACCOUNT_PATH, DISCOVERY } from '../../protocol/endpoints.js';
import { PASSWORD_PATH } from '../account/account-credentials.view.js';
import { renderHomePage, type HomeProps } from '../sign-in/home.view.js';
import { PageContexts } from '../layout/page-contexts.service.js';
import { PageErrors } from './page-errors.filter.js';
import { answerPage } from '../layout/answer-page.js';

/** Public; reveals no version, organization or setting. */
const pathsOf = ({ console: hasConsole, explorer }: Settings): HomeProps => ({
  account: ACCOUNT_PATH,
  ...(hasConsole ? { console: CONSOLE_PATH } : {}),
  ...(explorer ? { explorer: EXPLORER_PATH } : {}),
  openapi: API_DOCUMENT_PATH,
  discovery: DISCOVERY,
});

@Controller()
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class HomeController {
  private readonly paths: HomeProps;

  constructor(
    private readonly pageContexts: PageContexts,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.paths = pathsOf(settings);
  }

  /** Where password managers lead people who change a password (W3C, A Well-Known URL for Changing Passwords). */
  @Get('.well-known/change-password')
  redirectToPassword(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, PASSWORD_PATH);
  }

  @Get()
  async showHome(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.vary('Accept');
    // Programs accept any type; browsers request HTML.
    if (request.accepts(['json', 'html']) === 'html')
      return answerPage(response, renderHomePage(await this.pageContexts.contextFor(request), this.paths));
    const links = Object.fromEntries(Object.entries(this.paths).map(([name, path]) => [name, `${this.settings.publicUrl}${path}`]));
    response.json({ name: 'Gatehouse', description: 'Identity service: SCIM 2.0, OpenID Connect and OAuth 2.0.', links });
  }
}
