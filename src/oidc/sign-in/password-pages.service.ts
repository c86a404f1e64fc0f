// The step between a correct password and the end of a sign-in for people who must change it. The browser keeps the sealed proof,
// valid for ten minutes, for this sign-in and for the person's current generation.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { WeakPasswordError } from '../../users/passwords/password-rules.js';
import { PasswordChange } from '../../users/accounts/password-change.service.js';
import { Passwords } from '../../users/passwords/passwords.service.js';
import { Policies } from '../../users/policies/policies.service.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.service.js';
import { brokenRulesText } from '../pages/fields.view.js';
import { renderNewPasswordPage } from '../pages/new-password.view.js';
import type { PageContext } from '../pages/page.view.js';

const LIFETIME_US = 600_000_000;

/** A password was right, and is to be changed. */
interface Proven {
  /** The sign-in it was right for. */
  place: string;
  userNo: number;
  generation: number;
  organizationGeneration: number;
  untilUs: number;
}

/** `again`: the page to show; `over`: the person must sign in again. */
export type PasswordStep = { kind: 'done'; subject: LiveSubject } | { kind: 'again'; page: string } | { kind: 'over' };

@Injectable()
export class PasswordPages {
  constructor(
    private readonly passwords: Passwords,
    private readonly passwordChange: PasswordChange,
    private readonly policies: Policies,
    private readonly subjects: Subjects,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /**
   * After a correct password: the page that asks for a new one, or undefined if none is needed.
   * @param place the sign-in; the page is good for no other @param action where its form goes
   */
  async pageIfChangeRequired(pageContext: PageContext, subject: LiveSubject, place: string, action: string): Promise<string | undefined> {
    if (!(await this.passwords.isChangeRequired(subject.userNo))) return undefined;
    const { userNo, generation, organizationGeneration } = subject;
    const proven: Proven = { place, userNo, generation, organizationGeneration, untilUs: this.clock.nowUs() + LIFETIME_US };
    return this.renderChangePage(pageContext, subject, this.keyring.seal('password-change', Buffer.from(JSON.stringify(proven))), action);
  }

  /** Takes the form of that page. @throws DomainError `busy` */
  async submitNewPassword(pageContext: PageContext, place: string, action: string, sealed: string, chosen: string): Promise<PasswordStep> {
    const subject = await this.unsealSubject(sealed, place);
    if (!subject) return { kind: 'over' };
    const choice = await this.choosePassword(pageContext, subject, chosen);
    if (choice === 'over') return { kind: 'over' };
    if (choice !== 'done') return { kind: 'again', page: await this.renderChangePage(pageContext, subject, sealed, action, choice.error) };
    const after = await this.subjects.person(subject.userNo);
    // The password that was chosen just now, and not one that came after it.
    return after?.generation === subject.generation + 1 ? { kind: 'done', subject: after } : { kind: 'over' };
  }

  private async choosePassword(
    pageContext: PageContext,
    subject: LiveSubject,
    chosen: string,
  ): Promise<'done' | 'over' | { error: string }> {
    try {
      const outcome = await this.passwordChange.choose(subject, chosen);
      return outcome === 'same' ? { error: pageContext.texts.t('password.same') } : outcome;
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      return { error: brokenRulesText(pageContext.texts, error.broken, error.policy) };
    }
  }

  private async unsealSubject(sealed: string, place: string): Promise<LiveSubject | undefined> {
    const content = await this.keyring.open('password-change', sealed);
    const proven = content && (JSON.parse(content.toString()) as Proven);
    if (!proven || proven.place !== place || proven.untilUs <= this.clock.nowUs()) return undefined;
    const subject = await this.subjects.person(proven.userNo);
    const same = subject?.generation === proven.generation && subject.organizationGeneration === proven.organizationGeneration;
    return same ? subject : undefined;
  }

  private async renderChangePage(
    pageContext: PageContext,
    subject: LiveSubject,
    sealed: string,
    action: string,
    error?: string,
  ): Promise<string> {
    const { t } = pageContext.texts;
    return renderNewPasswordPage(pageContext, {
      title: t('change.title'),
      what: t('change.what'),
      action,
      hidden: { state: sealed },
      submit: t('reset.submit'),
      loginName: subject.loginName,
      policy: await this.policies.effectivePolicy(subject.orgNo, 'password'),
      error,
    });
  }
}
