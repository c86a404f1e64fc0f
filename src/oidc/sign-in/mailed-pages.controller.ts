// The pages linked from mails, and the password reset outside a sign-in. Opening a link changes nothing, because mail scanners open links;
// only its form does.
import { Controller, Get, HttpStatus, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { EmailVerification } from '../../users/accounts/email-verification.service.js';
import { ACCOUNT_PATH, FORGOTTEN_PATH } from '../protocol/endpoints.js';
import { renderCodePage } from '../pages/sign-in/code.view.js';
import { renderDonePage } from '../pages/layout/done.view.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { CODE_PAGES } from '../mails/localized-mails.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageContext } from '../pages/layout/page.view.js';
import { WayBack } from './way-back.service.js';
import { PasswordResetPages, type ResetRequest } from './password-reset-pages.service.js';

const MAX_PROOF = 100;
/** The fields in a link or a form of these pages. */
interface Proof {
  id: string;
  code: string;
}

/** `wrong`: mistyped. `over`: from a link that was used or has expired, so typing the code again would not help. */
type CodeFault = 'wrong' | 'over';

@Controller()
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class MailedPagesController {
  constructor(
    private readonly pageContexts: PageContexts,
    private readonly passwordResetPages: PasswordResetPages,
    private readonly codeHolder: CodeHolder,
    private readonly emailVerification: EmailVerification,
    private readonly wayBack: WayBack,
  ) {}

  @Get(FORGOTTEN_PATH)
  async showForgotten(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.passwordResetPages.sendNamePage(await this.resetPlace(request, response), '');
  }

  @Post(FORGOTTEN_PATH)
  async submitForgotten(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.passwordResetPages.submitForm(await this.resetPlace(request, response));
  }

  @Get(CODE_PAGES.resetPassword)
  async showReset(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    const place = await this.resetPlace(request, response);
    const proof = proofOf(query);
    if (proof.id === '') this.passwordResetPages.sendNamePage(place, '');
    else await this.passwordResetPages.sendNewPasswordPage(place, { ...proof, loginName: '', isCarried: proof.code !== '' });
  }

  @Get(CODE_PAGES.verifyEmail)
  async showVerify(@Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    const proof = proofOf(query);
    if (proof.code === '') return this.sendVerify(response, await this.lookOf(request), proof);
    const holder = await this.codeHolder.proveCode(proof.id, 'verifyEmail', proof.code);
    if (!holder) return this.sendVerify(response, await this.lookOf(request), { ...proof, code: '' }, 'over');
    this.sendVerify(response, await this.lookOf(request, holder.organization.no), proof);
  }

  @Post(CODE_PAGES.verifyEmail)
  async submitVerify(@Req() request: Request, @Res() response: Response): Promise<void> {
    const proof = proofIn(request);
    if (languageInForm(request)) return this.sendVerify(response, await this.lookOf(request), { ...proof, code: '' });
    const holder = await this.codeHolder.proveCode(proof.id, 'verifyEmail', proof.code);
    const pageContext = await this.lookOf(request, holder?.organization.no);
    const { t } = pageContext.texts;
    const outcome = holder && (await this.emailVerification.finishVerification(proof.id, proof.code));
    if (outcome?.kind !== 'done') return this.sendVerify(response, pageContext, { ...proof, code: '' }, 'wrong');
    answerPage(response, renderDonePage(pageContext, { title: t('verify.doneTitle'), sentences: [t('verify.done')] }));
  }

  /** Both addresses lead through the same steps; the forms are posted to the first. */
  private async resetPlace(request: Request, response: Response): Promise<ResetRequest> {
    const left = await this.wayBack.readLeftSignIn(request);
    return {
      pageContext: await this.lookOf(request, left.client?.orgNo),
      request,
      response,
      action: FORGOTTEN_PATH,
      linkParameters: left.parameters,
      hidden: left.parameters,
      ...(left.client && { orgNo: left.client.orgNo }),
      lookOf: (orgNo) => this.lookOf(request, orgNo),
      send: (page, status) => answerPage(response, page, status),
      done: async (_loginName, orgNo) => {
        const pageContext = await this.lookOf(request, orgNo);
        const { t } = pageContext.texts;
        const wayOn = await this.wayBack.findWayBack(request, pageContext.texts, left);
        answerPage(response, renderDonePage(pageContext, { title: t('reset.doneTitle'), sentences: [t('reset.done')], wayOn }));
      },
    };
  }

  /** Uses the organization's look once the code is verified. Before that, a page must not reveal whose account it concerns. */
  private lookOf(request: Request, orgNo?: number): Promise<PageContext> {
    return this.pageContexts.contextFor(request, { orgNo });
  }

  private sendVerify(response: Response, pageContext: PageContext, { id, code }: Proof, fault?: CodeFault): void {
    const { t } = pageContext.texts;
    const page = renderCodePage(pageContext, {
      title: t('verify.title'),
      sentences: [t(fault === 'over' ? 'verify.over' : 'verify.what')],
      action: CODE_PAGES.verifyEmail,
      hidden: { id },
      submit: t('verify.submit'),
      ...(code !== '' && { code }),
      error: fault && t('code.wrong'),
      ways: waysAfter(pageContext, fault),
    });
    answerPage(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}

/** Most codes that are over have been used, so the account is ready. */
function waysAfter({ texts: { t } }: PageContext, fault: CodeFault | undefined): Array<{ label: string; href: string }> {
  return fault === 'over' ? [{ label: t('signedOut.account'), href: ACCOUNT_PATH }] : [];
}

function proofOf(query: Record<string, unknown>): Proof {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_PROOF) : '');
  return { id: text(query['id']), code: text(query['code']) };
}

function proofIn(request: Request): Proof {
  return { id: formField(request, 'id').slice(0, MAX_PROOF), code: formField(request, 'code').slice(0, MAX_PROOF) };
}
