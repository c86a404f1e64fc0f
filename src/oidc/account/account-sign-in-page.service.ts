// The sign-in page of the account. No application asks for it, so its identity providers are those of the service, of the person who was signed in
// here, and the provider that this browser used last.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { OF_SERVICE } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { lastProvider } from '../federation/last-provider.js';
import { renderAccountSignInPage } from '../pages/account/account-sign-in.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageContext } from '../pages/layout/page.view.js';
import { providerButton, type ProviderButton } from '../pages/layout/provider-buttons.view.js';
import { renderOnwardPage } from '../pages/sign-in/provider.view.js';
import { ACCOUNT_PATH, FORGOTTEN_PATH, providerSignInPath } from '../protocol/endpoints.js';
import { PasskeySignIn } from '../sign-in/passkey-sign-in.service.js';
import { ProviderChoice } from '../sign-in/provider-choice.service.js';

/** The addresses to which the forms of a sign-in are posted. */
export const ACCOUNT_FORMS = {
  second: `${ACCOUNT_PATH}/second`,
  signIn: `${ACCOUNT_PATH}/sign-in`,
  newPassword: `${ACCOUNT_PATH}/new-password`,
  newPasskey: `${ACCOUNT_PATH}/new-passkey`,
  passkeySignIn: `${ACCOUNT_PATH}/passkey-sign-in`,
  passkeyOptions: `${ACCOUNT_PATH}/passkey-options`,
} as const;

export interface AccountSignInState {
  loginName: string;
  error?: string;
  status: HttpStatus;
  /** The organization of the person who was signed in here. */
  orgNo?: number;
  /** Shows name and password together, also where the page otherwise asks for the name first. */
  isClassic?: boolean;
}

@Injectable()
export class AccountSignInPage {
  constructor(
    private readonly passkeySignIn: PasskeySignIn,
    private readonly providers: IdentityProviders,
    private readonly choice: ProviderChoice,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  async send(
    response: Response,
    pageContext: PageContext,
    { loginName, error, status, orgNo, isClassic }: AccountSignInState,
  ): Promise<void> {
    const asksNameFirst = !isClassic && loginName === '' && (await this.providers.haveDomains());
    const page = renderAccountSignInPage(pageContext, {
      action: ACCOUNT_FORMS.signIn,
      forgotten: FORGOTTEN_PATH,
      loginName,
      error,
      asksNameFirst,
      providers: await this.buttonsFor(response.req, orgNo),
      ...(await this.passkeySignIn.formFor({ action: ACCOUNT_FORMS.passkeySignIn, options: ACCOUNT_FORMS.passkeyOptions })),
    });
    answerPage(response, page, status);
  }

  /** After a page that asked for the name alone: a password follows, or the provider of its domain. */
  async goOnWithName(response: Response, pageContext: PageContext, loginName: string): Promise<void> {
    const provider = await this.choice.ofName(loginName);
    if (!provider) return this.send(response, pageContext, { loginName, status: HttpStatus.OK, isClassic: true });
    const href = `${providerSignInPath(provider.id)}?${new URLSearchParams({ login: loginName.trim() }).toString()}`;
    response.setHeader('Refresh', `0; url=${href}`);
    answerPage(response, renderOnwardPage(pageContext, { href, provider: provider.name }));
  }

  private async buttonsFor(request: Request, orgNo = OF_SERVICE): Promise<ProviderButton[]> {
    const last = await this.choice.usable(lastProvider(request, this.settings.publicUrl) ?? '');
    const shown = (await this.providers.forSignIn(orgNo)).filter(({ id, rules }) => rules.buttonShown && id !== last?.id);
    return [...(last ? [last] : []), ...shown].map((provider) => providerButton(providerSignInPath(provider.id), provider));
  }
}
