// Password reset during a sign-in: afterwards the person signs in with the new password.
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { LoginPage } from './login-page.service.js';
import { PageOffers } from './page-offers.service.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { PasswordResetPages, type ResetRequest } from './password-reset-pages.service.js';
import { WayBack } from './way-back.service.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

@Controller('sign-in/:uid/forgotten')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class ForgottenPasswordController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly passwordResetPages: PasswordResetPages,
    private readonly loginPage: LoginPage,
    private readonly offers: PageOffers,
    private readonly wayBack: WayBack,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(uid, request, response);
    if (visit) this.passwordResetPages.sendNamePage(await this.place(visit), visit.pending.loginHint ?? '');
  }

  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(uid, request, response);
    if (visit) await this.passwordResetPages.submitForm(await this.place(visit));
  }

  /** Only if the application offers it. */
  private async enter(uid: string, request: Request, response: Response): Promise<SignInRequest | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit || (await this.offers.hasReset(visit))) return visit;
    await this.loginPage.sendOtherWay(visit);
    return undefined;
  }

  private async place(visit: SignInRequest): Promise<ResetRequest> {
    const { pageContext, request, response, send, client, orgNo } = visit;
    return {
      pageContext,
      request,
      response,
      action: visit.at('forgotten'),
      orgNo,
      back: visit.at(),
      linkParameters: await this.wayBack.parametersOf(visit.uid, client),
      lookOf: async () => pageContext,
      send,
      done: (loginName) => this.loginPage.send(visit, { loginName, notice: pageContext.texts.t('reset.signIn') }),
    };
  }
}
