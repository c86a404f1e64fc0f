// The completion of a sign-in to an application, by any way. First come the missing checks, then a due new password or the offer of a
// passkey, then the application.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { delayResponse } from '../../common/concurrency/delay-response.js';
import { DomainError, SOON_SECONDS } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { networkOf } from '../../common/http/client-network.js';
import { duration } from '../pages/texts/texts.js';
import type { SignInResult } from './password-sign-in.service.js';
import { setTrustedBrowser } from '../sessions/trusted-browser-cookie.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks, type Check, type CheckMethod } from '../../users/authentication/assurance/checks.js';
import type { Terms } from '../../users/authentication/assurance/still-missing.js';
import { Interactions } from '../provider/interactions.service.js';
import type { StepRequest } from '../second-step/factor-pages.service.js';
import { SecondSteps } from '../second-step/second-steps.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { LoginPage } from './login-page.service.js';
import { PasskeyOffers } from './passkey-offers.service.js';
import { PasswordPages, type ChangeForm } from './password-pages.service.js';
import { AccountConnections } from './account-connections.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

/** What the following page needs to know of the attempt. */
export interface Tried {
  loginName: string;
  refused: string;
  method: CheckMethod;
}

@Injectable()
export class SignInEnds {
  constructor(
    private readonly interactions: Interactions,
    private readonly secondSteps: SecondSteps,
    private readonly assurances: Assurances,
    private readonly passwordPages: PasswordPages,
    private readonly passkeyOffers: PasskeyOffers,
    private readonly loginPage: LoginPage,
    private readonly connections: AccountConnections,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Continues after an attempt with a password or a passkey, whatever its result. */
  async goOnAfter(visit: SignInRequest, result: SignInResult | { kind: 'busy' }, { loginName, refused, method }: Tried): Promise<void> {
    const { texts } = visit.pageContext;
    switch (result.kind) {
      case 'ok':
        setTrustedBrowser(visit.response, result.trustedBrowser, this.settings.publicUrl);
        return this.passed(visit, result.subject, method);
      case 'refused':
        return this.loginPage.send(visit, { loginName, error: refused, status: HttpStatus.UNAUTHORIZED });
      case 'mustWait':
        await delayResponse(networkOf(visit.request.ip ?? ''));
        visit.response.setHeader('Retry-After', result.seconds);
        return this.loginPage.send(visit, {
          loginName,
          error: texts.t('login.wait', { time: duration(texts, result.seconds) }),
          status: HttpStatus.TOO_MANY_REQUESTS,
        });
      case 'busy':
        visit.response.setHeader('Retry-After', SOON_SECONDS);
        return this.loginPage.send(visit, { loginName, error: texts.t('login.busy'), status: HttpStatus.SERVICE_UNAVAILABLE });
    }
  }

  /** A person has just passed a first check. */
  passed(visit: SignInRequest, subject: LiveSubject, method: CheckMethod): Promise<void> {
    return this.passedCheck(visit, subject, freshCheck(method, this.assurances.now()));
  }

  /**
   * A person has passed a first check. Earlier checks of the same person in this browser count too, if they are still valid.
   * @param terms of the person, if this request has just read them
   */
  async passedCheck(visit: SignInRequest, subject: LiveSubject, check: Check, terms?: Terms): Promise<void> {
    const { named, loginHint = '' } = visit.pending;
    if (named && named.userId !== subject.userId) {
      if (!named.subject) return this.refuseNamed(visit);
      const error = visit.pageContext.texts.t('login.otherPerson');
      return this.loginPage.send(visit, { loginName: named.isHinted ? loginHint : '', error, status: HttpStatus.UNAUTHORIZED });
    }
    await this.secondSteps.goOn(
      this.placeOf(visit, check.provider),
      subject,
      withChecks(this.earlierChecks(visit, subject), [check]),
      terms,
    );
  }

  /** The application accepts only one person, who can't sign in, so no page could help. */
  async refuseNamed({ request, response }: SignInRequest): Promise<void> {
    await this.interactions.denyAccess(request, response, 'The user that the request names cannot sign in.', 'login_required');
  }

  /**
   * Asks a signed-in person for the missing checks, if the session is enough to identify the person.
   * @returns false if the person has to sign in first
   */
  async stepUp(visit: SignInRequest): Promise<boolean> {
    const { account, named, demand } = visit.pending;
    if (!account || (named && named.userId !== account.userId)) return false;
    const checks = this.earlierChecks(visit, account);
    const missing = await this.assurances.missing(account, checks, demand);
    if (!missing || missing.kind === 'first') return false;
    await this.secondSteps.goOn(this.placeOf(visit), account, checks);
    return true;
  }

  /** Handles every form of the second step. */
  submitSecondStep(visit: SignInRequest): Promise<void> {
    return this.secondSteps.submit(this.placeOf(visit));
  }

  /** Continues after the last check; the library refuses insufficient checks. @param judged the provider that this request has judged */
  async finish(visit: SignInRequest, subject: LiveSubject, checks: readonly Check[], judged?: string): Promise<void> {
    if (await this.connections.ask(visit, { subject, checks })) return;
    await this.complete(visit, subject, checks, judged);
  }

  /** Handles the answer to the question whether to connect accounts. */
  async submitConnection(visit: SignInRequest): Promise<void> {
    const proven = await this.connections.submit(visit);
    if (proven === 'late')
      return this.loginPage.send(visit, { loginName: '', error: visit.pageContext.texts.t('change.over'), status: HttpStatus.GONE });
    if (proven) await this.complete(visit, proven.subject, proven.checks);
  }

  private async complete(visit: SignInRequest, subject: LiveSubject, checks: readonly Check[], judged?: string): Promise<void> {
    const standing = await this.connections.withoutLost(visit.orgNo, { subject, checks }, judged);
    await this.interactions.finish(visit.request, visit.response, subject, standing);
  }

  private earlierChecks({ pending }: SignInRequest, { userNo }: LiveSubject): readonly Check[] {
    return pending.sessions.find(({ subject }) => subject.userNo === userNo)?.checks ?? [];
  }

  private placeOf(visit: SignInRequest, judged?: string): StepRequest {
    const { uid, pageContext, request, response, send, pending } = visit;
    return {
      name: uid,
      pageContext,
      contextFor: visit.contextFor,
      browser: () => pending.binding,
      request,
      response,
      demand: pending.demand,
      action: visit.at('second'),
      isSignIn: true,
      send,
      finish: async (subject, checks, mustChange) => {
        const page = mustChange
          ? await this.passwordPages.changePage(changePlaceOf(visit), subject, checks)
          : await this.passkeyOffers.pageIfDue(visit, subject, checks);
        if (page === undefined) await this.finish(visit, subject, checks, judged);
        else visit.send(page);
      },
      signInAgain: (error) =>
        this.loginPage.send(visit, {
          loginName: pending.loginHint ?? '',
          ...(error !== undefined && { error, status: HttpStatus.GONE }),
        }),
      refuse: async () => {
        await this.interactions.denyAccess(request, response, 'The requested acr cannot be met.', 'unmet_authentication_requirements');
      },
    };
  }
}

/** The step for a new password within a sign-in. */
export function changePlaceOf({ uid, request, contextFor, at }: SignInRequest): ChangeForm {
  return { name: uid, request, action: at('password'), contextFor };
}

/** Converts the error that too many checks are waiting. */
export function busyOrThrow(error: unknown): { kind: 'busy' } {
  if (error instanceof DomainError && error.kind === 'busy') return { kind: 'busy' };
  throw error;
}
