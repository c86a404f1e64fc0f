// The password or passkey with which a person confirms their identity before a credential changes.
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PasskeyChecks } from '../../users/accounts/passkey-checks.service.js';
import { PasswordChecks } from '../../users/accounts/password-checks.service.js';
import { freshCheck, type Check } from '../../users/authentication/assurance/checks.js';
import { Ceremonies } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { Passwords } from '../../users/authentication/passwords/passwords.service.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { OwnPasskeys } from '../../users/accounts/factors/own-passkeys.service.js';
import { DIRECTORY_FIELD, renderConfirmPage, type ConfirmProps } from '../pages/account/confirm.view.js';
import { FORGOTTEN_PATH } from '../protocol/endpoints.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { duration } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import type { AccountRequest } from './account-pages.service.js';

/**
 * `action`: the address of the form; `hidden`: its hidden fields; `back`: the address of the link back; `what`: the change to confirm;
 * `submit`: its button.
 */
export type AskingForm = Pick<ConfirmProps, 'action' | 'hidden' | 'back' | 'error'> &
  Partial<Pick<ConfirmProps, 'what' | 'submit' | 'directories'>>;

/** The person asked, and the page. */
export type Asked = Pick<AccountRequest, 'request' | 'pageContext' | 'subject'>;

@Injectable()
export class FreshProofs {
  constructor(
    private readonly passwordChecks: PasswordChecks,
    private readonly passkeyChecks: PasskeyChecks,
    private readonly ceremonies: Ceremonies,
    private readonly passwords: Passwords,
    private readonly ownPasskeys: OwnPasskeys,
    private readonly assurances: Assurances,
  ) {}

  /** The page that asks for the check. @param scope as for {@link check} */
  async page({ pageContext, subject }: Asked, scope: ChallengeScope, form: AskingForm): Promise<string> {
    const keys = (await this.ownPasskeys.list(subject.userNo)).filter(({ passwordless }) => passwordless);
    return renderConfirmPage(pageContext, {
      directories: [],
      ...form,
      what: form.what ?? 'confirm.what',
      submit: form.submit ?? 'confirm.submit',
      loginName: (await this.usesPassword(subject)) ? subject.loginName : undefined,
      options: keys.length > 0 ? await this.ceremonies.requestOptions(scope, { userNo: subject.userNo, use: 'passkey' }) : undefined,
      forgotten: FORGOTTEN_PATH,
    });
  }

  /** Whether the person has a password that can be used to sign in. */
  async usesPassword(subject: LiveSubject): Promise<boolean> {
    return (await this.assurances.termsOf(subject)).passwordAllowed && this.passwords.isSet(subject.userNo);
  }

  /** @returns the passed check, or the error; undefined if nothing was tried */
  async check({ request, pageContext, subject }: Asked, scope: ChallengeScope): Promise<{ check: Check } | { error: string } | undefined> {
    if (!['currentPassword', 'credential'].some((name) => formField(request, name) !== '')) return undefined;
    const { texts } = pageContext;
    const [password, answer, address] = [formField(request, 'currentPassword'), formField(request, 'credential'), request.ip ?? ''];
    const byPasskey = answer !== '';
    // A password counts only if it can be used to sign in.
    if (password !== '' && !(await this.usesPassword(subject))) return { error: texts.t('account.wrong') };
    const verdict = byPasskey
      ? await this.passkeyChecks.check({
          scope,
          answer,
          passkey: await this.ceremonies.findClaimed(answer),
          person: subject,
          asked: { userNo: subject.userNo, use: 'passkey' },
          address,
        })
      : await this.passwordChecks.check({ person: subject, name: undefined, password, address });
    if (verdict.kind === 'right') return { check: freshCheck(byPasskey ? 'passkey' : 'pwd', this.assurances.now()) };
    if (verdict.kind === 'mustWait') return { error: texts.t('login.wait', { time: duration(texts, verdict.seconds) }) };
    return { error: texts.t(byPasskey ? 'passkey.refused' : 'account.wrong') };
  }
}

/** Whether a form contains a password, a passkey's response, an identity provider or a state. */
export function isTry(request: Request): boolean {
  return ['currentPassword', 'credential', DIRECTORY_FIELD, 'state'].some((name) => formField(request, name) !== '');
}
