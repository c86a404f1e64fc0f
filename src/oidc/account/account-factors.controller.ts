// The person's second factors: sets up and removes the authenticator app, and creates recovery codes. Each change requires a fresh check.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks } from '../../users/authentication/assurance/checks.js';
import { Factors } from '../../users/accounts/factors/factors.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { TotpFactors } from '../../users/accounts/factors/totp-factors.service.js';
import { FACTORS_PATH, renderFactorSetupPage, renderFactorsPage } from '../pages/account/account-factors.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { CodeFactorPages, TOTP_FAULTS } from '../second-step/code-factor-pages.service.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { FreshChecks } from './fresh-checks.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountFactorsController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshChecks: FreshChecks,
    private readonly factors: Factors,
    private readonly totp: TotpFactors,
    private readonly recovery: RecoveryCodes,
    private readonly factorPages: CodeFactorPages,
    private readonly assurances: Assurances,
    private readonly browserSession: BrowserSession,
  ) {}

  @Get('second-step')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendList(visit, {});
  }

  /** Handles the buttons of the page and the code of a new app; `action` says which. */
  @Post('second-step')
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const [action, id] = [formField(request, 'action'), formField(request, 'id')];
    // This form is sent only after a fresh check.
    if (action === 'confirm') return this.confirm(visit);
    if (action === 'add') return this.add(visit);
    if (action !== 'remove' && action !== 'renew') return this.sendList(visit, {});
    const hidden = { action, ...(id !== '' && { id }) };
    if (!(await this.freshChecks.pass(visit, { action: FACTORS_PATH, hidden, back: FACTORS_PATH }))) return;
    await (action === 'remove' ? this.remove(visit, id) : this.renew(visit));
  }

  private async add(visit: AccountRequest): Promise<void> {
    if (!(await this.freshChecks.pass(visit, { action: FACTORS_PATH, hidden: { action: 'add' }, back: FACTORS_PATH }))) return;
    const { allowed } = await this.assurances.termsOf(visit.subject);
    await (allowed.includes('totp') ? this.sendSetup(visit, '') : this.sendList(visit, {}));
  }

  private async confirm(visit: AccountRequest): Promise<void> {
    const { request, response, pageContext, subject } = visit;
    const setup = formField(request, 'setup');
    // A secret is sent only after a fresh check. If it has expired, a new check is required.
    if ((await this.totp.readSetup(subject.userNo, setup)) === undefined) return this.add(visit);
    if (languageInForm(request)) return this.sendSetup(visit, setup);
    const outcome = await this.totp.confirm(subject, setup, formField(request, 'code'));
    if (outcome !== 'done') return this.sendSetup(visit, setup, pageContext.texts.t(TOTP_FAULTS[outcome]));
    // The session continues with the check just passed; the app's code can't be used a second time.
    const checks = withChecks(visit.checks, [freshCheck('totp', this.assurances.now())]);
    const begun = await this.browserSession.begin(request, response, subject, checks);
    const codes = await this.recovery.makeFirst(subject);
    if (codes.length === 0) return this.sendList({ ...visit, ...begun }, { notice: pageContext.texts.t('totp.done') });
    this.sendCodes(visit, codes);
  }

  private async remove(visit: AccountRequest, id: string): Promise<void> {
    const { t } = visit.pageContext.texts;
    const isPhone = (await this.factors.list(visit.subject.userNo)).some((one) => one.id === id && one.kind === 'sms');
    try {
      // Succeeds also if the factor is already gone: the outcome is the same.
      await this.factors.removeOwn(visit.subject, id);
      await this.sendList(visit, { notice: t(isPhone ? 'sms.doneRemoved' : 'totp.doneRemoved') });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'factors.lastRequired') throw error;
      await this.sendList(visit, { error: t('factors.lastRequired') });
    }
  }

  private async renew(visit: AccountRequest): Promise<void> {
    const { subject } = visit;
    const others = (await this.factors.list(subject.userNo)).some(({ kind }) => kind !== 'recovery');
    const codes = others ? await this.recovery.renew(subject) : undefined;
    if (!codes) return this.sendList(visit, {});
    this.sendCodes(visit, codes);
  }

  private sendCodes({ response, pageContext }: AccountRequest, codes: readonly string[]): void {
    answerPage(response, renderRecoveryCodesPage(pageContext, { codes, action: FACTORS_PATH, hidden: {} }));
  }

  private async sendSetup(visit: AccountRequest, setup: string, error?: string): Promise<void> {
    const { pageContext, subject } = visit;
    const asked = await this.factorPages.setup(pageContext.texts, subject, setup, error);
    const hidden = { ...asked.hidden, action: 'confirm' };
    const props = {
      title: 'totp.title',
      action: FACTORS_PATH,
      sentence: asked.sentence,
      content: asked.content,
      submit: asked.submit ?? '',
      hidden,
      error,
    } as const;
    const said: Said = error === undefined ? {} : { status: HttpStatus.BAD_REQUEST };
    this.accountPages.show(visit, said, (context, frame) => renderFactorSetupPage(context, frame, props));
  }

  private async sendList(visit: AccountRequest, { notice, error }: { notice?: string; error?: string }): Promise<void> {
    const own = await this.factors.list(visit.subject.userNo);
    const { allowed } = await this.assurances.termsOf(visit.subject);
    const props = {
      app: own.find(({ kind }) => kind === 'totp'),
      codes: own.find(({ kind }) => kind === 'recovery'),
      phone: own.find(({ kind }) => kind === 'sms'),
      mayAddPhone: allowed.includes('sms'),
      mayAdd: allowed.includes('totp'),
      mayRenew: own.some(({ kind }) => kind !== 'recovery'),
      error,
    };
    const said: Said = { ...(notice !== undefined && { notice }), ...(error !== undefined && { status: HttpStatus.BAD_REQUEST }) };
    this.accountPages.show(visit, said, (context, frame) => renderFactorsPage(context, frame, props));
  }
}
