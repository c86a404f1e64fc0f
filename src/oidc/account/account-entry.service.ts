// The entry to the account page: with a session of this browser, or by signing in here, plus the checks that the policy requires.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks, type Check, type CheckMethod } from '../../users/authentication/assurance/checks.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageContext } from '../pages/layout/page.view.js';
import type { StepRequest } from '../second-step/factor-pages.service.js';
import { SecondSteps } from '../second-step/second-steps.service.js';
import { bindingOf, type Browser } from '../sessions/browser-cookie.js';
import { BrowserSessions, type LiveSession } from '../sessions/browser-sessions.service.js';
import { duration } from '../pages/texts/texts.js';
import type { SignInResult } from '../sign-in/password-sign-in.service.js';
import { setTrustedBrowser } from '../sessions/trusted-browser-cookie.js';
import { PasswordPages, type ChangeForm, type LastStep } from '../sign-in/password-pages.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { AccountSession } from './account-session.service.js';
import { ACCOUNT_FORMS, AccountSignInPage, type AccountSignInState } from './account-sign-in-page.service.js';

/** Checks passed on the way to the account page count for no application's sign-in. */
export const ACCOUNT_PLACE = 'account';

/** What the following page needs to know of the attempt on the sign-in page. */
export interface Tried {
  /** A session that no longer satisfies the policy. */
  before: LiveSession | undefined;
  pageContext: PageContext;
  loginName: string;
  refused: string;
  method: CheckMethod;
}

@Injectable()
export class AccountEntry {
  constructor(
    private readonly session: AccountSession,
    private readonly secondSteps: SecondSteps,
    private readonly passwordPages: PasswordPages,
    private readonly signInPage: AccountSignInPage,
    private readonly assurances: Assurances,
    private readonly browserSessions: BrowserSessions,
    private readonly pageContexts: PageContexts,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Continues after an attempt with a password or a passkey, whatever its result. */
  async goOnAfter(request: Request, response: Response, result: SignInResult, tried: Tried): Promise<void> {
    const { pageContext, loginName, refused, method } = tried;
    const { texts } = pageContext;
    if (result.kind === 'refused')
      return this.sendSignIn(response, pageContext, { loginName, error: refused, status: HttpStatus.UNAUTHORIZED });
    if (result.kind === 'mustWait') {
      response.setHeader('Retry-After', result.seconds);
      const error = texts.t('login.wait', { time: duration(texts, result.seconds) });
      return this.sendSignIn(response, pageContext, { loginName, error, status: HttpStatus.TOO_MANY_REQUESTS });
    }
    setTrustedBrowser(response, result.trustedBrowser, this.settings.publicUrl);
    await this.passedCheck(request, response, tried, result.subject, freshCheck(method, this.assurances.now()));
  }

  /** Continues after a first check of a person, which never replaces the session of another person. */
  async passedCheck(
    request: Request,
    response: Response,
    { before, pageContext }: Pick<Tried, 'before' | 'pageContext'>,
    subject: LiveSubject,
    check: Check,
  ): Promise<void> {
    if (before && before.subject.userNo !== subject.userNo)
      return this.sendSignIn(response, pageContext, {
        loginName: before.subject.loginName,
        error: pageContext.texts.t('login.otherPerson'),
        status: HttpStatus.UNAUTHORIZED,
      });
    await this.passed(request, response, pageContext, subject, withChecks(before?.checks ?? [], [check]));
  }

  /** Continues after a person passed a check on the sign-in page of the account. */
  passed(request: Request, response: Response, pageContext: PageContext, subject: LiveSubject, checks: readonly Check[]): Promise<void> {
    return this.secondSteps.goOn(this.placeOf(request, response, pageContext), subject, checks);
  }

  /** Handles every form of the second step. */
  submitSecondStep(request: Request, response: Response, pageContext: PageContext): Promise<void> {
    return this.secondSteps.submit(this.placeOf(request, response, pageContext));
  }

  /** Completes a sign-in to this page. */
  async finish(request: Request, response: Response, subject: LiveSubject, checks: readonly Check[]): Promise<void> {
    if (await this.session.begin(request, response, subject, checks))
      return response.redirect(HttpStatus.SEE_OTHER, await this.session.pageAfter(subject));
    const pageContext = await this.pageContexts.contextFor(request);
    const error = pageContext.texts.t('change.over');
    await this.sendSignIn(response, pageContext, { loginName: '', error, status: HttpStatus.GONE });
  }

  /** Handles the form of the page for a new password. */
  submitNewPassword(request: Request): Promise<LastStep> {
    return this.passwordPages.submitNewPassword(this.changePlaceOf(request));
  }

  private changePlaceOf(request: Request): ChangeForm {
    const contextFor = (subject: LiveSubject) => this.contextFor(request, subject);
    return { name: ACCOUNT_PLACE, request, action: ACCOUNT_FORMS.newPassword, contextFor };
  }

  /** In the look and the language of a person who has just been identified. */
  private contextFor(request: Request, subject: LiveSubject): Promise<PageContext> {
    return this.pageContexts.contextFor(request, { orgNo: subject.orgNo, subject });
  }

  private placeOf(request: Request, response: Response, pageContext: PageContext): StepRequest {
    let browser: Browser | undefined;
    return {
      name: ACCOUNT_PLACE,
      pageContext,
      contextFor: (subject) => this.contextFor(request, subject),
      // A person who signs in here may have no cookie yet.
      browser: () => bindingOf((browser ??= this.browserSessions.nameBrowser(request, response))),
      request,
      response,
      demand: {},
      action: ACCOUNT_FORMS.second,
      isSignIn: true,
      send: (page, status) => answerPage(response, page, status),
      finish: async (subject, checks, mustChange) => {
        if (mustChange) answerPage(response, await this.passwordPages.changePage(this.changePlaceOf(request), subject, checks));
        else await this.finish(request, response, subject, checks);
      },
      signInAgain: async (error) =>
        this.sendSignIn(response, pageContext, {
          loginName: '',
          ...(error !== undefined && { error }),
          status: error === undefined ? HttpStatus.OK : HttpStatus.GONE,
        }),
      // This page requires only what the policy does, and a policy that can't be met is refused when it is set.
      refuse: async () => this.sendSignIn(response, pageContext, { loginName: '', status: HttpStatus.FORBIDDEN }),
    };
  }

  /** Continues after a page that asked for the name alone. */
  goOnWithName(response: Response, pageContext: PageContext, loginName: string): Promise<void> {
    return this.signInPage.goOnWithName(response, pageContext, loginName);
  }

  /** Sends the page for signing in. */
  sendSignIn(response: Response, pageContext: PageContext, state: AccountSignInState): Promise<void> {
    return this.signInPage.send(response, pageContext, state);
  }
}
