// The login page, the page for a password that must be changed, and the page for people that the application does not serve.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { renderNotServedPage, type NotServedProps } from '../pages/sign-in/not-served.view.js';
import { Interactions } from '../provider/interactions.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { readTrustedBrowser } from '../sessions/trusted-browser-cookie.js';
import { LoginPage } from './login-page.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField, hasField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { PasswordSignIn } from './password-sign-in.service.js';
import { PasswordPages } from './password-pages.service.js';
import { busyOrThrow, changePlaceOf, SignInEnds } from './sign-in-ends.service.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

type Reason = NonNullable<Awaited<ReturnType<SignInRequest['reasonAgainst']>>>;

@Controller('sign-in')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class SignInController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly interactions: Interactions,
    private readonly passwordSignIn: PasswordSignIn,
    private readonly passwordPages: PasswordPages,
    private readonly loginPage: LoginPage,
    private readonly ends: SignInEnds,
    private readonly organizations: Organizations,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get(':uid')
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const { prompt, sessions, switchTo, named, loginHint, account } = visit.pending;
    if (switchTo !== undefined) return void (await this.interactions.choose(request, response, switchTo));
    // For a user named by `claims`, only a signed-in person learns this.
    if (named?.isHinted && !named.subject) return this.ends.refuseNamed(visit);
    // The person left the requested page, or the question for consent, to add another account.
    if (request.query.account === 'new') return this.loginPage.send(visit, { loginName: '' });
    if (prompt === 'consent' || prompt === 'device') return response.redirect(HttpStatus.SEE_OTHER, visit.at(prompt));
    const reason = account && (await visit.reasonAgainst(account));
    if (account && reason) return this.sendNotServed(visit, account, reason);
    if (prompt === 'select_account' && sessions.length > 0) return response.redirect(HttpStatus.SEE_OTHER, visit.at('accounts'));
    if (prompt === 'create') return response.redirect(HttpStatus.SEE_OTHER, visit.at('register'));
    if (await this.ends.stepUp(visit)) return;
    if (await this.loginPage.leadsStraight(visit)) return;
    await this.loginPage.send(visit, { loginName: loginHint ?? '' });
  }

  @Post(':uid')
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const loginName = formField(request, 'loginName');
    if (languageInForm(request)) return this.loginPage.send(visit, { loginName });
    if (!hasField(request, 'password')) return this.loginPage.goOnWithName(visit, loginName);
    if (await this.loginPage.refuses(visit, 'password')) return;
    await this.checkCredentials(visit, loginName, formField(request, 'password'));
  }

  /** Without a posted form there is nothing to show. */
  @Get([':uid/password', ':uid/second', ':uid/passkey', ':uid/offer', ':uid/not-served'])
  async showLogin(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (visit) response.redirect(HttpStatus.SEE_OTHER, visit.at());
  }

  @Post(':uid/second')
  async submitSecond(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (visit) await this.ends.submitSecondStep(visit);
  }

  @Post(':uid/password')
  async submitPassword(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const step = await this.passwordPages.submitNewPassword(changePlaceOf(visit));
    if (step.kind === 'done') return this.ends.finish(visit, step.subject, step.checks);
    if (step.kind === 'again') return visit.send(step.page, step.status);
    await this.loginPage.send(visit, { loginName: '', error: visit.pageContext.texts.t('change.over'), status: HttpStatus.GONE });
  }

  /** The person returns to an application that does not serve this account. */
  @Post(':uid/not-served')
  async submitNotServed(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const isDenied = await this.interactions.denyAccess(request, response, 'The application does not serve this user.');
    if (!isDenied) await this.signInPages.sendLostSignIn(request, response);
  }

  private async sendNotServed(visit: SignInRequest, { loginName, orgNo }: LiveSubject, reason: Reason): Promise<void> {
    const { client, pageContext } = visit;
    // Either the application serves only its own people, or this request accepts only people of the organization it names.
    const meant = reason === 'notRequested' ? visit.orgNo : client.orgNo;
    const [organization, ownOrganization] = await Promise.all([this.organizations.byNo(meant), this.organizations.byNo(orgNo)]);
    const props: NotServedProps = {
      reason: reason === 'notRequested' ? 'notServed' : reason,
      application: client.name,
      organization: organization?.name ?? '',
      ownOrganization: ownOrganization?.name ?? '',
      loginName,
      otherAccount: visit.at(undefined, { account: 'new' }),
      action: visit.at('not-served'),
    };
    visit.send(renderNotServedPage(pageContext, props), HttpStatus.FORBIDDEN);
  }

  private async checkCredentials(visit: SignInRequest, loginName: string, password: string): Promise<void> {
    const { texts } = visit.pageContext;
    const [address, trustedBrowser] = [visit.request.ip ?? '', readTrustedBrowser(visit.request, this.settings.publicUrl)];
    const result = await this.passwordSignIn
      .checkCredentials({ loginName, password, clientOrgNo: visit.orgNo, address, trustedBrowser })
      .catch(busyOrThrow);
    await this.ends.goOnAfter(visit, result, { loginName, refused: texts.t('login.refused'), method: 'pwd' });
  }
}
