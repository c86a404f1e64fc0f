// The first page of the account, and signing in to it.
import { Controller, Get, HttpStatus, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { renderAccountPage } from '../pages/account/account-overview.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { readTrustedBrowser } from '../sessions/trusted-browser-cookie.js';
import { formField, hasField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { PasswordSignIn } from '../sign-in/password-sign-in.service.js';
import { AccountSummary } from '../own-account/account-summary.service.js';
import { AccountEntry } from './account-entry.service.js';
import { AccountPages } from './account-pages.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly entry: AccountEntry,
    private readonly summary: AccountSummary,
    private readonly assurances: Assurances,
    private readonly browserSession: BrowserSession,
    private readonly passwordSignIn: PasswordSignIn,
    private readonly pageContexts: PageContexts,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const states = await this.summary.of(visit.pageContext.texts, visit.subject);
    this.accountPages.show(visit, {}, (context, frame) => renderAccountPage(context, frame, states));
  }

  /** The target of a redirect after a form, so that a reload does not send the form again. */
  @Get(['sign-in', 'new-password', 'second', 'passkey-sign-in'])
  redirectToAccount(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
  }

  @Post('sign-in')
  async submitSignIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Never replaces a session that satisfies the policy. A session that no longer does continues with a new check.
    const before = await this.browserSession.findSignedIn(request, response);
    if (before && !(await this.assurances.missing(before.subject, before.checks))) return this.redirectToAccount(response);
    const [loginName, password] = [formField(request, 'loginName'), formField(request, 'password')];
    const pageContext = await this.pageContexts.contextFor(request);
    const { texts } = pageContext;
    if (languageInForm(request)) return this.entry.sendSignIn(response, pageContext, { loginName, status: HttpStatus.OK });
    if (!hasField(request, 'password')) return this.entry.goOnWithName(response, pageContext, loginName);
    const typed = {
      loginName,
      password,
      clientOrgNo: undefined,
      address: request.ip ?? '',
      trustedBrowser: readTrustedBrowser(request, this.settings.publicUrl),
    };
    const result = await this.passwordSignIn.checkCredentials(typed);
    await this.entry.goOnAfter(request, response, result, {
      before,
      pageContext,
      loginName,
      refused: texts.t('login.refused'),
      method: 'pwd',
    });
  }

  @Post('second')
  async submitSecond(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.entry.submitSecondStep(request, response, await this.pageContexts.contextFor(request));
  }

  @Post('new-password')
  async submitNewPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.browserSession.findSignedIn(request, response)) return this.redirectToAccount(response);
    const step = await this.entry.submitNewPassword(request);
    if (step.kind === 'done') return this.entry.finish(request, response, step.subject, step.checks);
    if (step.kind === 'again') return answerPage(response, step.page, step.status);
    const pageContext = await this.pageContexts.contextFor(request);
    await this.entry.sendSignIn(response, pageContext, {
      loginName: '',
      error: pageContext.texts.t('change.over'),
      status: HttpStatus.GONE,
    });
  }
}
