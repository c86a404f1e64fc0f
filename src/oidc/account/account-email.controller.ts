// The account page for the mail address. Its owner can have a new password mailed, so a change requires a fresh check.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EmailChange } from '../../users/accounts/email-change.service.js';
import { renderAccountEmailPage, type EmailPageProps } from '../pages/account/account-credentials.view.js';
import { ACCOUNT_SUBJECTS } from '../pages/account/account-layout.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { renderCodePage } from '../pages/sign-in/code.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { FreshChecks } from './fresh-checks.service.js';
import { FreshProofs } from './fresh-proofs.service.js';

@Controller(ACCOUNT_SUBJECTS.email.path.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountEmailController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshChecks: FreshChecks,
    private readonly freshProofs: FreshProofs,
    private readonly emailChange: EmailChange,
    private readonly subjects: Subjects,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendPage(visit, {});
  }

  /** Handles both forms: the second returns the handle of the code. */
  @Post()
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { pageContext, subject } = visit;
    const [email, id] = [formField(request, 'email'), formField(request, 'id')];
    if (id !== '') return this.confirm(visit, id, email);
    const path = ACCOUNT_SUBJECTS.email.path;
    if (!(await this.freshChecks.pass(visit, { action: path, hidden: { email }, back: path, what: 'confirm.email' }))) return;
    try {
      this.sendCode(visit, await this.emailChange.requestChange(subject.userNo, email), email.trim());
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      await this.sendPage(visit, { status: HttpStatus.BAD_REQUEST }, { typed: email, error: pageContext.texts.t('register.emailError') });
    }
  }

  private async confirm(visit: AccountRequest, id: string, email: string): Promise<void> {
    const { request, pageContext, subject } = visit;
    if (languageInForm(request)) return this.sendCode(visit, id, email);
    const outcome = await this.emailChange.finishChange(subject.userNo, id, formField(request, 'code'));
    if (outcome === 'wrongCode') return this.sendCode(visit, id, email, pageContext.texts.t('code.wrong'));
    if (outcome === 'taken') {
      const error = pageContext.texts.t('account.emailTaken');
      return this.sendPage(visit, { status: HttpStatus.BAD_REQUEST }, { typed: email, error });
    }
    const after = (await this.subjects.person(subject.userNo)) ?? subject;
    await this.sendPage({ ...visit, subject: after }, { notice: pageContext.texts.t('account.emailDone') });
  }

  private async sendPage(visit: AccountRequest, said: Said, corrected: Pick<EmailPageProps, 'typed' | 'error'> = {}): Promise<void> {
    const asksPassword = await this.freshProofs.usesPassword(visit.subject);
    const emails = visit.subject.kind === 'person' ? visit.subject.person.emails : [];
    const primary = emails.find((email) => email.primary) ?? emails[0];
    const props = { email: primary?.value, emailVerified: primary?.verifiedBy !== undefined, asksPassword, ...corrected };
    this.accountPages.show(visit, said, (context, frame) => renderAccountEmailPage(context, frame, props));
  }

  private sendCode({ response, pageContext }: AccountRequest, id: string, email: string, error?: string): void {
    const { t } = pageContext.texts;
    const page = renderCodePage(pageContext, {
      title: t('account.emailSentTitle'),
      sentences: [t('account.emailSent', { email })],
      action: ACCOUNT_SUBJECTS.email.path,
      hidden: { id, email },
      submit: t('code.submit'),
      error,
      ways: [{ label: t('account.back'), href: ACCOUNT_PATH }],
    });
    answerPage(response, page, error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}
