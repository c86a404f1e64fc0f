// A forgotten password, step by step, beside a sign-in or on its own: the name, the code from the mail, the new password.
import { HttpStatus, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { WeakPasswordError } from '../../users/passwords/password-rules.js';
import { PasswordReset } from '../../users/accounts/password-reset.service.js';
import { Policies } from '../../users/policies/policies.service.js';
import { renderCodePage } from '../pages/code.view.js';
import { brokenText } from '../pages/fields.view.js';
import { renderForgottenPage } from '../pages/forgotten.view.js';
import { renderNewPasswordPage } from '../pages/new-password.view.js';
import { field } from '../pages/page-errors.service.js';
import type { PageContext } from '../pages/page.view.js';

/** Where the steps are taken. */
export interface ResetPlace {
  frame: PageContext;
  request: Request;
  /** Where every form of the steps goes; its GET asks for the name. */
  action: string;
  /** Whose people are meant first. */
  orgNo?: number;
  back?: string;
  send(page: string, status?: HttpStatus): void;
  /** Goes on when the password is set. */
  done(loginName: string): void | Promise<void>;
}

/** What the person has shown so far. */
interface Proof {
  id: string;
  code: string;
  loginName: string;
}

@Injectable()
export class PasswordResetPages {
  constructor(
    private readonly reset: PasswordReset,
    private readonly holder: CodeHolder,
    private readonly policies: Policies,
  ) {}

  ask({ frame, action, back, send }: ResetPlace, loginName: string): void {
    send(renderForgottenPage(frame, { action, loginName, back }));
  }

  /** Whichever form was sent. */
  async submit(place: ResetPlace): Promise<void> {
    const { request } = place;
    const [id, loginName, chosen] = [field(request, 'id'), field(request, 'loginName'), field(request, 'newPassword')];
    if (id === '') return this.request(place, loginName);
    const proof = { id, code: field(request, 'code'), loginName };
    return chosen === '' ? this.prove(place, proof) : this.finish(place, proof, chosen);
  }

  /** Asks for the new password if the code is right. Uses nothing up: programs that look into mails open links too. */
  async prove(place: ResetPlace, proof: Proof, fault?: string): Promise<void> {
    const { frame, action, send } = place;
    const { t } = frame.texts;
    const found = await this.holder.prove(proof.id, 'resetPassword', proof.code);
    if (!found) return this.sendCode(place, proof, t('code.wrong'));
    const loginName = `${found.person.userName}@${found.organization.primaryDomain}`;
    const page = renderNewPasswordPage(frame, {
      title: t('reset.title'),
      what: t('reset.what'),
      action,
      hidden: { id: proof.id, code: proof.code, loginName: proof.loginName || loginName },
      submit: t('reset.submit'),
      loginName,
      policy: await this.policies.get(found.organization.no, 'password'),
      fault,
    });
    send(page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  /** The answer is the same whether the name is somebody's or not. */
  private async request(place: ResetPlace, loginName: string): Promise<void> {
    const id = await this.reset.request(loginName, place.request.ip ?? '', place.orgNo);
    this.sendCode(place, { id, loginName });
  }

  private async finish(place: ResetPlace, proof: Proof, chosen: string): Promise<void> {
    const { texts } = place.frame;
    try {
      const outcome = await this.reset.finish(proof.id, proof.code, chosen);
      if (outcome.kind === 'done') return await place.done(proof.loginName);
      this.sendCode(place, proof, texts.t('code.wrong'));
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      await this.prove(place, proof, brokenText(texts, error.broken, error.policy));
    }
  }

  private sendCode({ frame, action, send }: ResetPlace, { id, loginName }: Omit<Proof, 'code'>, fault?: string): void {
    const { t } = frame.texts;
    const page = renderCodePage(frame, {
      title: t('forgotten.sentTitle'),
      sentences: [t('forgotten.sent')],
      action,
      hidden: { id, loginName },
      submit: t('code.submit'),
      fault,
      ways: [{ label: t('forgotten.again'), href: action }],
    });
    send(page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}
