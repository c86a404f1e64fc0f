// Asks a signed-in person for a fresh check before a credential changes, because another person may be using the browser, or a stolen
// session. A person with two factors must use both: a password alone must not remove the other factor.
import { HttpStatus, Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { withChecks } from '../../users/authentication/assurance/checks.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { DIRECTORY_FIELD, renderConfirmedPage } from '../pages/account/confirm.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { StepRequest } from '../second-step/factor-pages.service.js';
import { SecondSteps } from '../second-step/second-steps.service.js';
import { StepStates } from '../second-step/step-state.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { renderOnwardPage } from '../pages/sign-in/provider.view.js';
import { AccountPages, type AccountRequest } from './account-pages.service.js';
import { AccountSession } from './account-session.service.js';
import { DirectoryProofs } from './directory-proofs.service.js';
import { FreshProofs, isTry, type AskingForm } from './fresh-proofs.service.js';

@Injectable()
export class FreshChecks {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshProofs: FreshProofs,
    private readonly directoryProofs: DirectoryProofs,
    private readonly secondSteps: SecondSteps,
    private readonly states: StepStates,
    private readonly session: AccountSession,
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
      const isByDirectory = formField(request, DIRECTORY_FIELD) !== '';
      const tried = await (isByDirectory ? this.directoryProofs.check(visit, form) : this.freshProofs.check(visit, placeOf(visit, form)));
      if (tried && 'url' in tried) leadTo(visit, tried);
      else if (!tried || 'error' in tried) await this.ask(visit, form, tried?.error);
      else await this.secondSteps.goOn(step, subject, withChecks(visit.checks, [tried.check]));
    }
    return passed;
  }

  /** Handles the return from an identity provider: the page sends the form again, with the check that was passed. */
  async goOnAfterDirectory(visit: AccountRequest): Promise<void> {
    const finished = await this.directoryProofs.finish(visit);
    if (!finished) return visit.response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
    const { form, provider, proof } = finished;
    if ('error' in proof) return this.ask(visit, form, proof.error);
    const state = await this.states.seal(nameOf(visit, form), visit.subject, withChecks(visit.checks, [proof.check]));
    answerPage(visit.response, renderConfirmedPage(visit.pageContext, { ...form, hidden: { ...form.hidden, state }, provider }));
  }

  /** The second step of a check, within this session and for the purpose of its form. */
  private stepOf(visit: AccountRequest, form: AskingForm, done: () => void): StepRequest {
    const { request, response, pageContext, send, subject, uid } = visit;
    const demand = { isForChange: true };
    const { action, hidden } = form;
    const again = (error?: string) => this.ask(visit, form, error);
    return {
      name: nameOf(visit, form),
      pageContext,
      contextFor: async () => pageContext,
      browser: () => secretDigest(uid),
      request,
      response,
      demand,
      action,
      hidden,
      send,
      finish: async (proven, checks) => {
        // Another person may have signed in with this session since.
        if (proven.userNo !== subject.userNo) return again();
        if (formField(request, 'state') !== '' && !(await this.session.begin(request, response, subject, checks, demand))) return again();
        done();
      },
      signInAgain: again,
      refuse: again,
    };
  }

  private async ask(visit: AccountRequest, form: AskingForm, error?: string): Promise<void> {
    const directories = await this.directoryProofs.of(visit.subject);
    const page = await this.freshProofs.page(visit, placeOf(visit, form), { ...form, directories, error });
    answerPage(visit.response, page, isTry(visit.request) ? HttpStatus.UNAUTHORIZED : HttpStatus.OK);
  }
}

/** A response is valid only for its purpose, in this session. */
function placeOf({ uid }: AccountRequest, { action, hidden }: AskingForm): ChallengeScope {
  return { purpose: 'confirm', browser: secretDigest(uid), at: JSON.stringify([action, hidden]) };
}

/** The name of the form's second step: what it proves is valid for nothing else. */
function nameOf({ uid }: AccountRequest, { action, hidden }: AskingForm): string {
  return JSON.stringify(['confirm', uid, action, hidden]);
}

/** The header `Refresh` leads on. A redirect would be refused: the page's policy lets its forms lead to this service only. */
function leadTo({ response, pageContext }: AccountRequest, { url, provider }: { url: string; provider: string }): void {
  response.setHeader('Refresh', `0; url=${url}`);
  answerPage(response, renderOnwardPage(pageContext, { href: url, provider }));
}
