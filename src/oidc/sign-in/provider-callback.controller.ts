// Where the answers of identity providers arrive: by redirect, or by a form that the provider's page posts.
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { urlencoded, type Request, type Response } from 'express';
import { Public } from '../../common/access/access.js';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { renderReturnPage } from '../pages/sign-in/provider.view.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { ProviderRedirects } from '../federation/provider-redirects.service.js';
import { SignInPages } from './sign-in-pages.service.js';
import { UnsolicitedAnswers } from '../upstream/saml/unsolicited-answers.service.js';

/** Parses the form of a provider: a SAML response is larger than any form of our own pages. */
export const providerForms = urlencoded({ extended: false, limit: BODY_BYTES.providerForm, parameterLimit: 20 });

/**
 * Every answer leads on to the sign-in by a page of its own. A form from another site brings no cookies of this browser, and a page of the provider
 * may forbid its forms to be redirected any further than here.
 */
@Controller('sign-in/providers/:providerId/callback')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class ProviderCallbackController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly redirects: ProviderRedirects,
    private readonly unsolicited: UnsolicitedAnswers,
    private readonly pageContexts: PageContexts,
  ) {}

  @Get()
  async byRedirect(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { originalUrl } = request;
    const from = originalUrl.indexOf('?');
    await this.goOn(providerId, request, response, new URLSearchParams(from < 0 ? '' : originalUrl.slice(from)));
  }

  @Post()
  async byForm(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = Object.entries((request.body ?? {}) as Record<string, unknown>);
    const parameters = new URLSearchParams(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
    await this.goOn(providerId, request, response, parameters);
  }

  private async goOn(providerId: string, request: Request, response: Response, parameters: URLSearchParams): Promise<void> {
    const next =
      (await this.redirects.receive(providerId, request, parameters)) ?? (await this.unsolicited.begin(providerId, parameters, response));
    if (next === undefined) return this.signInPages.sendLostSignIn(request, response);
    response.setHeader('Refresh', `0; url=${next}`);
    answerPage(response, renderReturnPage(await this.pageContexts.contextFor(request, {}), next));
  }
}
