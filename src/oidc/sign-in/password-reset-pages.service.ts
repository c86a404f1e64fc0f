// The steps of a password reset, during a sign-in or on its own: the name, the mailed code, the new password.
import { HttpStatus, Injectable } from '@nestjs/common';
import { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { WeakPasswordError } from '../../users/authentication/passwords/password-rules.js';
import { PasswordReset } from '../../users/accounts/password-reset.service.js';
import { PasswordResetRequest } from '../../users/accounts/password-reset-request.service.js';
import { PersonPolicies } from '../../users/authentication/assurance/person-policies.service.js';
import { renderCodePage } from '../pages/sign-in/code.view.js';
import { weakPasswordText } from '../pages/layout/fields.view.js';
import { renderForgottenPage } from '../pages/sign-in/forgotten-password.view.js';
import { renderNewPasswordPage } from '../pages/sign-in/new-password.view.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { PageRequest } from '../pages/layout/page-request.js';
import type { PageContext } from '../pages/layout/page.view.js';

/** A request to one of the steps, and how the reset continues. */
export interface ResetRequest extends PageRequest {
  /** The address to which every form of the steps is posted. Its GET asks for the name, and reads `hidden` from its query. */
  action: string;
  /** The organization whose people are searched first. */
  orgNo?: number;
  back?: string;
  /** The parameters of the mailed link besides the code. */
  linkParameters: Readonly<Record<string, string>>;
  /** Hidden fields of every form. */
  hidden?: Readonly<Record<string, string>>;
  /** The context in the look of the organization whose person entered the mailed code. */
  lookOf(orgNo: number): Promise<PageContext>;
  /** Continues once the password is set. */
  done(loginName: string, orgNo: number): void | Promise<void>;
}

/** What the person has entered so far. */
interface Proof {
  id: string;
  code: string;
  loginName: string;
  /** The code was not typed just now: a link brought it, or it was correct a moment ago. */
  isCarried?: boolean;
}

@Injectable()
export class PasswordResetPages {
  constructor(
    private readonly passwordReset: PasswordReset,
    private readonly passwordResetRequest: PasswordResetRequest,
    private readonly codeHolder: CodeHolder,
    private readonly policies: PersonPolicies,
  ) {}

  sendNamePage({ pageContext, action, hidden, back, send }: ResetRequest, loginName: string): void {
    send(renderForgottenPage(pageContext, { action, hidden, loginName, back }));
  }

  /** Handles the form of any step. */
  async submitForm(place: ResetRequest): Promise<void> {
    const { request } = place;
    const [id, loginName, chosen] = [formField(request, 'id'), formField(request, 'loginName'), formField(request, 'newPassword')];
    if (id === '') return this.requestCode(place, loginName);
    const proof = { id, code: formField(request, 'code'), loginName };
    if (languageInForm(request) && proof.code === '') return this.sendCodePage(place, proof);
    return chosen === '' ? this.sendNewPasswordPage(place, proof) : this.setNewPassword(place, proof, chosen);
  }

  /** Asks for the new password if the code is right. Consumes nothing, because mail scanners open links. */
  async sendNewPasswordPage(place: ResetRequest, proof: Proof, fault?: string): Promise<void> {
    const { action, hidden, send } = place;
    const { t } = place.pageContext.texts;
    const found = await this.codeHolder.proveCode(proof.id, 'resetPassword', proof.code);
    if (!found) return this.sendCodePage(place, proof, t('code.wrong'));
    const { loginName } = found;
    const page = renderNewPasswordPage(await place.lookOf(found.organization.no), {
      title: t('reset.title'),
      what: t('reset.what'),
      action,
      hidden: { ...hidden, id: proof.id, code: proof.code, loginName: proof.loginName || loginName },
      submit: t('reset.submit'),
      loginName,
      policy: await this.policies.passwordRulesOf({ userNo: found.person.no, orgNo: found.organization.no }),
      fault,
    });
    send(page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  /** The response is the same whether or not the name exists. */
  private async requestCode(place: ResetRequest, loginName: string): Promise<void> {
    const id = await this.passwordResetRequest.requestReset(loginName, place.request.ip ?? '', place.orgNo, place.linkParameters);
    this.sendCodePage(place, { id, loginName });
  }

  private async setNewPassword(place: ResetRequest, proof: Proof, chosen: string): Promise<void> {
    const { texts } = place.pageContext;
    try {
      const outcome = await this.passwordReset.finishReset(proof.id, proof.code, chosen);
      if (outcome.kind === 'done') return await place.done(proof.loginName, outcome.orgNo);
      this.sendCodePage(place, { ...proof, isCarried: true }, texts.t('code.wrong'));
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      await this.sendNewPasswordPage(place, proof, weakPasswordText(texts, error));
    }
  }

  private sendCodePage({ pageContext, action, hidden, send }: ResetRequest, proof: Omit<Proof, 'code'>, error?: string): void {
    const { t } = pageContext.texts;
    const { id, loginName, isCarried = false } = proof;
    const page = renderCodePage(pageContext, {
      title: t(isCarried ? 'reset.title' : 'forgotten.sentTitle'),
      sentences: isCarried ? [] : [t('forgotten.sent')],
      action,
      hidden: { ...hidden, id, loginName },
      submit: t('code.submit'),
      error,
      ways: [{ label: t('forgotten.again'), href: addressOf(action, hidden) }],
    });
    send(page, error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}

function addressOf(action: string, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? action : `${action}?${query}`;
}
