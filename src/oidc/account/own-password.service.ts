// Changes the person's own password: after entering the current one again, or after another fresh check if there is none.
import { Injectable } from '@nestjs/common';
import { PasswordChange } from '../../users/accounts/password-change.service.js';
import { withoutRemembered, type Check } from '../../users/authentication/assurance/checks.js';
import { WeakPasswordError } from '../../users/authentication/passwords/password-rules.js';
import { PasswordChecks } from '../../users/accounts/password-checks.service.js';
import type { PasswordFault } from '../pages/account/account-credentials.view.js';
import { weakPasswordText } from '../pages/layout/fields.view.js';
import { duration, type Texts } from '../pages/texts/texts.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import type { AccountRequest } from './account-pages.service.js';

/** Why a password was not set. */
export interface Refusal {
  kind: 'refused';
  fault: PasswordFault;
}

/** `over`: another person has changed the account in the meantime. */
export type Chosen = { kind: 'done' | 'over' } | Refusal;

@Injectable()
export class OwnPassword {
  constructor(
    private readonly passwordChecks: PasswordChecks,
    private readonly passwordChange: PasswordChange,
    private readonly subjects: Subjects,
    private readonly browserSession: BrowserSession,
  ) {}

  /** Does the same as {@link choose}, for a person who enters the current password. */
  async change(
    texts: Texts,
    subject: LiveSubject,
    { current, chosen, address }: { current: string; chosen: string; address: string },
  ): Promise<Chosen> {
    return (await this.checkCurrentPassword(texts, subject, current, address)) ?? this.choose(texts, subject, chosen);
  }

  /** Sets a new password; every session and token of the person ends. Call after a fresh check. */
  async choose(texts: Texts, subject: LiveSubject, chosen: string): Promise<Chosen> {
    try {
      const outcome = await this.passwordChange.choose(subject, chosen);
      return outcome === 'same' ? refused('newPassword', texts.t('password.same')) : { kind: outcome };
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      return refused('newPassword', weakPasswordText(texts, error));
    }
  }

  /** Continues in this browser after a new password. @returns undefined if another change to the person happened since */
  async signInAgain({ request, response, subject }: AccountRequest, checks: readonly Check[]): Promise<LiveSession | undefined> {
    const after = await this.subjects.person(subject.userNo);
    if (after?.generation !== subject.generation + 1) return undefined;
    return this.browserSession.begin(request, response, after, withoutRemembered(checks));
  }

  /** A wrong password counts as an attempt even for a signed-in person, because another person may be using the browser. */
  private async checkCurrentPassword(texts: Texts, subject: LiveSubject, password: string, address: string): Promise<Refusal | undefined> {
    const verdict = await this.passwordChecks.check({ person: subject, name: undefined, password, address });
    if (verdict.kind === 'right') return undefined;
    const sentence =
      verdict.kind === 'wrong' ? texts.t('account.wrong') : texts.t('login.wait', { time: duration(texts, verdict.seconds) });
    return refused('currentPassword', sentence);
  }
}

function refused(field: PasswordFault['field'], sentence: string): Refusal {
  return { kind: 'refused', fault: { field, sentence } };
}
