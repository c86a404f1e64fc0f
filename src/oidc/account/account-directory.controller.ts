// Signing in to the account page with an identity provider, and the return from one after a fresh check.
import { Controller, Get, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { ProviderChoice } from '../sign-in/provider-choice.service.js';
import { AccountEntry } from './account-entry.service.js';
import { AccountPages } from './account-pages.service.js';
import { DirectoryEntry, type Arrival } from './directory-entry.service.js';
import { FreshChecks } from './fresh-checks.service.js';

/** No login name and no id is longer. */
const MAX_NAME = 500;

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountDirectoryController {
  constructor(
    private readonly directoryEntry: DirectoryEntry,
    private readonly entry: AccountEntry,
    private readonly choice: ProviderChoice,
    private readonly accountPages: AccountPages,
    private readonly freshChecks: FreshChecks,
    private readonly assurances: Assurances,
    private readonly browserSession: BrowserSession,
    private readonly pageContexts: PageContexts,
  ) {}

  /** A link, so that the redirect needs no script and no form. */
  @Get('to/:providerId')
  async begin(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const arrived = await this.arrive(providerId, request, response);
    if (!arrived) return;
    await this.directoryEntry.begin(arrived.arrival, arrived.provider, inQuery(request, 'login'));
  }

  /** The form for the password of a directory without a sign-in page of its own. */
  @Post('to/:providerId')
  async submit(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const arrived = await this.arrive(providerId, request, response);
    if (!arrived) return;
    const { arrival, provider } = arrived;
    const [loginName, password] = [formField(request, 'loginName'), formField(request, 'password')];
    if (languageInForm(request)) return this.directoryEntry.begin(arrival, provider, loginName);
    await this.directoryEntry.submitPassword(arrival, provider, loginName, password);
  }

  /** Continues a sign-in after the callback has checked the answer. */
  @Get('returned')
  async goOn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const arrival = await this.arrivalOf(request, response);
    if (!arrival) return;
    const returned = await this.directoryEntry.open(arrival);
    const provider = returned && (await this.choice.usable(returned.providerId));
    if (returned && provider) return this.directoryEntry.goOn(arrival, provider, returned);
    const error = arrival.pageContext.texts.t('directory.over');
    await this.entry.sendSignIn(response, arrival.pageContext, { loginName: '', error, status: HttpStatus.GONE });
  }

  /** Continues a fresh check likewise. */
  @Get('confirmed')
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.freshChecks.goOnAfterDirectory(visit);
  }

  private async arrive(
    providerId: string,
    request: Request,
    response: Response,
  ): Promise<{ arrival: Arrival; provider: IdentityProvider } | undefined> {
    const arrival = await this.arrivalOf(request, response);
    const provider = arrival && (await this.choice.usable(providerId));
    if (arrival && provider) return { arrival, provider };
    if (arrival) response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
    return undefined;
  }

  /** A session that satisfies the policy is never replaced. @returns undefined if there is one; the response has been sent then */
  private async arrivalOf(request: Request, response: Response): Promise<Arrival | undefined> {
    const before = await this.browserSession.findSignedIn(request, response);
    if (!before || (await this.assurances.missing(before.subject, before.checks))) {
      const [organizationId, pageContext] = [inQuery(request, 'organization'), await this.pageContexts.contextFor(request)];
      return { request, response, before, pageContext, ...(organizationId !== '' && { organizationId }) };
    }
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
    return undefined;
  }
}

function inQuery({ query }: Request, name: string): string {
  const value = query[name];
  return typeof value === 'string' && value.length <= MAX_NAME ? value : '';
}
