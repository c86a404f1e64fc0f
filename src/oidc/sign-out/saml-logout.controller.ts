// Where SAML providers end sessions, through the browser of the person (SAML Profiles section 4.4), and where they read who this service is.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { UsedAssertionsRepository } from '../clients/authentication/used-assertions.repository.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderErrorPage } from '../pages/layout/error.view.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { logoutError, renderSignedOutPage } from '../pages/sign-in/logout.view.js';
import { END_SESSION_ENDPOINT } from '../protocol/endpoints.js';
import { endedBy, SamlLogout } from '../upstream/saml/logout.service.js';
import { serviceProviderMetadata } from '../upstream/saml/service-provider.js';
import { UpstreamError, type BrowserMessage } from '../upstream/upstream.js';
import { formMessage, queryMessage } from './browser-messages.js';
import { RefusedSignOuts } from './refused-sign-outs.service.js';
import { UpstreamSignOut } from './upstream-sign-out.service.js';

/** Longer than any request is accepted. */
const REMEMBERED_US = 3_600_000_000;

type SamlProvider = Extract<IdentityProvider, { kind: 'saml' }>;

/** No cookie counts: the request says who is signed out, and its signature who says so. */
@Controller('sign-in/providers/:providerId')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class SamlLogoutController {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly logout: SamlLogout,
    private readonly used: UsedAssertionsRepository,
    private readonly signOut: UpstreamSignOut,
    private readonly refused: RefusedSignOuts,
    private readonly pageContexts: PageContexts,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** For a disabled provider too: it is connected before it is used. */
  @Get('metadata')
  async metadata(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const provider = await this.samlProvider(providerId);
    if (!provider) return this.sendUnknown(request, response);
    const document = serviceProviderMetadata(await this.providers.open(provider), this.settings.publicUrl);
    // As bytes: the document itself says how it is encoded.
    response.set({ 'Content-Type': 'application/samlmetadata+xml', 'Cache-Control': 'no-store' }).send(Buffer.from(document));
  }

  @Get('logout')
  byRedirect(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.receive(providerId, queryMessage(request), request, response);
  }

  @Post('logout')
  byForm(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.receive(providerId, formMessage(request), request, response);
  }

  /** Also for a disabled provider, whose sessions live on. */
  private async receive(providerId: string, message: BrowserMessage, request: Request, response: Response): Promise<void> {
    const provider = await this.samlProvider(providerId);
    if (!provider) return this.sendUnknown(request, response);
    response.set('Cache-Control', 'no-store');
    const parameters = 'query' in message ? new URLSearchParams(message.query) : message.form;
    // The answer to a LogoutRequest of this service. Providers send both to the same address.
    if (parameters.has('SAMLResponse'))
      return response.redirect(HttpStatus.TEMPORARY_REDIRECT, `signed-out${'query' in message ? `?${message.query}` : ''}`);
    try {
      const answer = await this.endBy(provider, message);
      if (answer !== undefined) return response.redirect(HttpStatus.SEE_OTHER, answer);
      answerPage(response, renderSignedOutPage(await this.pageContexts.contextFor(request), undefined));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.refused.note(provider, error);
      const pageContext = await this.pageContexts.contextFor(request);
      const { t } = pageContext.texts;
      const text = error.fault === 'invalid' ? 'directory.invalid' : 'directory.misconfigured';
      const props = logoutError(pageContext.texts, t(text, { provider: provider.name }), END_SESSION_ENDPOINT);
      answerPage(response, renderErrorPage(pageContext, props), HttpStatus.BAD_REQUEST);
    }
  }

  /** @returns the address that takes the answer to the provider, if it has one @throws UpstreamError */
  private async endBy(provider: SamlProvider, message: BrowserMessage): Promise<string | undefined> {
    const request = await this.logout.readLogoutRequest(provider, message);
    const ended = endedBy(provider.connection, request);
    const digest = secretDigest(`${provider.id} LogoutRequest ${request.id}`);
    // A page that is loaded again gets the same answer, and ends nothing that has begun since. If this process ends in between, it does both.
    if (!(await this.used.isUsed(digest))) {
      await this.signOut.end(provider, ended);
      await this.used.use(digest, this.clock.nowUs() + REMEMBERED_US);
    }
    return this.logout.logoutResponse(await this.providers.open(provider), request);
  }

  private async samlProvider(id: string): Promise<SamlProvider | undefined> {
    const provider = await this.providers.byId(id);
    return provider?.kind === 'saml' ? provider : undefined;
  }

  private async sendUnknown(request: Request, response: Response): Promise<void> {
    const pageContext = await this.pageContexts.contextFor(request);
    const { t } = pageContext.texts;
    const page = renderErrorPage(pageContext, { title: t('error.request.title'), sentences: [t('error.request.back')] });
    answerPage(response, page, HttpStatus.NOT_FOUND);
  }
}
