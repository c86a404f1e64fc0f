// The offer of a passkey between a sign-in with a password and the application. It is one page, shown if the device's script says it can
// store a passkey, until the person adds a passkey or chooses "not now".
import { HttpStatus, Injectable } from '@nestjs/common';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks, type Check } from '../../users/authentication/assurance/checks.js';
import { OwnPasskeys } from '../../users/accounts/factors/own-passkeys.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { Ceremonies } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { PersonPolicies } from '../../users/authentication/assurance/person-policies.service.js';
import { PASSKEY_DEVICE, renderNewPasskeyPage } from '../pages/layout/passkey.view.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { TextKey } from '../pages/texts/texts.js';
import { newKeyHolder } from '../second-step/new-key-holder.js';
import { ADD_FAULTS } from '../second-step/passkey-factor-pages.service.js';
import { StepStates } from '../second-step/step-state.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import type { LastStep } from './password-pages.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

/** The field of the form below recovery codes. */
const NOTED = 'noted';

@Injectable()
export class PasskeyOffers {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly ownPasskeys: OwnPasskeys,
    private readonly recovery: RecoveryCodes,
    private readonly policies: PersonPolicies,
    private readonly assurances: Assurances,
    private readonly states: StepStates,
  ) {}

  /** The page for a person who has passed all checks. @returns undefined if nothing is to be offered */
  async pageIfDue(visit: SignInRequest, subject: LiveSubject, checks: readonly Check[]): Promise<string | undefined> {
    const isDue =
      formField(visit.request, PASSKEY_DEVICE) === '1' &&
      this.ceremonies.isAvailable &&
      visit.choices.ways.includes('passkey') &&
      (await this.mayAdd(subject, checks)) &&
      (await this.isWanted(subject)) &&
      !(await this.ownPasskeys.isOfferOver(subject.userNo)) &&
      // A person who may not use the application sees that message next, so an offer would be pointless.
      (await visit.reasonAgainst(subject)) === undefined;
    return isDue ? this.render(visit, subject, await this.states.seal(stateOf(visit.uid), subject, checks)) : undefined;
  }

  /** Handles the forms of that page: the authenticator's response or "not now", and then the form of the recovery codes. */
  async submit(visit: SignInRequest): Promise<LastStep> {
    const { request, uid } = visit;
    const state = formField(request, 'state');
    const proven = await this.states.open(stateOf(uid), state);
    if (!proven) return { kind: 'over' };
    const { subject, checks } = proven;
    const answer = formField(request, 'credential');
    const isForLanguage = languageInForm(request) !== undefined;
    if (!isForLanguage && formField(request, NOTED) !== '') return { kind: 'done', subject, checks };
    if (!isForLanguage && answer === '') {
      await this.ownPasskeys.declineOffer(subject.userNo);
      return { kind: 'done', subject, checks };
    }
    // Each display of the page issues a challenge; none restarts the time since the checks.
    if (!(await this.mayAdd(subject, checks))) return { kind: 'over' };
    if (isForLanguage) return { kind: 'again', page: await this.render(visit, subject, state), status: HttpStatus.OK };
    const passkey = await this.ceremonies.verifyCreation(this.placeOf(visit), answer, subject.userNo, 'passkey');
    const outcome = passkey && (await this.ownPasskeys.add(subject, passkey));
    if (outcome === 'done') return this.goOn(visit, subject, withChecks(checks, [freshCheck('passkey', this.assurances.now())]));
    const error = outcome ? ADD_FAULTS[outcome] : 'passkey.notAccepted';
    return { kind: 'again', page: await this.render(visit, subject, state, error), status: HttpStatus.BAD_REQUEST };
  }

  /** Continues with the recovery codes for the new passkey, if there are any. */
  private async goOn(visit: SignInRequest, subject: LiveSubject, checks: readonly Check[]): Promise<LastStep> {
    const codes = await this.recovery.makeFirst(subject);
    if (codes.length === 0) return { kind: 'done', subject, checks };
    const hidden = { state: await this.states.seal(stateOf(visit.uid), subject, checks), [NOTED]: '1' };
    const page = renderRecoveryCodesPage(await visit.contextFor(subject), { codes, action: visit.at('offer'), hidden });
    return { kind: 'again', page, status: HttpStatus.OK };
  }

  private async render(visit: SignInRequest, subject: LiveSubject, state: string, error?: TextKey): Promise<string> {
    const pageContext = await visit.contextFor(subject);
    const { t } = pageContext.texts;
    const [action, hidden] = [visit.at('offer'), { state }];
    return renderNewPasskeyPage(pageContext, {
      title: t('offer.title'),
      what: t('offer.what'),
      submit: t('passkey.create'),
      action,
      options: (await this.ceremonies.creationOptions(this.placeOf(visit), newKeyHolder(subject), 'passkey')) ?? {},
      hidden,
      again: { action, hidden },
      later: t('offer.later'),
      error: error && t(error),
      ways: [],
    });
  }

  private async isWanted(subject: LiveSubject): Promise<boolean> {
    const { passkeys, offerPasskeys } = await this.policies.of('assurance', subject);
    return passkeys !== 'off' && offerPasskeys;
  }

  /** A passkey outlives the session. Adding one requires the password, and the second factor if there is one, in this same sign-in. */
  private async mayAdd(subject: LiveSubject, checks: readonly Check[]): Promise<boolean> {
    const hasTyped = checks.some(({ method, isFresh }) => method === 'pwd' && isFresh);
    return hasTyped && (await this.assurances.missing(subject, checks, { isForChange: true })) === undefined;
  }

  private placeOf({ pending, uid }: SignInRequest): ChallengeScope {
    return { purpose: 'add', browser: pending.binding, at: stateOf(uid) };
  }
}

/** The state of an earlier step can't be used to add a passkey, because it is made for another step. */
function stateOf(uid: string): string {
  return `${uid} offer`;
}
