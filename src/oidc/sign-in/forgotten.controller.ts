// The forgotten password beside a sign-in: afterwards the person signs in with the new one.
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { LoginPage } from './login-page.service.js';
import { PageErrors } from '../pages/page-errors.service.js';
import { PasswordResetPages, type ResetPlace } from './password-reset-pages.service.js';
import { SignInPages, type PageVisit } from './sign-in-pages.service.js';

@Controller('sign-in/:uid/forgotten')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class ForgottenController {
  constructor(
    private readonly visits: SignInPages,
    private readonly steps: PasswordResetPages,
    private readonly login: LoginPage,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.visits.enter(uid, request, response);
    if (visit) this.steps.ask(this.place(visit), visit.pending.loginHint ?? '');
  }

  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.visits.enter(uid, request, response);
    if (visit) await this.steps.submit(this.place(visit));
  }

  private place(visit: PageVisit): ResetPlace {
    const { frame, request, client } = visit;
    return {
      frame,
      request,
      action: visit.at('forgotten'),
      orgNo: client.orgNo,
      back: visit.at(),
      send: (page, status) => visit.send(page, status),
      done: (loginName) => this.login.send(visit, { loginName, notice: frame.texts.t('reset.signIn') }),
    };
  }
}
