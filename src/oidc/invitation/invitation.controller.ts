// Accepting an invitation, with a password or a passkey. The person is signed in then, and goes on to the application of the invitation.
import { Controller, Get, HttpStatus, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { PasswordInvitation } from '../../users/accounts/password-invitation.service.js';
import { WeakPasswordError } from '../../users/authentication/passwords/password-rules.js';
import { CODE_PAGES } from '../mails/localized-mails.service.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { weakPasswordText } from '../pages/layout/fields.view.js';
import { ACCOUNT_PATH, INVITED_PATH } from '../protocol/endpoints.js';
import { InvitationPages, type Proof } from './invitation-pages.service.js';
import { InvitationWays } from './invitation-ways.service.js';
import { InvitationSignIn } from './invitation-sign-in.service.js';

const MAX_PROOF = 100;

@Controller()
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class InvitationController {
  constructor(
    private readonly pages: InvitationPages,
    private readonly signIn: InvitationSignIn,
    private readonly codeHolder: CodeHolder,
    private readonly passwordInvitation: PasswordInvitation,
    private readonly ways: InvitationWays,
  ) {}

  @Get(CODE_PAGES.invitation)
  async show(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_PROOF) : '');
    await this.pages.sendInvitation(request, response, { id: text(query['id']), code: text(query['code']) });
  }

  @Post(CODE_PAGES.invitation)
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [proof, chosen] = [proofIn(request), formField(request, 'newPassword')];
    if (formField(request, 'credential') !== '') return this.acceptWithPasskey(request, response, proof);
    if (chosen === '') return this.pages.sendInvitation(request, response, proof, {}, 'wrong');
    const plain = await this.pages.lookOf(request);
    try {
      const outcome = await this.passwordInvitation.finish(proof.id, proof.code, chosen);
      if (outcome.kind === 'notAllowed') return await this.pages.sendInvitation(request, response, proof);
      if (outcome.kind !== 'done') return this.pages.sendCodePage(response, plain, proof, 'over');
      await this.goOn(request, response, outcome.userNo, chosen);
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      await this.pages.sendInvitation(request, response, proof, { fault: weakPasswordText(plain.texts, error) });
    }
  }

  /** For a person who is signed in to this browser: the page after the forms, which a reload does not send again. */
  @Get(INVITED_PATH)
  async showDone(@Req() request: Request, @Res() response: Response): Promise<void> {
    const subject = await this.signIn.findSignedIn(request, response);
    if (subject) return this.pages.sendDone(request, response, { ...subject, isSignedIn: true });
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
  }

  /** The form below the recovery codes. */
  @Post(INVITED_PATH)
  leaveCodes(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, INVITED_PATH);
  }

  private async goOn(request: Request, response: Response, userNo: number, password: string): Promise<void> {
    const subject = await this.signIn.find(userNo);
    if (!subject) return response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_PATH);
    const pageContext = await this.pages.lookOf(request, subject.orgNo);
    if (await this.signIn.withPassword(request, response, pageContext, subject, password)) return;
    await this.pages.sendDone(request, response, { ...subject, isSignedIn: false });
  }

  private async acceptWithPasskey(request: Request, response: Response, proof: Proof): Promise<void> {
    const { t } = (await this.pages.lookOf(request)).texts;
    const found = await this.codeHolder.proveCode(proof.id, 'invitation', proof.code);
    if (!found) return this.pages.sendInvitation(request, response, proof);
    const outcome = await this.ways.accept(proof, found, formField(request, 'credential'));
    if (outcome.kind !== 'done') {
      const faults = { known: 'passkey.knownElsewhere', notAccepted: 'passkey.notAccepted', wrongCode: 'code.wrong' } as const;
      return this.pages.sendInvitation(request, response, proof, { error: t(faults[outcome.kind]) });
    }
    const subject = await this.signIn.find(found.person.no);
    const isSignedIn = subject !== undefined && (await this.signIn.withPasskey(request, response, subject, outcome.passkey));
    if (outcome.codes.length > 0) {
      const pageContext = await this.pages.lookOf(request, found.organization.no);
      const page = renderRecoveryCodesPage(pageContext, { codes: outcome.codes, action: INVITED_PATH, hidden: {} });
      return answerPage(response, page);
    }
    const { person, organization, loginName } = found;
    await this.pages.sendDone(request, response, { userNo: person.no, orgNo: organization.no, loginName, isSignedIn });
  }
}

function proofIn(request: Request): Proof {
  return { id: formField(request, 'id').slice(0, MAX_PROOF), code: formField(request, 'code').slice(0, MAX_PROOF) };
}
