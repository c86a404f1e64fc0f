// The account page for the password. It is changed with the current password, or chosen after a fresh check if a sign-in requires more or
// there is no password.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks, type Check } from '../../users/authentication/assurance/checks.js';
import { PersonPolicies } from '../../users/authentication/assurance/person-policies.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { PASSWORD_PATH, renderAccountPasswordPage, type PasswordFault } from '../pages/account/account-credentials.view.js';
import { ACCOUNT_SUBJECTS } from '../pages/account/account-layout.view.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import type { TextKey } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { StepStates } from '../second-step/step-state.service.js';
import { AccountEntry } from './account-entry.service.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { FreshChecks } from './fresh-checks.service.js';
import { FreshProofs } from './fresh-proofs.service.js';
import { OwnPassword, type Chosen } from './own-password.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountPasswordController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly entry: AccountEntry,
    private readonly assurances: Assurances,
    private readonly freshChecks: FreshChecks,
    private readonly freshProofs: FreshProofs,
    private readonly states: StepStates,
    private readonly ownPassword: OwnPassword,
    private readonly policies: PersonPolicies,
  ) {}

  @Get('password')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(request, response);
    if (!visit) return;
    await ((await this.isPasswordEnough(visit.subject)) ? this.sendPage(visit, {}) : this.check(visit));
  }

  @Post('password')
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(request, response);
    if (!visit) return;
    await ((await this.isPasswordEnough(visit.subject)) ? this.change(visit) : this.choose(visit));
  }

  /** Redirects people who may not sign in with a password. */
  private async enter(request: Request, response: Response): Promise<AccountRequest | undefined> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit || (await this.assurances.termsOf(visit.subject)).passwordAllowed) return visit;
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_SUBJECTS.security.path);
    return undefined;
  }

  /** Whether the current password, typed beside the new one, alone satisfies a sign-in. */
  private async isPasswordEnough(subject: LiveSubject): Promise<boolean> {
    if (!(await this.freshProofs.usesPassword(subject))) return false;
    const typed = freshCheck('pwd', this.assurances.now());
    return (await this.assurances.missing(subject, [typed], { isForChange: true })) === undefined;
  }

  private async change(visit: AccountRequest): Promise<void> {
    const { request, pageContext, subject } = visit;
    const typed = { current: formField(request, 'currentPassword'), chosen: formField(request, 'newPassword'), address: request.ip ?? '' };
    const outcome = await this.ownPassword.change(pageContext.texts, subject, typed);
    const checks = withChecks(visit.checks, [freshCheck('pwd', this.assurances.now())]);
    await this.goOn(visit, outcome, { checks, notice: 'account.passwordDone' });
  }

  /** Handles the form that is sent after a fresh check. */
  private async choose(visit: AccountRequest): Promise<void> {
    const { request, pageContext, subject } = visit;
    const fresh = formField(request, 'fresh');
    const proven = await this.states.open(placeOf(visit), fresh);
    if (proven?.subject.userNo !== subject.userNo) return this.check(visit);
    if (languageInForm(request)) return this.sendPage(visit, {}, { fresh });
    const hadOne = await this.freshProofs.usesPassword(subject);
    const outcome = await this.ownPassword.choose(pageContext.texts, subject, formField(request, 'newPassword'));
    const notice = hadOne ? 'account.passwordDone' : 'account.passwordSetDone';
    await this.goOn(visit, outcome, { checks: visit.checks, notice, fresh });
  }

  private async check(visit: AccountRequest): Promise<void> {
    if (!(await this.freshChecks.pass(visit, { action: PASSWORD_PATH, hidden: {}, back: ACCOUNT_SUBJECTS.security.path }))) return;
    await this.sendPage(visit, {}, { fresh: await this.states.seal(placeOf(visit), visit.subject, visit.checks) });
  }

  /** A new password has ended every session of the person. This one continues with `checks`. */
  private async goOn(
    visit: AccountRequest,
    outcome: Chosen,
    { checks, notice, fresh }: { checks: readonly Check[]; notice: TextKey; fresh?: string },
  ): Promise<void> {
    const { response, pageContext, subject } = visit;
    const { t } = pageContext.texts;
    if (outcome.kind === 'refused')
      return this.sendPage(visit, { status: HttpStatus.BAD_REQUEST }, { fault: outcome.fault, ...(fresh !== undefined && { fresh }) });
    const begun = outcome.kind === 'done' ? await this.ownPassword.signInAgain(visit, checks) : undefined;
    if (begun) return this.sendPage({ ...visit, ...begun }, { notice: t(notice) });
    await this.entry.sendSignIn(response, pageContext, { loginName: subject.loginName, error: t('change.over'), status: HttpStatus.GONE });
  }

  private async sendPage(visit: AccountRequest, said: Said, form: { fresh?: string; fault?: PasswordFault } = {}): Promise<void> {
    const policy = await this.policies.passwordRulesOf(visit.subject);
    this.accountPages.show(visit, said, (context, frame) => renderAccountPasswordPage(context, frame, { policy, ...form }));
  }
}

/** A fresh check in one session is valid in no other. */
const placeOf = ({ uid }: AccountRequest) => `password ${uid}`;
