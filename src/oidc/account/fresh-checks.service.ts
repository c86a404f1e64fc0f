// Asks a signed-in person for a fresh check before a credential changes, because another person may be using the browser, or a stolen
// session. A person with two factors must use both: a password alone must not remove the other factor.
import { HttpStatus, Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks } from '../../users/authentication/assurance/checks.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import type { StepRequest } from '../second-step/factor-pages.service.js';
import { SecondSteps } from '../second-step/second-steps.service.js';
import { AccountPages, type AccountRequest } from './account-pages.service.js';
import { FreshProofs, isTry, type AskingForm } from './fresh-proofs.service.js';

@Injectable()
export class FreshChecks {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshProofs: FreshProofs,
    private readonly assurances: Assurances,
    private readonly secondSteps: SecondSteps,
    private readonly browserSession: BrowserSession,
  ) {}

  /**
   * Whether the form of a request passes the checks that the signed-in person's sign-in requires, all of them for this form. Otherwise
   * sends the page that asks for them. Checks passed earlier in the session do not count here.
   */
  async pass(visit: AccountRequest, form: AskingForm): Promise<boolean> {
    const { request, subject } = visit;
    let passed = false;
    const step = this.stepOf(visit, form, () => (passed = true));
    if (formField(request, 'state') !== '') await this.secondSteps.submit(step);
    else {
      const tried = await this.freshProofs.check(visit, placeOf(visit, form));
      if (!tried || 'error' in tried) await this.ask(visit, form, tried?.error);
      else await this.secondSteps.goOn(step, subject, withChecks(visit.checks, [freshCheck(tried.method, this.assurances.now())]));
    }
    return passed;
  }

  /** The second step of a check, within this session and for the purpose of its form. */
  private stepOf(visit: AccountRequest, form: AskingForm, done: () => void): StepRequest {
    const { request, response, pageContext, send, subject, uid } = visit;
    const { action, hidden } = form;
    const again = (error?: string) => this.ask(visit, form, error);
    return {
      name: JSON.stringify(['confirm', uid, action, hidden]),
      pageContext,
      contextFor: async () => pageContext,
      browser: () => secretDigest(uid),
      request,
      response,
      demand: { isForChange: true },
      action,
      hidden,
      send,
      finish: async (proven, checks) => {
        // Another person may have signed in with this session since.
        if (proven.userNo !== subject.userNo) return again();
        if (formField(request, 'state') !== '') await this.browserSession.begin(request, response, subject, checks);
        done();
      },
      signInAgain: again,
      refuse: again,
    };
  }

  private async ask(visit: AccountRequest, form: AskingForm, error?: string): Promise<void> {
    const page = await this.freshProofs.page(visit, placeOf(visit, form), { ...form, error });
    answerPage(visit.response, page, isTry(visit.request) ? HttpStatus.UNAUTHORIZED : HttpStatus.OK);
  }
}

/** A response is valid only for its purpose, in this session. */
function placeOf({ uid }: AccountRequest, { action, hidden }: AskingForm): ChallengeScope {
  return { purpose: 'confirm', browser: secretDigest(uid), at: JSON.stringify([action, hidden]) };
}
