// The person's own page: signing in for it, and what may be changed there.
import { Controller, Get, HttpStatus, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Policies } from '../../users/policies/policies.service.js';
import { ACCOUNT_PATH, END_SESSION_ENDPOINT, FORGOTTEN_PATH } from '../endpoints.js';
import { BrowserSession } from '../provider/browser-session.js';
import { renderCodePage } from '../sign-in/code.view.js';
import { Frames } from '../sign-in/frames.js';
import { keepKnownBrowser, knownBrowserOf } from '../sign-in/known-browser-cookie.js';
import { field, PageFaults } from '../sign-in/page-faults.js';
import { pageHeaders, type Frame } from '../sign-in/page.view.js';
import { PasswordSignIn } from '../sign-in/password-sign-in.js';
import { PasswordSteps } from '../sign-in/password-steps.js';
import { duration } from '../sign-in/texts/texts.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.js';
import { renderAccountSignInPage } from './account-sign-in.view.js';
import { renderAccountPage, type AccountProps } from './account.view.js';
import { OwnAccount } from './own-account.js';

/** The forced change of a password is bound to a sign-in; this is the one without an application. */
const PLACE = 'account';
const PATHS = {
  signIn: `${ACCOUNT_PATH}/sign-in`,
  newPassword: `${ACCOUNT_PATH}/new-password`,
  password: `${ACCOUNT_PATH}/password`,
  email: `${ACCOUNT_PATH}/email`,
} as const;

