// The options that the pages of a sign-in show and accept: the choices of the application, limited by policies.
import { Injectable } from '@nestjs/common';
import { RegistrationRule } from '../../users/accounts/registration/registration-rule.service.js';
import { SIGN_IN_WAYS, type SignInWay } from '../clients/login-page-choices.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

@Injectable()
export class PageOffers {
  constructor(
    private readonly registrationRule: RegistrationRule,
    private readonly passkeySignIn: PasskeySignIn,
  ) {}

  /**
   * The ways that the page shows, at least one. If the application chose only ways that can't be used here, its choice is ignored.
   * Otherwise it would lock everyone out; ignoring it shows no way that a policy forbids.
   */
  async waysFor({ orgNo, choices }: SignInRequest): Promise<readonly SignInWay[]> {
    const hasPasskeys = await this.passkeySignIn.isOffered(orgNo);
    const usable = SIGN_IN_WAYS.filter((way) => way !== 'passkey' || hasPasskeys);
    const chosen = usable.filter((way) => choices.ways.includes(way));
    return chosen.length > 0 ? chosen : usable;
  }

  async hasWay(visit: SignInRequest, way: SignInWay): Promise<boolean> {
    return (await this.waysFor(visit)).includes(way);
  }

  /** Whether a person may register here. A new account gets a password, so only if passwords are allowed. */
  async hasRegistration(visit: SignInRequest): Promise<boolean> {
    return visit.choices.registration && (await this.hasWay(visit, 'password')) && (await this.registrationRule.isOpen(visit.orgNo));
  }

  /** Whether a forgotten password can be reset here. */
  async hasReset(visit: SignInRequest): Promise<boolean> {
    return visit.choices.forgottenPassword && (await this.hasWay(visit, 'password'));
  }
}
