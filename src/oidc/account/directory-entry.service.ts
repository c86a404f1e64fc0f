// A sign-in to the account page with an identity provider.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { delayResponse } from '../../common/concurrency/delay-response.js';
import { networkOf } from '../../common/http/client-network.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { OF_SERVICE, type IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { rememberProvider } from '../federation/last-provider.js';
import { faultOrThrow, PROVIDER_FAULTS, redirectRefusal, type ProviderRefusal } from '../federation/provider-faults.js';
import { ProviderRedirects } from '../federation/provider-redirects.service.js';
import { ProviderSignIn } from '../federation/provider-sign-in.service.js';
import { ReturnedIdentities, returnedIn, type ProviderStep, type ReturnedIdentity } from '../federation/returned-identities.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageContext } from '../pages/layout/page.view.js';
import { renderDirectoryPasswordPage } from '../pages/sign-in/provider.view.js';
import { duration } from '../pages/texts/texts.js';
import { ACCOUNT_PATH, providerSignInPath } from '../protocol/endpoints.js';
import { bindingOf } from '../sessions/browser-cookie.js';
import { BrowserSessions, type LiveSession } from '../sessions/browser-sessions.service.js';
import { shownName } from '../sign-in/account-connections.service.js';
import { ACCOUNT_PLACE, AccountEntry } from './account-entry.service.js';

/** Where the browser continues after the provider. */
const RETURNED_PATH = `${ACCOUNT_PATH}/returned`;

/** A request without a session that satisfies the policy. */
export interface Arrival {
  request: Request;
  response: Response;
  pageContext: PageContext;
  /** A session that no longer satisfies the policy. */
  before: LiveSession | undefined;
  /** The organization that the link names. */
  organizationId?: string;
}

/** What the browser brought back from a provider, with the digest that marks its use. */
type UnusedAnswer = ReturnedIdentity & { answer: string };

/** An identity, and how the provider has confirmed it. `answer`: absent after a password, which is typed for each sign-in. */
type Confirmed = Pick<ReturnedIdentity, 'forced' | 'atUs'> & { identity: UpstreamIdentity; answer?: string };

