// Renders the login page for every step of a sign-in that returns to it.
import { HttpStatus, Injectable } from '@nestjs/common';
import { renderOnwardPage } from '../pages/sign-in/provider.view.js';
import { renderLoginPage } from '../pages/sign-in/login.view.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import type { SignInWay } from '../clients/login-page-choices.js';
import { PageOffers } from './page-offers.service.js';
import { ProviderChoice } from './provider-choice.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

/** No login name is longer. */
const MAX_NAME = 500;

export interface LoginState {
  loginName: string;
  /** The error to show. */
  error?: string;
  /** The result of the previous step. */
  notice?: string;
  status?: HttpStatus;
  /** Shows name and password together, also where the page otherwise asks for the name first. */
  isClassic?: boolean;
}

@Injectable()
export class LoginPage {
  constructor(
    private readonly offers: PageOffers,
    private readonly choice: ProviderChoice,
  ) {}

  async send(visit: SignInRequest, { loginName, error, notice, status, isClassic }: LoginState): Promise<void> {
    const { client, pageContext, pending } = visit;
    const shown = await this.offers.waysFor(visit);
    const hasProviders = shown.includes('identityProvider');
    const page = renderLoginPage(pageContext, {
      action: visit.at(),
      application: client.name,
      loginName,
      ...(error === undefined ? {} : { error }),
      ...(notice === undefined ? {} : { notice }),
      takesPassword: shown.includes('password'),
      asksNameFirst: hasProviders && !isClassic && loginName === '' && (await this.choice.asksNameFirst(visit)),
      providers: hasProviders ? await this.choice.buttonsFor(visit, shown.length === 1) : [],
      ...(shown.includes('mail') ? { mail: visit.at('mail') } : {}),
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

  /** After a page that asked for the name alone: a password or a mail follows, or the provider of its domain. */
  async goOnWithName(visit: SignInRequest, loginName: string): Promise<void> {
    const provider = (await this.offers.takesProviders(visit)) ? await this.choice.ofName(loginName) : undefined;
    if (!provider) return (await this.takesName(visit)) ? this.send(visit, { loginName, isClassic: true }) : this.sendOtherWay(visit);
    const href = visit.at(`to/${provider.id}`, { login: loginName.trim().slice(0, MAX_NAME) });
    visit.response.setHeader('Refresh', `0; url=${href}`);
    visit.send(renderOnwardPage(visit.pageContext, { href, provider: provider.name }));
  }

  /** Redirects to the only provider that the request can mean. @returns whether it did */
  async leadsStraight(visit: SignInRequest): Promise<boolean> {
    if (!(await this.offers.takesProviders(visit))) return false;
    const provider = (await this.choice.straightFor(visit)) ?? (await this.offers.onlyProvider(visit));
    if (provider) visit.response.redirect(HttpStatus.SEE_OTHER, visit.at(`to/${provider.id}`));
    return provider !== undefined;
  }

  /** Whether an account can be proven here, to be connected to an identity. */
  async takesProof(visit: SignInRequest): Promise<boolean> {
    return (await this.offers.waysFor(visit)).some((way) => way !== 'identityProvider');
  }

  /** Whether a name alone leads on: to a password or a mail. */
  private async takesName(visit: SignInRequest): Promise<boolean> {
    return (await this.offers.waysFor(visit)).some((way) => way === 'password' || way === 'mail');
  }

  /** The enabled provider with an id, where the application lets providers sign in. */
  async providerOf(visit: SignInRequest, id: string): Promise<IdentityProvider | undefined> {
    return (await this.offers.takesProviders(visit)) ? this.choice.usable(id, visit.configVersion) : undefined;
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
