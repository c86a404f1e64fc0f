// The pages of a sign-in with an identity provider: the redirect to it, and the continuation after its answer.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { networkOf } from '../../common/http/client-network.js';
import { delayResponse } from '../../common/concurrency/delay-response.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { renderDirectoryPasswordPage } from '../pages/sign-in/provider.view.js';
import { duration, type TextKey } from '../pages/texts/texts.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { rememberProvider } from '../federation/last-provider.js';
import { faultOrThrow, PROVIDER_FAULTS, redirectRefusal, type ProviderRefusal } from '../federation/provider-faults.js';
import { ProviderRedirects } from '../federation/provider-redirects.service.js';
import { ProviderSignIn } from '../federation/provider-sign-in.service.js';
import { ReturnedIdentities, returnedIn } from '../federation/returned-identities.service.js';
import { shownName } from './account-connections.service.js';
import { LoginPage } from './login-page.service.js';
import { SignInEnds } from './sign-in-ends.service.js';
import { SignInPages, stepOf, type SignInRequest } from './sign-in-pages.service.js';

const MAX_HINT = 500;

/**
 * An identity, whether its person had to authenticate anew, when the provider answered (microseconds since 1970 UTC), and the same sealed.
 * `configVersion`: if this request has read it and hasn't waited since.
 */
interface Confirmed {
  identity: UpstreamIdentity;
  forced: boolean;
  atUs: number;
  sealed: string;
  configVersion?: number;
}

