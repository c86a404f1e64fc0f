// Which second factors have a page in a sign-in. Each kind registers its part; the frame around it is that of `SecondSteps`.
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import type { Check, FactorKind } from '../../users/assurance/checks.js';
import type { FactorVerdict } from '../../users/factors/factor-checks.service.js';
import type { FactorOwner } from '../../users/factors/factors.service.js';
import type { Demand } from '../../users/assurance/still-missing.js';
import type { PageContext } from '../pages/page.view.js';
import { duration, type TextKey, type Texts } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/subjects.service.js';

/** Where somebody signs in: to an application, or to the account page. */
export interface StepPlace {
  /** The sign-in's uid, or `account`: what was proven here counts nowhere else. */
  name: string;
  pageContext: PageContext;
  /** The same for somebody who has just shown who it is. */
  contextFor(subject: LiveSubject): Promise<PageContext>;
  /** What only this browser knows, as a digest: the answers of authenticators are good in no other. */
  browser(): string;
  request: Request;
  response: Response;
  /** What the application asks for. */
  demand: Demand;
  /** Where the forms of the second step go. */
  action: string;
  /** Goes along with each of them. */
  hidden?: Readonly<Record<string, string>>;
  /** Whether this is a sign-in, after which people are told what will be asked of them. */
  isSignIn?: boolean;
  send(page: string, status?: number): void;
  /** Goes on: nothing is missing any more. @param mustChange whether a new password is to be chosen first */
  finish(subject: LiveSubject, checks: readonly Check[], mustChange: boolean): Promise<void>;
  /** Starts over at the log-in page. */
  signInAgain(error?: string): Promise<void>;
  /** What is asked for cannot be had. */
  refuse(): Promise<void>;
}

/** Somebody on the way from the first factor to the second. */
export interface Step {
  place: StepPlace;
  subject: LiveSubject;
  /** What has been proven so far. */
  checks: readonly Check[];
  /** The same, sealed, for the next form. */
  state: string;
  /** What allows to set one up, where no check does; see `FactorOwner`. */
  permit?: FactorOwner['permit'];
}

/** What a kind shows within the form of the step. Without `submit` the form has no button of its own. */
export interface AskedFactor {
  sentence: string;
  content?: VNode;
  submit?: string;
  /** Goes along with the form. */
  hidden?: Readonly<Record<string, string>>;
}

/**
 * `codes`: recovery codes that were made with it. `sentence` tells the person what to do; `waitSeconds`: nothing was compared.
 * `next`: so far so good; the page of the kind is shown again, and goes on.
 */
export type FactorOutcome =
  | { kind: 'right'; checks: readonly Check[]; codes?: readonly string[] }
  | { kind: 'wrong'; sentence: string; waitSeconds?: number }
  | { kind: 'next' };

/** What a check of a factor says to its page. @param wrong what people read when it was not right */
export function outcomeOf(texts: Texts, verdict: FactorVerdict, passed: Check, wrong: TextKey): FactorOutcome {
  if (verdict.kind === 'right') return { kind: 'right', checks: [passed] };
  if (verdict.kind === 'wrong') return { kind: 'wrong', sentence: texts.t(wrong) };
  return { kind: 'wrong', sentence: texts.t('login.wait', { time: duration(texts, verdict.seconds) }), waitSeconds: verdict.seconds };
}

/** The part of one kind of factor. */
export interface FactorPage {
  kind: FactorKind;
  /** How it is called where the person chooses one. */
  label: TextKey;
  ask(step: Step, error: string | undefined): Promise<AskedFactor>;
  /** Reads the form of {@link ask}. */
  check(step: Step): Promise<FactorOutcome>;
  /** The page on which somebody who must have one sets it up, and its form; absent: it cannot be set up during a sign-in. */
  enrol?: { ask(step: Step, error: string | undefined): Promise<AskedFactor>; check(step: Step): Promise<FactorOutcome> };
}

/** The first is offered first. */
const ORDER: readonly FactorKind[] = ['passkey', 'securityKey', 'totp', 'sms', 'mail', 'recovery'];

@Injectable()
export class FactorPages {
  private readonly pages = new Map<FactorKind, FactorPage>();

  /** Called at start by the room that owns a kind. */
  register(page: FactorPage): void {
    this.pages.set(page.kind, page);
  }

  /** Those of some kinds that have a page, the one to offer first in front. */
  of(kinds: readonly FactorKind[]): FactorPage[] {
    return ORDER.filter((kind) => kinds.includes(kind)).flatMap((kind) => this.pages.get(kind) ?? []);
  }
}
