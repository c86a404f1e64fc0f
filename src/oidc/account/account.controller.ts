// The account page: signing in to it, and changing the password and the address.
import { Controller, Get, HttpStatus, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { renderCodePage } from '../pages/code.view.js';
import { PageContexts } from '../pages/page-contexts.service.js';
import { setTrustedBrowser, readTrustedBrowser } from '../sign-in/trusted-browser-cookie.js';
import { formField } from '../pages/own-forms.middleware.js';
import { PageErrors } from '../pages/page-errors.filter.js';
import { PasswordSignIn } from '../sign-in/password-sign-in.service.js';
import { PasswordPages } from '../sign-in/password-pages.service.js';
import { duration } from '../pages/texts/texts.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.service.js';
import { ACCOUNT_FORMS, AccountPages, type AccountVisit } from './account-pages.service.js';
import { OwnAccount } from './own-account.service.js';

/** The forced change of a password is bound to a sign-in; this is the one without an application. */
const PLACE = 'account';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly browserSession: BrowserSession,
    private readonly passwordSignIn: PasswordSignIn,
    private readonly passwordPages: PasswordPages,
    private readonly ownAccount: OwnAccount,
    private readonly subjects: Subjects,
    private readonly pageContexts: PageContexts,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.accountPages.sendAccount(visit, {});
  }

  /** Where a form's response redirects, so that a reload does not send it again. */
  @Get(':form')
  redirectToAccount(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
  }

  @Post('sign-in')
  async submitSignIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Never signs in over another session.
    if (await this.browserSession.findSignedIn(request, response)) return this.redirectToAccount(response);
    const [loginName, password] = [formField(request, 'loginName'), formField(request, 'password')];
    const pageContext = await this.pageContexts.contextFor(request);
    const { texts } = pageContext;
    const typed = {
      loginName,
      password,
      clientOrgNo: undefined,
      address: request.ip ?? '',
      trustedBrowser: readTrustedBrowser(request, this.settings.publicUrl),
    };
    const result = await this.passwordSignIn.checkCredentials(typed);
    if (result.kind === 'refused')
      return this.accountPages.sendSignIn(response, pageContext, {
        loginName,
        error: texts.t('login.refused'),
        status: HttpStatus.UNAUTHORIZED,
      });
    if (result.kind === 'mustWait') {
      response.setHeader('Retry-After', result.seconds);
      const error = texts.t('login.wait', { time: duration(texts, result.seconds) });
      return this.accountPages.sendSignIn(response, pageContext, { loginName, error, status: HttpStatus.TOO_MANY_REQUESTS });
    }
    setTrustedBrowser(response, result.trustedBrowser, this.settings.publicUrl);
    const page = await this.passwordPages.pageIfChangeRequired(pageContext, result.subject, PLACE, ACCOUNT_FORMS.newPassword);
    if (page === undefined) await this.signInAndRedirect(request, response, result.subject);
    else this.accountPages.send(response, page);
  }

  @Post('new-password')
  async submitNewPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.browserSession.findSignedIn(request, response)) return this.redirectToAccount(response);
    const pageContext = await this.pageContexts.contextFor(request);
    const [sealed, chosen] = [formField(request, 'state'), formField(request, 'newPassword')];
    const step = await this.passwordPages.submitNewPassword(pageContext, PLACE, ACCOUNT_FORMS.newPassword, sealed, chosen);
    if (step.kind === 'done') return this.signInAndRedirect(request, response, step.subject);
    if (step.kind === 'again') return this.accountPages.send(response, step.page, HttpStatus.BAD_REQUEST);
    this.accountPages.sendSignIn(response, pageContext, {
      loginName: '',
      error: pageContext.texts.t('change.over'),
      status: HttpStatus.GONE,
    });
  }

  @Post('password')
  async submitPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { pageContext, subject } = visit;
    const typed = { current: formField(request, 'currentPassword'), chosen: formField(request, 'newPassword'), address: request.ip ?? '' };
    const outcome = await this.ownAccount.changePassword(pageContext.texts, subject, typed);
    if (outcome.kind === 'refused')
      return this.accountPages.sendAccount(visit, { error: { form: 'password', sentence: outcome.sentence } });
    const after = await this.subjects.person(subject.userNo);
    // Every session has ended by now; the person has just entered the password in this browser.
    if (outcome.kind === 'over' || after?.generation !== subject.generation + 1) {
      const error = pageContext.texts.t('change.over');
      return this.accountPages.sendSignIn(response, pageContext, { loginName: subject.loginName, error, status: HttpStatus.GONE });
    }
    const begun = await this.browserSession.begin(request, response, after, ['pwd']);
    await this.accountPages.sendAccount({ ...visit, ...begun }, { notice: pageContext.texts.t('account.passwordDone') });
  }

  /** Both forms: the second brings back the handle of the code. */
  @Post('email')
  async submitEmail(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { pageContext, subject } = visit;
    const [email, id] = [formField(request, 'email'), formField(request, 'id')];
    if (id !== '') return this.confirmEmail(visit, id, email);
    const typed = { current: formField(request, 'currentPassword'), email, address: request.ip ?? '' };
    const outcome = await this.ownAccount.requestEmail(pageContext.texts, subject, typed);
    if (outcome.kind === 'refused') return this.accountPages.sendAccount(visit, { error: { form: 'email', sentence: outcome.sentence } });
    this.sendEmailCode(visit, outcome.handle, email.trim());
  }

  private async confirmEmail(visit: AccountVisit, id: string, email: string): Promise<void> {
    const { request, pageContext, subject } = visit;
    const outcome = await this.ownAccount.confirmEmail(subject, id, formField(request, 'code'));
    if (outcome === 'wrongCode') return this.sendEmailCode(visit, id, email, pageContext.texts.t('code.wrong'));
    if (outcome === 'taken')
      return this.accountPages.sendAccount(visit, { error: { form: 'email', sentence: pageContext.texts.t('account.emailTaken') } });
    const after = (await this.subjects.person(subject.userNo)) ?? subject;
    await this.accountPages.sendAccount({ ...visit, subject: after }, { notice: pageContext.texts.t('account.emailDone') });
  }

  private async signInAndRedirect(request: Request, response: Response, subject: LiveSubject): Promise<void> {
    await this.browserSession.begin(request, response, subject, ['pwd']);
    this.redirectToAccount(response);
  }

  private sendEmailCode({ response, pageContext }: AccountVisit, id: string, email: string, error?: string): void {
    const { t } = pageContext.texts;
    const page = renderCodePage(pageContext, {
      title: t('account.emailSentTitle'),
      sentences: [t('account.emailSent', { email })],
      action: ACCOUNT_FORMS.email,
      hidden: { id, email },
      submit: t('code.submit'),
      error,
      ways: [{ label: t('account.back'), href: ACCOUNT_PATH }],
    });
    this.accountPages.send(response, page, error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}
