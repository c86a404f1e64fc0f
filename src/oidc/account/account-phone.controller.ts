// The person's phone for codes by text message: set up after a fresh check, and verified by a code.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { withChecks } from '../../users/authentication/assurance/checks.js';
import { FACTORS_PATH, PHONE_PATH, renderFactorSetupPage } from '../pages/account/account-factors.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { SmsFactorPages } from '../second-step/sms-factor-pages.service.js';
import { StepStates } from '../second-step/step-state.service.js';
import { AccountPages, type AccountRequest } from './account-pages.service.js';
import { FreshChecks } from './fresh-checks.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountPhoneController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshChecks: FreshChecks,
    private readonly smsPages: SmsFactorPages,
    private readonly assurances: Assurances,
    private readonly states: StepStates,
    private readonly browserSession: BrowserSession,
  ) {}

  /** The target of a form's response in another language, or for another try. */
  @Get('phone')
  redirectToList(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, FACTORS_PATH);
  }

  /**
   * Handles the button of the list, the number, and the code sent to it. The forms for the number and the code are sent only after a fresh
   * check.
   */
  @Post('phone')
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { allowed } = await this.assurances.termsOf(visit.subject);
    if (!allowed.includes('sms')) return response.redirect(HttpStatus.SEE_OTHER, FACTORS_PATH);
    const fresh = formField(request, 'fresh');
    const proven = await this.states.open(placeOf(visit), fresh);
    if (proven?.subject.userNo === visit.subject.userNo)
      return languageInForm(request) ? this.sendSetup(visit, fresh) : this.setUp(visit, fresh);
    if (await this.freshChecks.pass(visit, { action: PHONE_PATH, hidden: { action: 'add' }, back: FACTORS_PATH }))
      await this.sendSetup(visit, await this.states.seal(placeOf(visit), visit.subject, visit.checks));
  }

  private async setUp(visit: AccountRequest, fresh: string): Promise<void> {
    const outcome = await this.smsPages.setUp({ place: visit, subject: visit.subject });
    if (outcome.kind === 'wrong') return this.sendSetup(visit, fresh, outcome.sentence);
    if (outcome.kind === 'next') return this.sendSetup(visit, fresh);
    const { codes = [], checks } = outcome;
    // The session continues with the checks just passed.
    await this.browserSession.begin(visit.request, visit.response, visit.subject, withChecks(visit.checks, checks));
    if (codes.length === 0) return visit.response.redirect(HttpStatus.SEE_OTHER, FACTORS_PATH);
    answerPage(visit.response, renderRecoveryCodesPage(visit.pageContext, { codes, action: FACTORS_PATH, hidden: {} }));
  }

  /** @param fresh the state issued after the check: its ten minutes do not restart with each form */
  private async sendSetup(visit: AccountRequest, fresh: string, error?: string): Promise<void> {
    const { pageContext, subject, request } = visit;
    const given = { phone: formField(request, 'phone'), handle: formField(request, 'handle') };
    const { sentence, content, submit = '', hidden } = await this.smsPages.setup(pageContext.texts, subject, given, error);
    const props = { title: 'sms.title', action: PHONE_PATH, sentence, content, submit, hidden: { ...hidden, fresh }, error } as const;
    const said = error === undefined ? {} : { status: HttpStatus.BAD_REQUEST };
    this.accountPages.show(visit, said, (context, frame) => renderFactorSetupPage(context, frame, props));
  }
}

/** A fresh check in one session is valid in no other. */
const placeOf = ({ uid }: AccountRequest) => `phone ${uid}`;
