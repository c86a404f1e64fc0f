// Where identity providers send the browser back to after a sign-out that began here.
import { Controller, Get, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { renderSignedOutPage } from '../pages/sign-in/logout.view.js';
import { renderReturnPage } from '../pages/sign-in/provider.view.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { SignOuts } from '../upstream/sign-outs.service.js';
import { formMessage, queryMessage } from './browser-messages.js';

/** The session here has ended before. The handle leads the browser that signed out where the application wanted, and no other browser. */
@Controller('sign-in/providers/:providerId/signed-out')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class SignedOutController {
  constructor(
    private readonly signOuts: SignOuts,
    private readonly browserSessions: BrowserSessions,
    private readonly pageContexts: PageContexts,
  ) {}

  @Get()
  async byRedirect(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const message = queryMessage(request);
    const handle = handleIn(new URLSearchParams(message.query));
    const next = await this.signOuts.receive(providerId, handle, message, this.browserSessions.browserOf(request));
    if (next === undefined) return this.sendSignedOut(request, response);
    response.set('Cache-Control', 'no-store').redirect(HttpStatus.SEE_OTHER, next);
  }

  /**
   * A form from another site brings no cookies of this browser, and a page of the provider may forbid its forms to be redirected any further than
   * here: a page of this service leads on to {@link byRedirect}.
   */
  @Post()
  async byForm(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const message = formMessage(request);
    const next = await this.signOuts.receiveForm(providerId, handleIn(message.form), message);
    if (next === undefined) return this.sendSignedOut(request, response);
    response.set('Cache-Control', 'no-store').set('Refresh', `0; url=${next}`);
    answerPage(response, renderReturnPage(await this.pageContexts.contextFor(request), next, 'signedOut.title'));
  }

  private async sendSignedOut(request: Request, response: Response): Promise<void> {
    response.set('Cache-Control', 'no-store');
    answerPage(response, renderSignedOutPage(await this.pageContexts.contextFor(request), undefined));
  }
}

const handleIn = (parameters: URLSearchParams): string => parameters.get('state') ?? parameters.get('RelayState') ?? '';
