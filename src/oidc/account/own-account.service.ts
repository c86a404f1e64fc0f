// Changing one’s own password, after entering the current one again.
import { Injectable } from '@nestjs/common';
import { PasswordChange } from '../../users/accounts/password-change.service.js';
import { WeakPasswordError } from '../../users/passwords/password-rules.js';
import { PasswordChecks } from '../../users/accounts/password-checks.service.js';
import { weakPasswordText } from '../pages/fields.view.js';
import { duration, type Texts } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/subjects.service.js';

/** Why a change was not made. */
export interface Refusal {
  kind: 'refused';
  sentence: string;
}

@Injectable()
export class OwnAccount {
  constructor(
    private readonly passwordChecks: PasswordChecks,
    private readonly passwordChange: PasswordChange,
  ) {}

  /** Sets a new password; every session and token of the person ends. `over`: the account was changed by somebody else meanwhile. */
  async changePassword(
    texts: Texts,
    subject: LiveSubject,
    { current, chosen, address }: { current: string; chosen: string; address: string },
  ): Promise<{ kind: 'done' | 'over' } | Refusal> {
    const refusal = await this.checkCurrentPassword(texts, subject, current, address);
    if (refusal) return refusal;
    try {
      const outcome = await this.passwordChange.choose(subject, chosen);
      return outcome === 'same' ? { kind: 'refused', sentence: texts.t('password.same') } : { kind: outcome };
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      return { kind: 'refused', sentence: weakPasswordText(texts, error) };
    }
  }

  /** A wrong password counts as an attempt even for somebody signed in: another person may be using the browser. */
  private async checkCurrentPassword(texts: Texts, subject: LiveSubject, password: string, address: string): Promise<Refusal | undefined> {
    const verdict = await this.passwordChecks.check({ person: subject, name: undefined, password, address });
    if (verdict.kind === 'right') return undefined;
    const sentence =
      verdict.kind === 'wrong' ? texts.t('account.wrong') : texts.t('login.wait', { time: duration(texts, verdict.seconds) });
    return { kind: 'refused', sentence };
  }
}
