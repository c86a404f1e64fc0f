// The login page: which page a sign-in begins with, and the check of name and password.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../../common/errors.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Interactions } from '../provider/interactions.js';
import { renderLoginPage } from './login.view.js';
import { pageHeaders } from './page.view.js';
import { readKnownBrowser, rememberBrowser } from './known-browser-cookie.js';
import { PasswordSignIn, type SignInResult } from './password-sign-in.js';
import { PendingSignIns, type ReadySignIn } from './pending-sign-ins.js';
import { duration, type TextKey, type TextValues } from './texts/texts.js';

@Controller('sign-in')
@Public()
@ApiExcludeController()
export class SignInController {
  private readonly secure: boolean;

  constructor(
    private readonly interactions: Interactions,
    private readonly pendingSignIns: PendingSignIns,
    private readonly signIn: PasswordSignIn,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
  }

  @Get(':uid')
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const ready = await this.pendingSignIns.open(request, response, uid);
    if (!ready) return;
    const { prompt, sessions, switchTo, loginHint } = ready.pending;
    if (switchTo !== undefined) return void (await this.interactions.choose(request, response, switchTo));
    const isNewAccount = request.query.account === 'new';
    if (prompt === 'consent') return this.goTo(request, response, uid, 'consent');
    if (prompt === 'select_account' && sessions.length > 0 && !isNewAccount) return this.goTo(request, response, uid, 'accounts');
    sendLogin(request, response, ready, { loginName: isNewAccount ? '' : (loginHint ?? '') });
  }

  @Post(':uid')
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const ready = await this.pendingSignIns.open(request, response, uid);
    if (!ready) return;
    const body = (request.body ?? {}) as Record<string, unknown>;
    const [loginName, password] = [field(body.loginName), field(body.password)];
    if (!this.pendingSignIns.isOwnForm(request))
      return sendLogin(request, response, ready, { loginName: '', fault: 'form.foreign', status: HttpStatus.FORBIDDEN });
    try {
      const result = await this.signIn.check({
        loginName,
        password,
        clientOrgNo: ready.client.orgNo,
        address: request.ip ?? '',
        knownBrowser: readKnownBrowser(request, this.secure),
      });
      if (result.kind === 'ok') return await this.enter(request, response, ready, result);
      if (result.kind === 'refused')
        return sendLogin(request, response, ready, { loginName, fault: 'login.refused', status: HttpStatus.UNAUTHORIZED });
      response.setHeader('Retry-After', result.seconds);
      const values = { time: duration(ready.frame.texts, result.seconds) };
      sendLogin(request, response, ready, { loginName, fault: 'login.wait', values, status: HttpStatus.TOO_MANY_REQUESTS });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'busy') throw error;
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      sendLogin(request, response, ready, { loginName, fault: 'login.busy', status: HttpStatus.SERVICE_UNAVAILABLE });
    }
  }

  /** The password is right; the person goes on if it is the one that the application wants. */
  private async enter(
    request: Request,
    response: Response,
    ready: ReadySignIn,
    { subject, knownBrowser }: Extract<SignInResult, { kind: 'ok' }>,
  ): Promise<void> {
    const { wanted } = ready.pending;
    if (wanted && wanted.userNo !== subject.userNo)
      return sendLogin(request, response, ready, {
        loginName: wanted.loginName,
        fault: 'login.otherPerson',
        status: HttpStatus.UNAUTHORIZED,
      });
    rememberBrowser(response, knownBrowser, this.secure);
    await this.interactions.finish(request, response, subject, ['pwd']);
  }

  private goTo(request: Request, response: Response, uid: string, page: 'accounts' | 'consent'): void {
    response.redirect(HttpStatus.SEE_OTHER, this.pendingSignIns.addressOf(uid, page, request));
  }
}

function field(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function sendLogin(
  request: Request,
  response: Response,
  { pending, client, frame }: ReadySignIn,
  { loginName, fault, values, status = HttpStatus.OK }: { loginName: string; fault?: TextKey; values?: TextValues; status?: HttpStatus },
): void {
  const page = renderLoginPage(frame, {
    action: request.originalUrl,
    application: client.name,
    loginName,
    ...(fault === undefined ? {} : { fault: frame.texts.t(fault, values) }),
    ways: {},
  });
  response
    .status(status)
    .set(pageHeaders([pending.redirectUri]))
    .send(page);
}
