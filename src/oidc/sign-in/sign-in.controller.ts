// The login page: which page a sign-in begins with, and the check of name and password.
import { Controller, Get, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../../common/errors.js';
import { Interactions } from '../provider/interactions.js';
import { renderLoginPage } from './login.view.js';
import { pageHeaders } from './page.view.js';
import { PasswordSignIn } from './password-sign-in.js';
import { PendingSignIns, type ReadySignIn } from './pending-sign-ins.js';
import type { TextKey } from './texts/texts.js';

@Controller('sign-in')
@Public()
@ApiExcludeController()
export class SignInController {
  constructor(
    private readonly interactions: Interactions,
    private readonly pendingSignIns: PendingSignIns,
    private readonly signIn: PasswordSignIn,
  ) {}

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
      const subject = await this.signIn.check(loginName, password, ready.client.orgNo);
      const { wanted } = ready.pending;
      if (subject && wanted && wanted.userNo !== subject.userNo)
        return sendLogin(request, response, ready, {
          loginName: wanted.loginName,
          fault: 'login.otherPerson',
          status: HttpStatus.UNAUTHORIZED,
        });
      if (subject) return await this.interactions.finish(request, response, subject, ['pwd']);
      sendLogin(request, response, ready, { loginName, fault: 'login.refused', status: HttpStatus.UNAUTHORIZED });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'busy') throw error;
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      sendLogin(request, response, ready, { loginName, fault: 'login.busy', status: HttpStatus.SERVICE_UNAVAILABLE });
    }
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
  { loginName, fault, status = HttpStatus.OK }: { loginName: string; fault?: TextKey; status?: HttpStatus },
): void {
  const page = renderLoginPage(frame, {
    action: request.originalUrl,
    application: client.name,
    loginName,
    ...(fault === undefined ? {} : { fault: frame.texts.t(fault) }),
    ways: {},
  });
  response
    .status(status)
    .set(pageHeaders([pending.redirectUri]))
    .send(page);
}