@Injectable()
export class DirectoryEntry {
  constructor(
    private readonly providerSignIn: ProviderSignIn,
    private readonly redirects: ProviderRedirects,
    private readonly returned: ReturnedIdentities,
    private readonly browserSessions: BrowserSessions,
    private readonly assurances: Assurances,
    private readonly entry: AccountEntry,
    private readonly organizations: Organizations,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Redirects to the provider, or asks for the password of a directory that has no page of its own. */
  async begin(arrival: Arrival, provider: IdentityProvider, loginName: string): Promise<void> {
    if (this.providerSignIn.takesPassword(provider)) return this.askPassword(arrival, provider, loginName);
    await this.redirect(arrival, provider, false, loginName);
  }

  /** Handles the form for the password of such a directory. */
  async submitPassword(arrival: Arrival, provider: IdentityProvider, loginName: string, password: string): Promise<void> {
    const { request, response, pageContext } = arrival;
    const { texts } = pageContext;
    const verdict = await this.providerSignIn.authenticate(provider, loginName, password, request.ip ?? '').catch(faultOrThrow);
    switch (verdict.kind) {
      case 'fault':
        return this.refuse(arrival, provider, verdict.fault);
      case 'mustWait': {
        await delayResponse(networkOf(request.ip ?? ''));
        response.setHeader('Retry-After', verdict.seconds);
        const error = texts.t('login.wait', { time: duration(texts, verdict.seconds) });
        return this.askPassword(arrival, provider, loginName, error, HttpStatus.TOO_MANY_REQUESTS);
      }
      case 'wrong':
        return this.askPassword(arrival, provider, loginName, texts.t('login.refused'), HttpStatus.UNAUTHORIZED);
      case 'right': {
        const atUs = this.assurances.now() * 1_000_000;
        return this.goOnWith(arrival, provider, { identity: verdict.identity, forced: true, atUs });
      }
    }
  }

  /** What the browser brought back from a provider. @returns undefined if it belongs to another browser, came too late or was used */
  open({ request, response }: Arrival): Promise<UnusedAnswer | undefined> {
    return this.returned.openUnused(this.stepOf(request, response), returnedIn(request));
  }

  /** Continues after the answer of the provider. */
  async goOn(arrival: Arrival, provider: IdentityProvider, { outcome, carried, ...returned }: UnusedAnswer): Promise<void> {
    const named: Arrival = { ...arrival, ...(carried as Pick<Arrival, 'organizationId'> | undefined) };
    if ('fault' in outcome) return this.refuse(named, provider, outcome.fault);
    await this.goOnWith(named, provider, { ...returned, identity: outcome.identity });
  }

  private async goOnWith(arrival: Arrival, provider: IdentityProvider, confirmed: Confirmed): Promise<void> {
    const { identity, forced, atUs, answer } = confirmed;
    const { request, response, pageContext } = arrival;
    const orgNo = await this.organizationOf(arrival, provider, identity);
    if (orgNo === undefined) return this.sayUnconnected(arrival, provider, identity);
    const result = await this.providerSignIn.resolve(provider, identity, { atUs, forced, ip: request.ip ?? '', orgNo });
    if (result.kind === 'refused') return this.refuse(arrival, provider, result.reason);
    if (result.kind === 'unlinked') return this.sayUnconnected(arrival, provider, identity);
    // The directory's session is older than a sign-in may rest on.
    const missing = await this.assurances.missing(result.subject, [result.check]);
    if (missing?.kind === 'first' && !forced) return this.redirect(arrival, provider, true, identity.loginName ?? '');
    rememberProvider(response, provider.id, this.settings.publicUrl);
    const check = { ...result.check, ...(answer !== undefined && { answer }) };
    await this.entry.passedCheck(request, response, { before: arrival.before, pageContext }, result.subject, check);
  }

  /** The number of the organization whose people sign in. A provider of the service doesn't say it: its connection does, or the link. */
  private async organizationOf(
    { organizationId }: Arrival,
    provider: IdentityProvider,
    identity: UpstreamIdentity,
  ): Promise<number | undefined> {
    if (provider.orgNo !== OF_SERVICE) return provider.orgNo;
    const connected = await this.providerSignIn.linkOf(provider, identity);
    if (connected) return connected.orgNo;
    return organizationId === undefined ? undefined : (await this.organizations.findOrganization(organizationId))?.no;
  }

  private async redirect(arrival: Arrival, provider: IdentityProvider, forced: boolean, loginName: string): Promise<void> {
    const { request, response, organizationId } = arrival;
    const carried = organizationId === undefined ? undefined : { organizationId };
    const step = { ...this.stepOf(request, response), returnTo: RETURNED_PATH, carried };
    const start = { forced, loginHint: loginName === '' ? undefined : loginName, address: request.ip ?? '' };
    const begun = await this.redirects.begin(step, provider, start).then(
      (url) => ({ url }),
      (error: unknown) => ({ refusal: redirectRefusal(error) }),
    );
    if ('refusal' in begun) return this.refuse(arrival, provider, begun.refusal);
    response.redirect(HttpStatus.SEE_OTHER, begun.url);
  }

  private stepOf(request: Request, response: Response): ProviderStep {
    return { name: ACCOUNT_PLACE, binding: bindingOf(this.browserSessions.nameBrowser(request, response)) };
  }

  private askPassword(arrival: Arrival, { id, name }: IdentityProvider, loginName: string, error?: string, status?: HttpStatus): void {
    const { response, pageContext, organizationId } = arrival;
    const [lead, action] = [pageContext.texts.t('account.signIn'), providerSignInPath(id, organizationId)];
    const props = { lead, provider: name, action, loginName, error, back: ACCOUNT_PATH };
    answerPage(response, renderDirectoryPasswordPage(pageContext, props), status);
  }

  private refuse(arrival: Arrival, provider: IdentityProvider, reason: ProviderRefusal): Promise<void> {
    const { text, status } = PROVIDER_FAULTS[reason];
    return this.say(arrival, arrival.pageContext.texts.t(text, { provider: provider.name }), status);
  }

  private sayUnconnected(arrival: Arrival, provider: IdentityProvider, identity: UpstreamIdentity): Promise<void> {
    const values = { login: shownName(identity), provider: provider.name };
    return this.say(arrival, arrival.pageContext.texts.t('directory.unconnected', values), HttpStatus.FORBIDDEN);
  }

  private say({ response, pageContext }: Arrival, error: string, status: HttpStatus): Promise<void> {
    return this.entry.sendSignIn(response, pageContext, { loginName: '', error, status });
  }
}
