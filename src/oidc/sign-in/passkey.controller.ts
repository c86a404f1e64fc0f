// Signs in with a passkey: serves the options for the login page's script and checks the authenticator's response. Also handles the offer
// of a passkey after a password.
import { Controller, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { LoginPage } from './login-page.service.js';
import { PageOffers } from './page-offers.service.js';
import { PasskeyOffers } from './passkey-offers.service.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import { busyOrThrow, SignInEnds } from './sign-in-ends.service.js';
import { SignInPages } from './sign-in-pages.service.js';

@Controller('sign-in/:uid')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class PasskeyController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly passkeyOffers: PasskeyOffers,
    private readonly pageOffers: PageOffers,
    private readonly loginPage: LoginPage,
    private readonly ends: SignInEnds,
  ) {}

  @Post('passkey-options')
  async makeOptions(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const isOffered = await this.pageOffers.hasWay(visit, 'passkey');
    const options = isOffered ? await this.passkeySignIn.makeOptions(request, response, uid) : undefined;
    response
      .status(isOffered ? HttpStatus.OK : HttpStatus.FORBIDDEN)
      .set('Cache-Control', 'no-store')
      .json(options ?? {});
  }

  /** Continues as after a password. */
  @Post('passkey')
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit || (await this.loginPage.refuses(visit, 'passkey'))) return;
    const result = await this.passkeySignIn.checkAnswer(request, uid).catch(busyOrThrow);
    await this.ends.goOnAfter(visit, result, { loginName: '', refused: visit.pageContext.texts.t('passkey.refused'), method: 'passkey' });
  }

  /** Handles a new passkey, or "not now". */
  @Post('offer')
  async submitOffer(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const step = await this.passkeyOffers.submit(visit);
    if (step.kind === 'done') return this.ends.finish(visit, step.subject, step.checks);
    if (step.kind === 'again') return visit.send(step.page, step.status);
    await this.loginPage.send(visit, { loginName: '', error: visit.pageContext.texts.t('change.over'), status: HttpStatus.GONE });
  }
}
