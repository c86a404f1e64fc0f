// Finds the person whose passkey answers, in this browser and for this sign-in.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { overLimit, Quotas } from '../../common/limits/quotas.service.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { PasskeyChecks } from '../../users/accounts/passkey-checks.service.js';
import { PersonPolicies } from '../../users/authentication/assurance/person-policies.service.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { Ceremonies, type CeremonyOptions } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { networkOf } from '../../common/http/client-network.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { PasskeySignInForm } from '../pages/layout/passkey.view.js';
import { bindingOf } from '../sessions/browser-cookie.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import type { SignInResult } from './password-sign-in.service.js';
import { readTrustedBrowser } from '../sessions/trusted-browser-cookie.js';

/** Challenges per network address and minute. Each is a row kept for minutes, and requesting one needs no credentials. */
export const OPTIONS_OF_ADDRESS = { name: 'passkey-options', quota: 1_200 } as const;

/** Used if the organization is unknown. */
const WHOLE_SERVICE = 0;

@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly passkeyChecks: PasskeyChecks,
    private readonly browserSessions: BrowserSessions,
    private readonly subjects: Subjects,
    private readonly policies: Policies,
    private readonly personPolicies: PersonPolicies,
    private readonly quotas: Quotas,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** The form for a login page, if it is offered. @param orgNo as for {@link isOffered} */
  async formFor(form: PasskeySignInForm, orgNo?: number): Promise<{ passkey?: PasskeySignInForm }> {
    return (await this.isOffered(orgNo)) ? { passkey: form } : {};
  }

  /**
   * Whether browsers have WebAuthn here and the organization allows passkeys.
   * @param orgNo the page's organization, if any
   * @param configVersion as read during this request; absent: it is read
   */
  async isOffered(orgNo = WHOLE_SERVICE, configVersion?: number): Promise<boolean> {
    return this.ceremonies.isAvailable && (await this.policies.effectivePolicy(orgNo, 'assurance', configVersion)).passkeys !== 'off';
  }

  /** Creates a challenge for this browser, which gets a name if it has none. @param at the sign-in @throws OverLimitError */
  async makeOptions(request: Request, response: Response, at: string): Promise<CeremonyOptions | undefined> {
    const { refused } = this.quotas.take([{ ...OPTIONS_OF_ADDRESS, owner: networkOf(request.ip ?? '') }]);
    if (refused) throw overLimit(refused, 'this network address');
    const browser = this.browserSessions.nameBrowser(request, response);
    return this.ceremonies.requestOptions({ purpose: 'signIn', browser: bindingOf(browser), at });
  }

  /** The active person whose passkey answered a challenge of this browser and sign-in. @param at as for {@link makeOptions} */
  async checkAnswer(request: Request, at: string): Promise<SignInResult> {
    const scope = this.placeOf(request, at);
    if (!scope) return { kind: 'refused' };
    const answer = formField(request, 'credential');
    const passkey = await this.ceremonies.findClaimed(answer);
    // Read before the check, so that a deactivation in between is noticed when the session starts.
    const found = passkey && (await this.subjects.person(passkey.userNo));
    const subject = found && (await this.personPolicies.of('assurance', found)).passkeys !== 'off' ? found : undefined;
    const trustedBrowser = readTrustedBrowser(request, this.settings.publicUrl);
    const verdict = await this.passkeyChecks.check({
      scope,
      answer,
      passkey,
      person: subject,
      address: request.ip ?? '',
      trustedBrowser,
    });
    if (verdict.kind === 'mustWait') return verdict;
    return verdict.kind === 'right' && subject ? { kind: 'ok', subject, trustedBrowser: verdict.trustedBrowser } : { kind: 'refused' };
  }

  private placeOf(request: Request, at: string): ChallengeScope | undefined {
    const browser = this.browserSessions.browserOf(request);
    return browser && { purpose: 'signIn', browser: bindingOf(browser), at };
  }
}
