// Signs in to the account page with a passkey.
import { Controller, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { PasskeySignIn } from '../sign-in/passkey-sign-in.service.js';
import { ACCOUNT_PLACE, AccountEntry } from './account-entry.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountPasskeySignInController {
  constructor(
    private readonly entry: AccountEntry,
    private readonly assurances: Assurances,
    private readonly browserSession: BrowserSession,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly pageContexts: PageContexts,
  ) {}

  /** The options that the script of the sign-in form passes to an authenticator. */
  @Post('passkey-options')
  async makeOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.set('Cache-Control', 'no-store').json((await this.passkeySignIn.makeOptions(request, response, ACCOUNT_PLACE)) ?? {});
  }

  @Post('passkey-sign-in')
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const before = await this.browserSession.findSignedIn(request, response);
    if (before && !(await this.assurances.missing(before.subject, before.checks)))
      return response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
    const pageContext = await this.pageContexts.contextFor(request);
    const result = await this.passkeySignIn.checkAnswer(request, ACCOUNT_PLACE);
    const refused = pageContext.texts.t('passkey.refused');
    await this.entry.goOnAfter(request, response, result, { before, pageContext, loginName: '', refused, method: 'passkey' });
  }
}
