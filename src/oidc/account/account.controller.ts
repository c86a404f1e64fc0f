// The person's own page: signing in for it, and changing the password and the address there.
import { Controller, Get, HttpStatus, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { renderCodePage } from '../pages/code.view.js';
import { PageContexts } from '../pages/page-context.service.js';
import { keepTrustedBrowser, trustedBrowserOf } from '../sign-in/trusted-browser-cookie.js';
import { field, PageErrors } from '../pages/page-errors.service.js';
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
    private readonly pages: AccountPages,
    private readonly session: BrowserSession,
    private readonly signIn: PasswordSignIn,
    private readonly steps: PasswordPages,
    private readonly account: OwnAccount,
    private readonly subjects: Subjects,
    private readonly frames: PageContexts,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.pages.enter(request, response);
    if (visit) await this.pages.sendAccount(visit, {});
  }

  /** Where a reload after one of the forms leads. */
  @Get(':form')
  back(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
  }

  @Post('sign-in')
  async submitSignIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Nobody is signed in over somebody else.
    if (await this.session.find(request, response)) return this.back(response);
    const [loginName, password] = [field(request, 'loginName'), field(request, 'password')];
    const frame = await this.frames.for(request);
    const { texts } = frame;
    const typed = {
      loginName,
      password,
      clientOrgNo: undefined,
      address: request.ip ?? '',
      knownBrowser: trustedBrowserOf(request, this.settings.publicUrl),
    };
    const result = await this.signIn.check(typed);
    if (result.kind === 'refused')
      return this.pages.sendSignIn(response, frame, { loginName, fault: texts.t('login.refused'), status: HttpStatus.UNAUTHORIZED });
    if (result.kind === 'mustWait') {
      response.setHeader('Retry-After', result.seconds);
      const fault = texts.t('login.wait', { time: duration(texts, result.seconds) });
      return this.pages.sendSignIn(response, frame, { loginName, fault, status: HttpStatus.TOO_MANY_REQUESTS });
    }
    keepTrustedBrowser(response, result.knownBrowser, this.settings.publicUrl);
    const page = await this.steps.needed(frame, result.subject, PLACE, ACCOUNT_FORMS.newPassword);
    if (page === undefined) await this.enterWith(request, response, result.subject);
    else this.pages.send(response, page);
  }

  @Post('new-password')
  async submitNewPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.session.find(request, response)) return this.back(response);
    const frame = await this.frames.for(request);
    const [sealed, chosen] = [field(request, 'state'), field(request, 'newPassword')];
    const step = await this.steps.submit(frame, PLACE, ACCOUNT_FORMS.newPassword, sealed, chosen);
    if (step.kind === 'done') return this.enterWith(request, response, step.subject);
    if (step.kind === 'again') return this.pages.send(response, step.page, HttpStatus.BAD_REQUEST);
    this.pages.sendSignIn(response, frame, { loginName: '', fault: frame.texts.t('change.over'), status: HttpStatus.GONE });
  }

  @Post('password')
  async submitPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.pages.enter(request, response);
    if (!visit) return;
    const { frame, subject } = visit;
    const typed = { current: field(request, 'currentPassword'), chosen: field(request, 'newPassword'), address: request.ip ?? '' };
    const outcome = await this.account.changePassword(frame.texts, subject, typed);
    if (outcome.kind === 'refused') return this.pages.sendAccount(visit, { fault: { form: 'password', sentence: outcome.sentence } });
    const after = await this.subjects.person(subject.userNo);
    // Every session has ended by now; this browser is the one where the person was asked for the password.
    if (outcome.kind === 'over' || after?.generation !== subject.generation + 1) {
      const fault = frame.texts.t('change.over');
      return this.pages.sendSignIn(response, frame, { loginName: subject.loginName, fault, status: HttpStatus.GONE });
    }
    const begun = await this.session.begin(request, response, after, ['pwd']);
    await this.pages.sendAccount({ ...visit, ...begun }, { notice: frame.texts.t('account.passwordDone') });
  }

  /** Both forms: the second brings back the handle of the code. */
  @Post('email')
  async submitEmail(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.pages.enter(request, response);
    if (!visit) return;
    const { frame, subject } = visit;
    const [email, id] = [field(request, 'email'), field(request, 'id')];
    if (id !== '') return this.confirmEmail(visit, id, email);
    const typed = { current: field(request, 'currentPassword'), email, address: request.ip ?? '' };
    const outcome = await this.account.requestEmail(frame.texts, subject, typed);
    if (outcome.kind === 'refused') return this.pages.sendAccount(visit, { fault: { form: 'email', sentence: outcome.sentence } });
    this.sendEmailCode(visit, outcome.handle, email.trim());
  }

  private async confirmEmail(visit: AccountVisit, id: string, email: string): Promise<void> {
    const { request, frame, subject } = visit;
    if (!(await this.account.confirmEmail(subject, id, field(request, 'code'))))
      return this.sendEmailCode(visit, id, email, frame.texts.t('code.wrong'));
    const after = (await this.subjects.person(subject.userNo)) ?? subject;
    await this.pages.sendAccount({ ...visit, subject: after }, { notice: frame.texts.t('account.emailDone') });
  }

  private async enterWith(request: Request, response: Response, subject: LiveSubject): Promise<void> {
    await this.session.begin(request, response, subject, ['pwd']);
    this.back(response);
  }

  private sendEmailCode({ response, frame }: AccountVisit, id: string, email: string, fault?: string): void {
    const { t } = frame.texts;
    const page = renderCodePage(frame, {
      title: t('account.emailSentTitle'),
      sentences: [t('account.emailSent', { email })],
      action: ACCOUNT_FORMS.email,
      hidden: { id, email },
      submit: t('code.submit'),
      fault,
      ways: [{ label: t('account.back'), href: ACCOUNT_PATH }],
    });
    this.pages.send(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}