@Controller('sign-in/:uid')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class ProviderSignInController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly providerSignIn: ProviderSignIn,
    private readonly redirects: ProviderRedirects,
    private readonly returned: ReturnedIdentities,
    private readonly assurances: Assurances,
    private readonly loginPage: LoginPage,
    private readonly ends: SignInEnds,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** A link of the page, so that the redirect needs no script and no form. */
  @Get('to/:providerId')
  async begin(
    @Param('uid') uid: string,
    @Param('providerId') providerId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const entered = await this.enter(uid, providerId, request, response);
    if (!entered) return;
    const { visit, provider } = entered;
    const { login } = request.query;
    const hint = typeof login === 'string' && login.length <= MAX_HINT ? login : visit.pending.loginHint;
    if (this.providerSignIn.takesPassword(provider)) return this.askPassword(visit, provider, { loginName: hint ?? '' });
    await this.redirect(visit, provider, visit.pending.requestedPrompts.includes('login'), hint);
  }

  /** Continues after the callback has checked the answer. */
  @Get('returned')
  async goOn(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const sealed = returnedIn(request);
    const returned = await this.returned.open(stepOf(visit), sealed);
    const provider = returned && (await this.loginPage.providerOf(visit, returned.providerId));
    if (!returned || !provider) return this.say(visit, 'directory.over', '', HttpStatus.GONE);
    if ('fault' in returned.outcome) return this.refuse(visit, provider, returned.outcome.fault);
    const { configVersion } = visit;
    await this.goOnWith(visit, provider, { ...returned, identity: returned.outcome.identity, sealed, configVersion });
  }

  /** The form for the password of a directory without a sign-in page of its own. */
  @Post('to/:providerId')
  async submit(
    @Param('uid') uid: string,
    @Param('providerId') providerId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const entered = await this.enter(uid, providerId, request, response);
    if (!entered) return;
    const { visit, provider } = entered;
    if (!this.providerSignIn.takesPassword(provider)) return this.loginPage.sendOtherWay(visit);
    const [loginName, password] = [formField(request, 'loginName'), formField(request, 'password')];
    if (languageInForm(request)) return this.askPassword(visit, provider, { loginName });
    const verdict = await this.providerSignIn.authenticate(provider, loginName, password, request.ip ?? '').catch(faultOrThrow);
    const { texts } = visit.pageContext;
    switch (verdict.kind) {
      case 'fault':
        return this.refuse(visit, provider, verdict.fault);
      case 'mustWait': {
        await delayResponse(networkOf(request.ip ?? ''));
        response.setHeader('Retry-After', verdict.seconds);
        const error = texts.t('login.wait', { time: duration(texts, verdict.seconds) });
        return this.askPassword(visit, provider, { loginName, error, status: HttpStatus.TOO_MANY_REQUESTS });
      }
      case 'wrong':
        return this.askPassword(visit, provider, { loginName, error: texts.t('login.refused'), status: HttpStatus.UNAUTHORIZED });
      case 'right': {
        const { identity } = verdict;
        const sealed = await this.returned.seal(stepOf(visit), { providerId, forced: true, outcome: { identity } });
        return this.goOnWith(visit, provider, { identity, forced: true, atUs: this.assurances.now() * 1_000_000, sealed });
      }
    }
  }

  /** The answer to the question whether to connect accounts. */
  @Post('connect')
  async connect(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (visit) await this.ends.submitConnection(visit);
  }

  /** Continues with an identity that the provider has just confirmed. */
  private async goOnWith(visit: SignInRequest, provider: IdentityProvider, confirmed: Confirmed): Promise<void> {
    const { identity, forced, atUs, sealed, configVersion } = confirmed;
    const { request, orgNo, pending } = visit;
    const result = await this.providerSignIn.resolve(provider, identity, {
      atUs,
      forced,
      ip: request.ip ?? '',
      orgNo,
      since: pending.demand.since,
      configVersion,
    });
    switch (result.kind) {
      case 'refused':
        return this.refuse(visit, provider, result.reason);
      case 'unlinked': {
        if (!(await this.loginPage.takesProof(visit))) return this.refuse(visit, provider, 'noAccount');
        this.returned.keepToConnect(visit.response, sealed);
        const values = { login: shownName(identity), provider: provider.name };
        return this.loginPage.send(visit, {
          loginName: '',
          isClassic: true,
          notice: visit.pageContext.texts.t('directory.connect', values),
        });
      }
      case 'ok': {
        // The directory's session is older than this sign-in may rest on.
        const terms = await this.assurances.termsOf(result.subject);
        const missing = this.assurances.missingOf(terms, [result.check], visit.pending.demand);
        if (missing?.kind === 'first' && !forced) return this.redirect(visit, provider, true, identity.loginName);
        rememberProvider(visit.response, provider.id, this.settings.publicUrl);
        return this.ends.passedCheck(visit, result.subject, result.check, terms);
      }
    }
  }

  /** The sign-in and an enabled provider. @returns undefined if the response has been sent */
  private async enter(
    uid: string,
    providerId: string,
    request: Request,
    response: Response,
  ): Promise<{ visit: SignInRequest; provider: IdentityProvider } | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    const provider = visit && (await this.loginPage.providerOf(visit, providerId));
    if (visit && provider) return { visit, provider };
    if (visit) await this.loginPage.sendOtherWay(visit);
    return undefined;
  }

  private askPassword(
    { client, pageContext, send, at }: SignInRequest,
    { id, name }: IdentityProvider,
    { loginName, error, status }: { loginName: string; error?: string; status?: HttpStatus },
  ): void {
    const [action, back] = [at(`to/${id}`), at(undefined, { account: 'new' })];
    send(renderDirectoryPasswordPage(pageContext, { application: client.name, provider: name, action, loginName, error, back }), status);
  }

  private async redirect(visit: SignInRequest, provider: IdentityProvider, forced: boolean, hint: string | undefined): Promise<void> {
    const step = { ...stepOf(visit), returnTo: visit.at('returned'), maxAge: visit.pending.demand.maxAge };
    const start = { forced, loginHint: hint, address: visit.request.ip ?? '' };
    const begun = await this.redirects.begin(step, provider, start).then(
      (url) => ({ url }),
      (error: unknown) => ({ refusal: redirectRefusal(error) }),
    );
    if ('refusal' in begun) return this.refuse(visit, provider, begun.refusal);
    visit.response.redirect(HttpStatus.SEE_OTHER, begun.url);
  }

  private refuse(visit: SignInRequest, provider: IdentityProvider, reason: ProviderRefusal): Promise<void> {
    const { text, status } = PROVIDER_FAULTS[reason];
    return this.say(visit, text, provider.name, status);
  }

  private say(visit: SignInRequest, text: TextKey, provider: string, status: HttpStatus): Promise<void> {
    return this.loginPage.send(visit, { loginName: '', error: visit.pageContext.texts.t(text, { provider }), status });
  }
}
