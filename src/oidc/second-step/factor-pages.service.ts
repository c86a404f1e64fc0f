// The second factors with a page in a sign-in. Each kind registers its part; `SecondSteps` provides the frame around it.
import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import type { Check, FactorKind } from '../../users/authentication/assurance/checks.js';
import type { FactorVerdict } from '../../users/accounts/factors/factor-checks.service.js';
import type { FactorOwner } from '../../users/accounts/factors/factors.service.js';
import type { Demand } from '../../users/authentication/assurance/still-missing.js';
import type { PageForm } from '../pages/layout/page-request.js';
import { duration, type TextKey, type Texts } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

/** A form of the second step, in a sign-in to an application or to the account page, and how the sign-in continues. */
export interface StepRequest extends PageForm {
  /** A digest that identifies this browser: responses of authenticators are valid in no other browser. */
  browser(): string;
  /** The assurance that the application requests. */
  demand: Demand;
  /** Whether this is a sign-in. After a sign-in, people are told about coming requirements. */
  isSignIn?: boolean;
  /** Continues: all checks are passed. @param mustChange whether a new password must be chosen first */
  finish(subject: LiveSubject, checks: readonly Check[], mustChange: boolean): Promise<void>;
  /** Starts over at the login page. */
  signInAgain(error?: string): Promise<void>;
  /** Called if the requested assurance can't be reached. */
  refuse(): Promise<void>;
}

/** A person between the first and the second factor. */
export interface Step {
  place: StepRequest;
  subject: LiveSubject;
  /** The checks passed so far. */
  checks: readonly Check[];
  /** The same checks, sealed, for the next form. */
  state: string;
  /** The permission to set up a factor where no check gives it; see `FactorOwner`. */
  usePermission?: FactorOwner['usePermission'];
}

/** The content of a kind within the form of the step. Without `submit`, the form has no button of its own. */
export interface AskedFactor {
  sentence: string;
  content?: VNode;
  submit?: string;
  /** Hidden fields of the form. */
  hidden?: Readonly<Record<string, string>>;
}

/**
 * `right` has as `codes` the recovery codes created with it. `wrong` has as `sentence` the text for the person; with `waitSeconds`, nothing
 * was compared. `next` shows the page of the kind again, to continue there.
 */
export type FactorOutcome =
  | { kind: 'right'; checks: readonly Check[]; codes?: readonly string[] }
  | { kind: 'wrong'; sentence: string; waitSeconds?: number }
  | { kind: 'next' };

/** The outcome of a factor's check for its page. @param wrong the text shown after a wrong answer */
export function outcomeOf(texts: Texts, verdict: FactorVerdict, passed: Check, wrong: TextKey): FactorOutcome {
  if (verdict.kind === 'right') return { kind: 'right', checks: [passed] };
  if (verdict.kind === 'wrong') return { kind: 'wrong', sentence: texts.t(wrong) };
  return { kind: 'wrong', sentence: texts.t('login.wait', { time: duration(texts, verdict.seconds) }), waitSeconds: verdict.seconds };
}

/** The part of one kind of factor. */
export interface FactorPage {
  kind: FactorKind;
  /** Its name in the list of factors to choose from. */
  label: TextKey;
  ask(step: Step, error: string | undefined): Promise<AskedFactor>;
  /** Reads the form of {@link ask}. */
  check(step: Step): Promise<FactorOutcome>;
  /**
   * The page on which a person who must have this factor sets it up, and its form. If absent, the factor can't be set up during a sign-in.
   */
  enrol?: { ask(step: Step, error: string | undefined): Promise<AskedFactor>; check(step: Step): Promise<FactorOutcome> };
}

/** In the order in which they are offered. */
const ORDER: readonly FactorKind[] = ['passkey', 'securityKey', 'totp', 'sms', 'mail', 'recovery'];

@Injectable()
export class FactorPages {
  private readonly pages = new Map<FactorKind, FactorPage>();

  /** Called at startup by the owner of a kind. */
  register(page: FactorPage): void {
    this.pages.set(page.kind, page);
  }

  /** The pages of these kinds, in the order in which they are offered. */
  of(kinds: readonly FactorKind[]): FactorPage[] {
    return ORDER.filter((kind) => kinds.includes(kind)).flatMap((kind) => this.pages.get(kind) ?? []);
  }
}
