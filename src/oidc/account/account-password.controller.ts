// The page of the account for the password.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/assurance/assurance.service.js';
import { withChecks } from '../../users/assurance/checks.js';
import { Policies } from '../../users/policies/policies.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { renderAccountPasswordPage } from '../pages/account-credentials.view.js';
import { formField } from '../pages/own-forms.middleware.js';
import { PageErrors } from '../pages/page-errors.filter.js';
import { Subjects } from '../tokens/subjects.service.js';
import { AccountEntry } from './account-entry.service.js';
import { AccountPages, type AccountVisit, type Said } from './account-pages.service.js';
import { OwnAccount } from './own-account.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountPasswordController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly entry: AccountEntry,
    private readonly assurances: Assurances,
    private readonly browserSession: BrowserSession,
    private readonly ownAccount: OwnAccount,
    private readonly subjects: Subjects,
    private readonly policies: Policies,
  ) {}

  @Get('password')
  async showPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendPassword(visit, {});
  }

  @Post('password')
  async submitPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { pageContext, subject } = visit;
    const typed = { current: formField(request, 'currentPassword'), chosen: formField(request, 'newPassword'), address: request.ip ?? '' };
    const outcome = await this.ownAccount.changePassword(pageContext.texts, subject, typed);
    if (outcome.kind === 'refused') return this.sendPassword(visit, { status: HttpStatus.BAD_REQUEST }, outcome.sentence);
    const after = await this.subjects.person(subject.userNo);
    // Every session has ended by now; the person has just entered the password in this browser.
    if (outcome.kind === 'over' || after?.generation !== subject.generation + 1) {
      const error = pageContext.texts.t('change.over');
      return this.entry.sendSignIn(response, pageContext, { loginName: subject.loginName, error, status: HttpStatus.GONE });
    }
    const checks = withChecks(visit.checks, [{ method: 'pwd', at: this.assurances.now() }]);
    const begun = await this.browserSession.begin(request, response, after, checks);
    await this.sendPassword({ ...visit, ...begun }, { notice: pageContext.texts.t('account.passwordDone') });
  }

  private async sendPassword(visit: AccountVisit, said: Said, error?: string): Promise<void> {
    const policy = await this.policies.passwordPolicy(visit.subject.orgNo);
    this.accountPages.show(visit, said, (context, frame) => renderAccountPasswordPage(context, frame, { policy, error }));
  }
}
