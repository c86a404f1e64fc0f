// The options that the pages of a sign-in show and accept: the choices of the application, limited by policies.
import { Injectable } from '@nestjs/common';
import { RegistrationRule } from '../../users/accounts/registration/registration-rule.service.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { SIGN_IN_WAYS, type SignInWay } from '../clients/login-page-choices.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

@Injectable()
export class PageOffers {
  constructor(
    private readonly registrationRule: RegistrationRule,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly providers: IdentityProviders,
    private readonly policies: Policies,
  ) {}

  /**
   * The ways that the page shows, at least one. If the application chose only ways that can't be used here, its choice is ignored.
   * Otherwise it would lock everyone out; ignoring it shows no way that a policy forbids.
   */
  async waysFor(visit: SignInRequest): Promise<readonly SignInWay[]> {
    const areUsable = await Promise.all(SIGN_IN_WAYS.map((way) => this.isUsable(visit, way)));
    const usable = SIGN_IN_WAYS.filter((_, at) => areUsable[at]);
    const chosen = usable.filter((way) => visit.choices.ways.includes(way));
    return chosen.length > 0 ? chosen : usable;
  }

  async hasWay(visit: SignInRequest, way: SignInWay): Promise<boolean> {
    if (!(await this.isUsable(visit, way))) return false;
    return visit.choices.ways.includes(way) || (await this.waysFor(visit)).includes(way);
  }

  /** Whether policies and providers let people of the organization sign in by a way. */
  private async isUsable({ orgNo, configVersion }: SignInRequest, way: SignInWay): Promise<boolean> {
    switch (way) {
      case 'password':
        return true;
      case 'passkey':
        return this.passkeySignIn.isOffered(orgNo, configVersion);
      case 'identityProvider':
        return (await this.providers.forSignIn(orgNo, configVersion)).length > 0;
      case 'mail':
        return (await this.policies.effectivePolicy(orgNo, 'assurance', configVersion)).mailedSignIn;
    }
  }

  /** Whether identity providers sign in here, also those of other organizations, which a request or the domain of a name leads to. */
  async takesProviders(visit: SignInRequest): Promise<boolean> {
    return visit.choices.ways.includes('identityProvider') || (await this.hasWay(visit, 'identityProvider'));
  }

  /**
   * The provider to which the browser is redirected without a page: the only one that is enabled, where the application offers no other way, or where
   * the organization has decided so.
   */
  async onlyProvider(visit: SignInRequest): Promise<IdentityProvider | undefined> {
    const { orgNo, configVersion } = visit;
    const [provider, ...others] = await this.providers.forSignIn(orgNo, configVersion);
    const ways = await this.waysFor(visit);
    if (!provider || others.length > 0 || !ways.includes('identityProvider')) return undefined;
    const isDecided = ways.length === 1 || (await this.policies.effectivePolicy(orgNo, 'signIn', configVersion)).straightToProvider;
    return isDecided ? provider : undefined;
  }

  /** Whether a person may register here. A new account gets a password, so only if passwords are allowed. */
  async hasRegistration(visit: SignInRequest): Promise<boolean> {
    const { choices, orgNo, configVersion } = visit;
    return choices.registration && (await this.hasWay(visit, 'password')) && (await this.registrationRule.isOpen(orgNo, configVersion));
  }

  /** Whether a forgotten password can be reset here. */
  async hasReset(visit: SignInRequest): Promise<boolean> {
    return visit.choices.forgottenPassword && (await this.hasWay(visit, 'password'));
  }
}
