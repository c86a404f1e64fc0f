// The log-in page, and the page for another password that may follow it.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Interactions } from '../provider/interactions.service.js';
import type { LiveSubject } from '../tokens/subjects.service.js';
import { keepTrustedBrowser, trustedBrowserOf } from './trusted-browser-cookie.js';
import { LoginPage } from './login-page.service.js';
import { field, PageErrors } from '../pages/page-errors.service.js';
import { PasswordSignIn } from './password-sign-in.service.js';
import { PasswordPages } from './password-pages.service.js';
import { duration } from '../pages/texts/texts.js';
import { SignInPages, type PageVisit } from './sign-in-pages.service.js';

@Controller('sign-in')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class SignInController {
  constructor(
    private readonly visits: SignInPages,
    private readonly interactions: Interactions,
    private readonly signIn: PasswordSignIn,
    private readonly steps: PasswordPages,
    private readonly login: LoginPage,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get(':uid')
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.visits.enter(uid, request, response);
    if (!visit) return;
    const { prompt, sessions, switchTo, loginHint } = visit.pending;
    if (switchTo !== undefined) return void (await this.interactions.choose(request, response, switchTo));
    if (prompt === 'consent') return response.redirect(HttpStatus.SEE_OTHER, visit.at('consent'));
    // The person left the page that was asked for.
    if (request.query.account === 'new') return this.login.send(visit, { loginName: '' });
    if (prompt === 'select_account' && sessions.length > 0) return response.redirect(HttpStatus.SEE_OTHER, visit.at('accounts'));
    if (prompt === 'create') return response.redirect(HttpStatus.SEE_OTHER, visit.at('register'));
    await this.login.send(visit, { loginName: loginHint ?? '' });
  }

  @Post(':uid')
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.visits.enter(uid, request, response);
    if (visit) await this.check(visit, field(request, 'loginName'), field(request, 'password'));
  }

  /** There is nothing to show without the form before it. */
  @Get(':uid/password')
  async showPassword(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.visits.enter(uid, request, response);
    if (visit) response.redirect(HttpStatus.SEE_OTHER, visit.at());
  }

  @Post(':uid/password')
  async submitPassword(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.visits.enter(uid, request, response);
    if (!visit) return;
    const [sealed, chosen] = [field(request, 'state'), field(request, 'newPassword')];
    const step = await this.steps.submit(visit.frame, uid, visit.at('password'), sealed, chosen);
    if (step.kind === 'done') return this.finish(visit, step.subject);
    if (step.kind === 'again') return visit.send(step.page, HttpStatus.BAD_REQUEST);
    await this.login.send(visit, { loginName: '', fault: visit.frame.texts.t('change.over'), status: HttpStatus.GONE });
  }

  private async check(visit: PageVisit, loginName: string, password: string): Promise<void> {
    const { texts } = visit.frame;
    const [address, knownBrowser] = [visit.request.ip ?? '', trustedBrowserOf(visit.request, this.settings.publicUrl)];
    const result = await this.signIn
      .check({ loginName, password, clientOrgNo: visit.client.orgNo, address, knownBrowser })
      .catch(busyOrThrow);
    switch (result.kind) {
      case 'ok':
        keepTrustedBrowser(visit.response, result.knownBrowser, this.settings.publicUrl);
        return this.goOn(visit, result.subject);
      case 'refused':
        return this.login.send(visit, { loginName, fault: texts.t('login.refused'), status: HttpStatus.UNAUTHORIZED });
      case 'mustWait':
        visit.response.setHeader('Retry-After', result.seconds);
        return this.login.send(visit, {
          loginName,
          fault: texts.t('login.wait', { time: duration(texts, result.seconds) }),
          status: HttpStatus.TOO_MANY_REQUESTS,
        });
      case 'busy':
        visit.response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
        return this.login.send(visit, { loginName, fault: texts.t('login.busy'), status: HttpStatus.SERVICE_UNAVAILABLE });
    }
  }

  private async goOn(visit: PageVisit, subject: LiveSubject): Promise<void> {
    const { wanted } = visit.pending;
    if (wanted && wanted.userNo !== subject.userNo) {
      const fault = visit.frame.texts.t('login.otherPerson');
      return this.login.send(visit, { loginName: wanted.loginName, fault, status: HttpStatus.UNAUTHORIZED });
    }
    const page = await this.steps.needed(visit.frame, subject, visit.uid, visit.at('password'));
    if (page === undefined) await this.finish(visit, subject);
    else visit.send(page);
  }

  private async finish({ request, response }: PageVisit, subject: LiveSubject): Promise<void> {
    await this.interactions.finish(request, response, subject, ['pwd']);
  }
}

function busyOrThrow(error: unknown): { kind: 'busy' } {
  if (error instanceof DomainError && error.kind === 'busy') return { kind: 'busy' };
  throw error;
}
