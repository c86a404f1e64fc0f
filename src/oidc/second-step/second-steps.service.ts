// The steps from a first check to the completion of a sign-in: requests the checks that `Assurances` finds missing, one factor at a time.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { delayResponse } from '../../common/concurrency/delay-response.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { isOfDirectory, METHODS, withChecks, type Check } from '../../users/authentication/assurance/checks.js';
import type { Missing, Terms } from '../../users/authentication/assurance/still-missing.js';
import { Passwords } from '../../users/authentication/passwords/passwords.service.js';
import { networkOf } from '../../common/http/client-network.js';
import { renderGracePage } from '../pages/sign-in/grace.view.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { renderSecondStepPage } from '../pages/sign-in/second-step.view.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { FactorPages, type FactorOutcome, type FactorPage, type Step, type StepRequest } from './factor-pages.service.js';
import { readRememberedBrowser, rememberBrowser, setRememberedBrowser } from './remembered-browser.js';
import { StepStates } from './step-state.service.js';

const DAY_S = 86_400;
/** The form field with which a person sets up a factor that is not required yet. */
const SET_UP = 'setUp';

@Injectable()
export class SecondSteps {
  constructor(
    private readonly assurances: Assurances,
    private readonly passwords: Passwords,
    private readonly pages: FactorPages,
    private readonly states: StepStates,
    private readonly keyring: Keyring,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * Completes a sign-in, or asks for a missing check. Every way to sign in calls this with the checks passed.
   * @param checks all checks that count for this person in this browser: those of the session, if any, and those passed now
   * @param read the terms of the person, if this request has just read them
   */
  async goOn(place: StepRequest, subject: LiveSubject, checks: readonly Check[], read?: Terms): Promise<void> {
    const terms = read ?? (await this.assurances.termsOf(subject));
    const known = await this.withRemembered(place, subject, checks, terms);
    const { missing, mustChange } = await this.judge(place, subject, known, terms);
    if (!missing) return (await this.announceGrace(place, subject, checks, terms)) ? undefined : place.finish(subject, known, mustChange);
    if (missing.kind === 'first') return place.signInAgain();
    if (missing.kind === 'unmet') return place.refuse();
    const state = await this.states.seal(place.name, subject, checks);
    const step = { place: await asReadBy(place, subject), subject, checks, state };
    const pages = this.pages.of(missing.factors).filter(({ enrol }) => missing.kind === 'second' || enrol);
    const [first] = pages;
    if (!first) return place.refuse();
    await this.show(step, first, pages, missing.kind === 'enrol');
  }

  /** Handles every form of the second step. */
  async submit(anyones: StepRequest): Promise<void> {
    const { request } = anyones;
    const state = formField(request, 'state');
    const proven = await this.states.open(anyones.name, state);
    if (!proven) return anyones.signInAgain(anyones.pageContext.texts.t('change.over'));
    const place = await asReadBy(anyones, proven.subject);
    const step: Step = { place, ...proven, state };
    const terms = await this.assurances.termsOf(step.subject);
    const early = formField(request, SET_UP) === '' ? undefined : terms.grace;
    const demand = early ? { ...place.demand, levels: [early.level], isEssential: true } : place.demand;
    const known = await this.withRemembered(place, step.subject, step.checks, terms);
    const { missing } = await this.judge({ ...place, demand }, step.subject, known, terms);
    if (!missing && terms.grace && languageInForm(request)) return this.showGrace(step, terms.grace.endsUs);
    // Another form may have been faster, or the policy has changed.
    if (missing?.kind !== 'second' && missing?.kind !== 'enrol') return this.goOn(place, step.subject, step.checks);
    const isEnrolment = missing.kind === 'enrol';
    const pages = this.pages.of(missing.factors).filter(({ enrol }) => !isEnrolment || enrol);
    const chosen = pages.find(({ kind }) => kind === formField(request, 'factor')) ?? (early && pages[0]);
    if (!chosen) return this.goOn(place, step.subject, step.checks);
    if (formField(request, 'answer') === '' || languageInForm(request)) return this.show(step, chosen, pages, isEnrolment);
    const outcome = await (isEnrolment && chosen.enrol ? chosen.enrol : chosen).check(step);
    if (outcome.kind === 'next') return this.show(step, chosen, pages, isEnrolment);
    if (outcome.kind === 'wrong') return this.showAgain(step, chosen, pages, isEnrolment, outcome);
    if (formField(request, 'remember') !== '' && !isEnrolment && mayRemember(step)) await this.remember(step);
    const checks = withChecks(step.checks, outcome.checks);
    const { codes = [] } = outcome;
    if (codes.length === 0) return this.goOn(place, step.subject, checks);
    const hidden = { ...place.hidden, state: await this.states.seal(place.name, step.subject, checks) };
    place.send(renderRecoveryCodesPage(place.pageContext, { codes, action: place.action, hidden }));
  }

  /**
   * The missing checks, including those for a due new password: choosing one requires the checks of a sign-in, passed in this same sign-in.
   */
  private async judge(
    { demand, isSignIn }: StepRequest,
    { userNo }: LiveSubject,
    checks: readonly Check[],
    terms: Terms,
  ): Promise<{ missing: Missing | undefined; mustChange: boolean }> {
    const missing = this.assurances.missingOf(terms, checks, demand);
    const mustChange = !missing && isSignIn === true && !restsOnDirectory(checks) && (await this.passwords.isChangeRequired(userNo));
    return { missing: mustChange ? this.assurances.missingOf(terms, checks, { isForChange: true }) : missing, mustChange };
  }

  /**
   * Tells a person, once a day, from which date a second factor is required, with a button that sets one up.
   * @returns whether the notice applied; the response has been sent then
   */
  private async announceGrace(place: StepRequest, subject: LiveSubject, checks: readonly Check[], terms: Terms): Promise<boolean> {
    const { grace, allowed } = terms;
    if (!place.isSignIn || !grace || !this.pages.of(allowed).some(({ enrol }) => enrol)) return false;
    if (!(await this.assurances.mayTellGrace(subject.userNo))) return false;
    const state = await this.states.seal(place.name, subject, checks);
    this.showGrace({ place: await asReadBy(place, subject), state }, grace.endsUs);
    return true;
  }

  private showGrace({ place, state }: Pick<Step, 'place' | 'state'>, endsUs: number): void {
    const { action, hidden, pageContext } = place;
    place.send(renderGracePage(pageContext, { action, hidden: { ...hidden, state }, setUp: SET_UP, endsUs }));
  }

  private async show(step: Step, page: FactorPage, pages: readonly FactorPage[], isEnrolment: boolean, error?: string): Promise<void> {
    const { place, subject, state } = step;
    const asked = await (isEnrolment && page.enrol ? page.enrol : page).ask(step, error);
    const isEarly = isEnrolment && formField(place.request, SET_UP) !== '';
    const rememberDays = mayRemember(step) ? (await this.assurances.termsOf(subject)).lives.browser / DAY_S : 0;
    const html = renderSecondStepPage(place.pageContext, {
      ...(isEnrolment ? { title: 'second.enrolTitle', why: 'second.enrolWhy' } : { title: 'second.title' }),
      loginName: subject.loginName,
      action: place.action,
      kept: { ...place.hidden, state, ...(isEarly && { [SET_UP]: '1' }) },
      ...(isEarly && { later: { ...place.hidden, state } }),
      hidden: asked.hidden,
      factor: page.kind,
      asked,
      error,
      rememberDays: isEnrolment || asked.submit === undefined ? 0 : rememberDays,
      ways: pages.filter((one) => one !== page).map(({ kind, label }) => ({ kind, label })),
    });
    place.send(html, error === undefined ? HttpStatus.OK : HttpStatus.UNAUTHORIZED);
  }

  private async showAgain(
    step: Step,
    page: FactorPage,
    pages: readonly FactorPage[],
    isEnrolment: boolean,
    { sentence, waitSeconds }: Extract<FactorOutcome, { kind: 'wrong' }>,
  ): Promise<void> {
    const { request, response } = step.place;
    if (waitSeconds !== undefined) {
      await delayResponse(networkOf(request.ip ?? ''));
      response.setHeader('Retry-After', waitSeconds);
    }
    await this.show(step, page, pages, isEnrolment, sentence);
  }

  /** Adds the earlier check of a second factor that this remembered browser proves. */
  private async withRemembered(
    { request }: StepRequest,
    subject: LiveSubject,
    checks: readonly Check[],
    terms: Terms,
  ): Promise<readonly Check[]> {
    if (terms.lives.browser === 0 || !checks.some(({ method }) => METHODS[method].isFirst)) return checks;
    const who = { subject, factorGeneration: terms.generation };
    const at = await readRememberedBrowser(this.keyring, request, this.settings.publicUrl, who);
    return at === undefined ? checks : withChecks(checks, [{ method: 'browser', at, generation: terms.generation }]);
  }

  private async remember({ place: { request, response }, subject }: Step): Promise<void> {
    const { lives, generation } = await this.assurances.termsOf(subject);
    if (lives.browser === 0) return;
    const value = await rememberBrowser(this.keyring, request, this.settings.publicUrl, {
      subject,
      factorGeneration: generation,
      at: this.assurances.now(),
    });
    setRememberedBrowser(response, value, this.settings.publicUrl, lives.browser / DAY_S);
  }
}

/**
 * A remembered browser replaces a second factor later. So the first factor must have been passed in this same sign-in, not in a session.
 */
function mayRemember({ checks }: Step): boolean {
  return checks.some(({ method, isFresh }) => isFresh && METHODS[method].isFirst);
}

/** Whether only an identity provider has identified the person in this sign-in. It must not get a password, which would outlive its connection. */
function restsOnDirectory(checks: readonly Check[]): boolean {
  const firsts = checks.filter(({ method, isFresh }) => isFresh && METHODS[method].isFirst);
  return checks.some(({ method }) => isOfDirectory(method)) && firsts.every(({ method }) => isOfDirectory(method));
}

async function asReadBy(place: StepRequest, subject: LiveSubject): Promise<StepRequest> {
  return { ...place, pageContext: await place.contextFor(subject) };
}
