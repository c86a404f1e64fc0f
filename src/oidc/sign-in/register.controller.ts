// The registration pages: the form, then the mailed code.
import { Controller, Get, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { WeakPasswordError } from '../../users/authentication/passwords/password-rules.js';
import { Registration, type Applicant } from '../../users/accounts/registration/registration.service.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import { renderCodePage } from '../pages/sign-in/code.view.js';
import { weakPasswordText } from '../pages/layout/fields.view.js';
import { LoginPage } from './login-page.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { PageOffers } from './page-offers.service.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { renderRegisterPage, type RegisterProps } from '../pages/sign-in/register.view.js';
import { SignInEnds } from './sign-in-ends.service.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

type FormError = Pick<RegisterProps, 'error' | 'errorField'>;

@Controller('sign-in/:uid/register')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class RegisterController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly registration: Registration,
    private readonly offers: PageOffers,
    private readonly policies: Policies,
    private readonly ends: SignInEnds,
    private readonly subjects: Subjects,
    private readonly loginPage: LoginPage,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(uid, request, response);
    if (visit) await this.sendForm(visit, applicantOf(visit, { email: visit.pending.loginHint ?? '' }));
  }

  /** Handles both forms: the second returns the registration that waits for its code. */
  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(uid, request, response);
    if (!visit) return;
    const [state, email] = [formField(request, 'state'), formField(request, 'email')];
    const again = languageInForm(request) !== undefined;
    if (state === '') await (again ? this.sendForm(visit, applicantOf(visit)) : this.apply(visit, applicantOf(visit)));
    else if (again) this.sendCode(visit, state, email);
    else await this.confirm(visit, state, formField(request, 'code'), email);
  }

  /** Only if the organization allows registration, and the application offers it. */
  private async enter(uid: string, request: Request, response: Response): Promise<SignInRequest | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit || (await this.offers.hasRegistration(visit))) return visit;
    await this.sendClosed(visit);
    return undefined;
  }

  private async apply(visit: SignInRequest, applicant: Applicant): Promise<void> {
    try {
      const state = await this.registration.requestRegistration(visit.orgNo, applicant, visit.uid, visit.request.ip ?? '');
      this.sendCode(visit, state, applicant.email.trim());
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      await this.sendForm(visit, applicant, formErrorOf(visit, error));
    }
  }

  private async confirm(visit: SignInRequest, state: string, code: string, email: string): Promise<void> {
    const { t } = visit.pageContext.texts;
    const outcome = await this.registration.finishRegistration(state, visit.uid, code);
    switch (outcome.kind) {
      case 'done': {
        const subject = await this.subjects.person(outcome.userNo);
        if (subject) return this.ends.passed(visit, subject, 'pwd');
        return this.loginPage.send(visit, { loginName: email, error: t('change.over'), status: HttpStatus.GONE });
      }
      case 'wrongCode':
        return this.sendCode(visit, state, email, t('code.wrong'));
      case 'over':
        return this.sendForm(visit, applicantOf(visit, { email }), { error: t('register.over') });
      case 'taken':
        return this.loginPage.send(visit, { loginName: email, error: t('register.taken'), status: HttpStatus.CONFLICT });
      case 'closed':
        return this.sendClosed(visit);
    }
  }

  private sendClosed(visit: SignInRequest): Promise<void> {
    return this.loginPage.send(visit, {
      loginName: '',
      error: visit.pageContext.texts.t('login.noRegistration'),
      status: HttpStatus.FORBIDDEN,
    });
  }

  private async sendForm(visit: SignInRequest, { givenName, familyName, email }: Applicant, error: FormError = {}): Promise<void> {
    const page = renderRegisterPage(visit.pageContext, {
      action: visit.at('register'),
      back: visit.at(undefined, { account: 'new' }),
      application: visit.client.name,
      givenName,
      familyName,
      email,
      policy: await this.policies.passwordPolicy(visit.orgNo),
      ...error,
    });
    visit.send(page, error.error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  private sendCode(visit: SignInRequest, state: string, email: string, error?: string): void {
    const { t } = visit.pageContext.texts;
    const page = renderCodePage(visit.pageContext, {
      title: t('register.sentTitle'),
      sentences: [t('register.sent', { email })],
      action: visit.at('register'),
      hidden: { state, email },
      submit: t('code.submit'),
      error,
      ways: [
        { label: t('register.again'), href: visit.at('register') },
        { label: t('register.back'), href: visit.at(undefined, { account: 'new' }) },
      ],
    });
    visit.send(page, error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }
}

/** The entered data. The mails are in the language of the page. */
function applicantOf({ request, pageContext }: SignInRequest, given: Partial<Applicant> = {}): Applicant {
  const [givenName, familyName, email] = [formField(request, 'givenName'), formField(request, 'familyName'), formField(request, 'email')];
  return { givenName, familyName, email, password: formField(request, 'newPassword'), language: pageContext.texts.lang, ...given };
}

/** The error in the language of the page. */
function formErrorOf({ pageContext: { texts } }: SignInRequest, error: DomainError): FormError {
  if (error instanceof WeakPasswordError) return { error: weakPasswordText(texts, error), errorField: 'password' };
  const name = error.field === 'givenName' || error.field === 'familyName' ? error.field : undefined;
  return name ? { error: texts.t('register.nameError'), errorField: name } : { error: texts.t('register.emailError'), errorField: 'email' };
}
