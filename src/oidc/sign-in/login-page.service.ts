// Renders the login page for every step of a sign-in that returns to it.
import { HttpStatus, Injectable } from '@nestjs/common';
import { renderLoginPage } from '../pages/sign-in/login.view.js';
import type { SignInWay } from '../clients/login-page-choices.js';
import { PageOffers } from './page-offers.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

export interface LoginState {
  loginName: string;
  /** The error to show. */
  error?: string;
  /** The result of the previous step. */
  notice?: string;
  status?: HttpStatus;
}

@Injectable()
export class LoginPage {
  constructor(private readonly offers: PageOffers) {}

  async send(visit: SignInRequest, { loginName, error, notice, status }: LoginState): Promise<void> {
    const { client, pageContext, pending } = visit;
    const shown = await this.offers.waysFor(visit);
    const page = renderLoginPage(pageContext, {
      action: visit.at(),
      application: client.name,
      loginName,
      ...(error === undefined ? {} : { error }),
      ...(notice === undefined ? {} : { notice }),
      takesPassword: shown.includes('password'),
      ...(shown.includes('passkey') ? { passkey: { action: visit.at('passkey'), options: visit.at('passkey-options') } } : {}),
      ways: {
        ...((await this.offers.hasReset(visit)) ? { forgotten: visit.at('forgotten') } : {}),
        ...((await this.offers.hasRegistration(visit)) ? { register: visit.at('register') } : {}),
        // Not shown if the application accepts only one person.
        ...(pending.sessions.length > 0 && !pending.named ? { accounts: visit.at('accounts') } : {}),
      },
    });
    visit.send(page, status);
  }

  /** Whether the page does not show the way that was used. If so, the response has been sent. */
  async refuses(visit: SignInRequest, way: SignInWay): Promise<boolean> {
    if (await this.offers.hasWay(visit, way)) return false;
    await this.sendOtherWay(visit);
    return true;
  }

  /** Sends the page again after a sign-in by a way that it does not show. */
  sendOtherWay(visit: SignInRequest): Promise<void> {
    return this.send(visit, { loginName: '', error: visit.pageContext.texts.t('login.otherWay'), status: HttpStatus.FORBIDDEN });
  }
}
