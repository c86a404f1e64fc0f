// The pages that links in mails lead to, and the forgotten password on its own. Opening a link changes nothing; only the form does,
// because programs that look into mails open links as well.
import { Controller, Get, HttpStatus, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { WeakPasswordError } from '../../users/passwords/password-rules.js';
import { EmailVerification } from '../../users/accounts/email-verification.service.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import { Policies } from '../../users/policies/policies.service.js';
import { ACCOUNT_PATH, FORGOTTEN_PATH } from '../protocol/endpoints.js';
import { renderCodePage } from '../pages/code.view.js';
import { renderDonePage } from '../pages/done.view.js';
import { brokenText } from '../pages/fields.view.js';
import { PageContexts } from '../pages/page-context.service.js';
import { CODE_PAGES } from '../mails/localized-mails.service.js';
import { renderNewPasswordPage } from '../pages/new-password.view.js';
import { field, PageErrors } from '../pages/page-errors.service.js';
import { pageHeaders, type PageContext } from '../pages/page.view.js';
import { PasswordResetPages, type ResetPlace } from './password-reset-pages.service.js';

const MAX_PROOF = 100;

/** What a link or a form of these pages carries. */
interface Proof {
  id: string;
  code: string;
}

@Controller()
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class MailedPagesController {
  constructor(
    private readonly frames: PageContexts,
    private readonly reset: PasswordResetPages,
    private readonly holder: CodeHolder,
    private readonly invitation: Invitation,
    private readonly verification: EmailVerification,
    private readonly policies: Policies,
  ) {}

  @Get(FORGOTTEN_PATH)
  async showForgotten(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.reset.ask(await this.resetPlace(request, response), '');
  }

  @Post(FORGOTTEN_PATH)
  async submitForgotten(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.reset.submit(await this.resetPlace(request, response));
  }

  @Get(CODE_PAGES.resetPassword)
  async showReset(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    const place = await this.resetPlace(request, response);
    const proof = proofOf(query);
    if (proof.id === '') this.reset.ask(place, '');
    else await this.reset.prove(place, { ...proof, loginName: '' });
  }

  @Get(CODE_PAGES.verifyEmail)
  async showVerify(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.sendVerify(response, await this.frames.for(request), proofOf(query));
  }

  @Post(CODE_PAGES.verifyEmail)
  async submitVerify(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [frame, proof] = [await this.frames.for(request), proofIn(request)];
    const { t } = frame.texts;
    const outcome = await this.verification.finish(proof.id, proof.code);
    if (outcome.kind !== 'done') return this.sendVerify(response, frame, { ...proof, code: '' }, t('code.wrong'));
    send(response, renderDonePage(frame, { title: t('verify.doneTitle'), sentences: [t('verify.done')] }));
  }

  @Get(CODE_PAGES.invitation)
  async showInvitation(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendInvitation(response, await this.frames.for(request), proofOf(query));
  }

  @Post(CODE_PAGES.invitation)
  async submitInvitation(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [frame, proof, chosen] = [await this.frames.for(request), proofIn(request), field(request, 'newPassword')];
    const { texts } = frame;
    if (chosen === '') return this.sendInvitation(response, frame, proof);
    try {
      const outcome = await this.invitation.finish(proof.id, proof.code, chosen);
      if (outcome.kind !== 'done') return this.sendInvitationCode(response, frame, proof, texts.t('code.wrong'));
      const sentences = [texts.t('invitation.done', { loginName: field(request, 'username') })];
      const wayOn = { label: texts.t('done.account'), href: ACCOUNT_PATH };
      send(response, renderDonePage(frame, { title: texts.t('invitation.doneTitle'), sentences, wayOn }));
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      await this.sendInvitation(response, frame, proof, brokenText(texts, error.broken, error.policy));
    }
  }

  /** Both addresses lead through the same steps; the forms go to the first. */
  private async resetPlace(request: Request, response: Response): Promise<ResetPlace> {
    const frame = await this.frames.for(request);
    const { t } = frame.texts;
    const wayOn = { label: t('done.account'), href: ACCOUNT_PATH };
    return {
      frame,
      request,
      action: FORGOTTEN_PATH,
      send: (page, status) => send(response, page, status),
      done: () => send(response, renderDonePage(frame, { title: t('reset.doneTitle'), sentences: [t('reset.done')], wayOn })),
    };
  }

  private sendVerify(response: Response, frame: PageContext, { id, code }: Proof, fault?: string): void {
    const { t } = frame.texts;
    const page = renderCodePage(frame, {
      title: t('verify.title'),
      sentences: [t('verify.what')],
      action: CODE_PAGES.verifyEmail,
      hidden: { id },
      submit: t('verify.submit'),
      code,
      fault,
      ways: [],
    });
    send(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  private async sendInvitation(response: Response, frame: PageContext, proof: Proof, fault?: string): Promise<void> {
    const { t } = frame.texts;
    const found = await this.holder.prove(proof.id, 'invitation', proof.code);
    if (!found) return this.sendInvitationCode(response, frame, proof, proof.code === '' ? undefined : t('code.wrong'));
    const loginName = `${found.person.userName}@${found.organization.primaryDomain}`;
    const page = renderNewPasswordPage(frame, {
      title: t('invitation.title'),
      what: t('invitation.what', { loginName }),
      action: CODE_PAGES.invitation,
      hidden: { ...proof },
      submit: t('reset.submit'),
      loginName,
      policy: await this.policies.get(found.organization.no, 'password'),
      fault,
    });
    send(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  private sendInvitationCode(response: Response, frame: PageContext, { id }: Proof, fault?: string): void {
    const { t } = frame.texts;
    const page = renderCodePage(frame, {
      title: t('invitation.title'),
      sentences: [t('invitation.code')],
      action: CODE_PAGES.invitation,
      hidden: { id },
      submit: t('code.submit'),
      fault,
      ways: [],
    });
    send(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}

function proofOf(query: Record<string, unknown>): Proof {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_PROOF) : '');
  return { id: text(query['id']), code: text(query['code']) };
}

function proofIn(request: Request): Proof {
  return { id: field(request, 'id').slice(0, MAX_PROOF), code: field(request, 'code').slice(0, MAX_PROOF) };
}

function send(response: Response, page: string, status = HttpStatus.OK): void {
  response.status(status).set(pageHeaders()).send(page);
}