/** A request to one of the pages, and who is signed in to its browser. */
interface Visit {
  request: Request;
  response: Response;
  frame: Frame;
  subject: LiveSubject;
}

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageFaults)
export class AccountController {
  constructor(
    private readonly session: BrowserSession,
    private readonly signIn: PasswordSignIn,
    private readonly steps: PasswordSteps,
    private readonly account: OwnAccount,
    private readonly subjects: Subjects,
    private readonly policies: Policies,
    private readonly frames: Frames,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(request, response);
    if (visit) await this.sendAccount(visit, {});
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
      knownBrowser: knownBrowserOf(request, this.settings.publicUrl),
    };
    const result = await this.signIn.check(typed);
    if (result.kind === 'refused')
      return sendSignIn(response, frame, { loginName, fault: texts.t('login.refused'), status: HttpStatus.UNAUTHORIZED });
    if (result.kind === 'mustWait') {
      response.setHeader('Retry-After', result.seconds);
      const fault = texts.t('login.wait', { time: duration(texts, result.seconds) });
      return sendSignIn(response, frame, { loginName, fault, status: HttpStatus.TOO_MANY_REQUESTS });
    }
    keepKnownBrowser(response, result.knownBrowser, this.settings.publicUrl);
    const page = await this.steps.needed(frame, result.subject, PLACE, PATHS.newPassword);
    if (page === undefined) await this.enterWith(request, response, result.subject);
    else send(response, page);
  }

  @Post('new-password')
  async submitNewPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.session.find(request, response)) return this.back(response);
    const frame = await this.frames.for(request);
    const step = await this.steps.submit(frame, PLACE, PATHS.newPassword, field(request, 'state'), field(request, 'newPassword'));
    if (step.kind === 'done') return this.enterWith(request, response, step.subject);
    if (step.kind === 'again') return send(response, step.page, HttpStatus.BAD_REQUEST);
    sendSignIn(response, frame, { loginName: '', fault: frame.texts.t('change.over'), status: HttpStatus.GONE });
  }

  @Post('password')
  async submitPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(request, response);
    if (!visit) return;
    const { frame, subject } = visit;
    const typed = { current: field(request, 'currentPassword'), chosen: field(request, 'newPassword'), address: request.ip ?? '' };
    const outcome = await this.account.changePassword(frame.texts, subject, typed);
    if (outcome.kind === 'refused') return this.sendAccount(visit, { fault: { form: 'password', sentence: outcome.sentence } });
    const after = await this.subjects.person(subject.userNo);
    // Every session has ended by now; this browser is the one where the person was asked for the password.
    if (outcome.kind === 'over' || after?.generation !== subject.generation + 1)
      return sendSignIn(response, frame, { loginName: subject.loginName, fault: frame.texts.t('change.over'), status: HttpStatus.GONE });
    await this.session.begin(request, response, after, ['pwd']);
    await this.sendAccount({ ...visit, subject: after }, { notice: frame.texts.t('account.passwordDone') });
  }

  /** Both forms: the second brings back the handle of the code. */
  @Post('email')
  async submitEmail(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(request, response);
    if (!visit) return;
    const { frame, subject } = visit;
    const [email, id] = [field(request, 'email'), field(request, 'id')];
    if (id !== '') return this.confirmEmail(visit, id, email);
    const typed = { current: field(request, 'currentPassword'), email, address: request.ip ?? '' };
    const outcome = await this.account.requestEmail(frame.texts, subject, typed);
    if (outcome.kind === 'refused') return this.sendAccount(visit, { fault: { form: 'email', sentence: outcome.sentence } });
    sendEmailCode(visit, outcome.handle, email.trim());
  }

  private async confirmEmail(visit: Visit, id: string, email: string): Promise<void> {
    const { request, frame, subject } = visit;
    if (!(await this.account.confirmEmail(subject, id, field(request, 'code'))))
      return sendEmailCode(visit, id, email, frame.texts.t('code.wrong'));
    const after = (await this.subjects.person(subject.userNo)) ?? subject;
    await this.sendAccount({ ...visit, subject: after }, { notice: frame.texts.t('account.emailDone') });
  }

  /** Who is signed in; nobody is asked to sign in first. */
  private async enter(request: Request, response: Response): Promise<Visit | undefined> {
    const subject = await this.session.find(request, response);
    const frame = await this.frames.for(request, undefined, subject?.orgNo);
    if (subject) return { request, response, frame, subject };
    const status = request.method === 'GET' ? HttpStatus.OK : HttpStatus.UNAUTHORIZED;
    sendSignIn(response, frame, { loginName: '', status });
    return undefined;
  }

  private async enterWith(request: Request, response: Response, subject: LiveSubject): Promise<void> {
    await this.session.begin(request, response, subject, ['pwd']);
    this.back(response);
  }

  private async sendAccount({ response, frame, subject }: Visit, { notice, fault }: Pick<AccountProps, 'notice' | 'fault'>): Promise<void> {
    const emails = subject.kind === 'person' ? subject.person.emails : [];
    const primary = emails.find((email) => email.primary) ?? emails[0];
    const page = renderAccountPage(frame, {
      loginName: subject.loginName,
      email: primary?.value,
      emailVerified: primary?.verified === true,
      policy: await this.policies.get(subject.orgNo, 'password'),
      actions: { password: PATHS.password, email: PATHS.email },
      signOut: END_SESSION_ENDPOINT,
      notice,
      fault,
    });
    send(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}

function sendEmailCode({ response, frame }: Visit, id: string, email: string, fault?: string): void {
  const { t } = frame.texts;
  const page = renderCodePage(frame, {
    title: t('account.emailSentTitle'),
    sentences: [t('account.emailSent', { email })],
    action: PATHS.email,
    hidden: { id, email },
    submit: t('code.submit'),
    fault,
    ways: [{ label: t('account.back'), href: ACCOUNT_PATH }],
  });
  send(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
}

function sendSignIn(
  response: Response,
  frame: Frame,
  { loginName, fault, status }: { loginName: string; fault?: string; status: HttpStatus },
): void {
  send(response, renderAccountSignInPage(frame, { action: PATHS.signIn, forgotten: FORGOTTEN_PATH, loginName, fault }), status);
}

function send(response: Response, page: string, status = HttpStatus.OK): void {
  response.status(status).set(pageHeaders()).send(page);
}
