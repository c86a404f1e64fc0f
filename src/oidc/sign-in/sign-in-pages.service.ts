// A request to a page of a sign-in, with the sign-in, its application and the look of the page.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConfigVersion } from '../../common/database/config-version.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { applicationHome } from '../clients/application-home.js';
import { type ClientRecord, Clients, loginPageOf } from '../clients/clients.service.js';
import type { LoginPageChoices } from '../clients/login-page-choices.js';
import { RequestedOrganizations } from '../clients/requested-organizations.service.js';
import { type NotServedReason, ServedPeople } from '../clients/served-people.service.js';
import { Interactions, type PendingSignIn } from '../provider/interactions.service.js';
import { readBrowser } from '../sessions/browser-cookie.js';
import { AuthorizationRequests } from '../clients/authorization-requests.service.js';
import { isOfRequestedOrganization } from '../protocol/scopes.js';
import type { ProviderStep } from '../federation/returned-identities.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { lostSignIn, renderErrorPage } from '../pages/layout/error.view.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageRequest } from '../pages/layout/page-request.js';
import type { PageContext } from '../pages/layout/page.view.js';

/** The steps besides the login page, each a page below the address of the sign-in. */
export type Step =
  | 'accounts'
  | 'consent'
  | 'device'
  | 'register'
  | 'forgotten'
  | 'password'
  | 'passkey'
  | 'passkey-options'
  | 'offer'
  | 'second'
  | 'connect'
  | 'mail'
  | 'returned'
  | 'not-served'
  | `to/${string}`;

export interface SignInRequest extends PageRequest {
  uid: string;
  pending: PendingSignIn;
  client: ClientRecord;
  /** The organization whose people are searched first: the one named by the request, else the application's. */
  orgNo: number;
  /** The service's name in its own scopes. */
  vendor: string;
  /** What the application wants the pages to offer. */
  choices: Readonly<LoginPageChoices>;
  /** The config version when the request arrived. What comes after a wait reads it again. */
  configVersion: number;
  /** The page context for a person who has just been identified. */
  contextFor(subject: LiveSubject): Promise<PageContext>;
  /** The address of this sign-in's login page or of another step. It keeps the `request` parameter of the current address. */
  at(step?: Step, more?: Record<string, string>): string;
  /** The reason why a person may not continue: the application does not serve them, or the request names another organization. */
  reasonAgainst(subject: LiveSubject): Promise<NotServedReason | 'notRequested' | undefined>;
}

@Injectable()
export class SignInPages {
  private readonly secure: boolean;
  private readonly vendor: string;

  constructor(
    private readonly interactions: Interactions,
    private readonly clients: Clients,
    private readonly authorizationRequests: AuthorizationRequests,
    private readonly pageContexts: PageContexts,
    private readonly requestedOrganizations: RequestedOrganizations,
    private readonly servedPeople: ServedPeople,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
    this.vendor = settings.vendor;
  }

  /** Finds the sign-in of this browser. @returns undefined if there is none; the response has been sent then */
  async enter(uid: string, request: Request, response: Response): Promise<SignInRequest | undefined> {
    const pending = await this.interactions.findPending(request, response, uid);
    const configVersion = await this.config.current();
    const client = pending && (await this.clients.findClient(pending.clientId, configVersion));
    if (!pending || !client) {
      await this.sendLostSignIn(request, response);
      return undefined;
    }
    const requested = await this.requestedOrganizations.findRequested(pending.scope);
    const orgNo = typeof requested === 'object' ? requested.no : client.orgNo;
    const choices = loginPageOf(client);
    const lookOf = choices.branding === 'own' ? client.orgNo : orgNo;
    const audience = { uiLocales: pending.uiLocales, orgNo: lookOf, otherwise: choices.language, configVersion };
    const contextFor = (subject?: LiveSubject) => this.pageContexts.contextFor(request, { ...audience, subject });
    const carried: Record<string, string> = typeof request.query.request === 'string' ? { request: request.query.request } : {};
    return {
      uid,
      pending,
      client,
      orgNo,
      vendor: this.vendor,
      choices,
      configVersion,
      pageContext: await contextFor(pending.account),
      contextFor,
      request,
      response,
      at: (step, more = {}) => {
        const query = new URLSearchParams({ ...more, ...carried }).toString();
        return `/sign-in/${encodeURIComponent(uid)}${step === undefined ? '' : `/${step}`}${query && `?${query}`}`;
      },
      // The response to any of the forms may redirect to the application.
      send: (page, status) => answerPage(response, page, status, [pending.redirectUri]),
      reasonAgainst: async (subject) => {
        const reason = await this.servedPeople.reasonAgainst(client, subject);
        return reason ?? (isOfRequestedOrganization(pending.scope, subject, this.vendor) ? undefined : 'notRequested');
      },
    };
  }

  /** Never a dead end: a sign-in that is over, expired or of another browser is restarted, or leads back to its application. */
  async sendLostSignIn(request: Request, response: Response): Promise<void> {
    const carried = await this.authorizationRequests.open(request.query.request);
    const client = carried && (await this.clients.findClient(carried.clientId));
    const restart = client && carried.restart;
    // Without cookies, the browser would be redirected in a loop.
    if (restart && readBrowser(request.headers.cookie, this.secure)) return response.redirect(HttpStatus.SEE_OTHER, restart);
    const language = client && loginPageOf(client).language;
    const pageContext = await this.pageContexts.contextFor(request, { orgNo: client?.orgNo, otherwise: language });
    const application = client && { name: client.name, home: applicationHome(client) };
    answerPage(response, renderErrorPage(pageContext, lostSignIn(pageContext.texts, application, restart)), HttpStatus.GONE);
  }
}

/** The step to which a sign-in at a provider belongs. */
export function stepOf({ uid, pending }: SignInRequest): ProviderStep {
  return { name: uid, binding: pending.binding };
}
