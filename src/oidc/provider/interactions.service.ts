// Interactions of the library as the pages use them: sign-ins that wait for a person.
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { Clock } from '../../common/primitives/clock.js';
import { Consents } from '../consents/consents.service.js';
import { scopeValues } from '../protocol/scopes.js';
import { bindingOf } from '../sessions/browser-cookie.js';
import { BrowserSessions, type LiveSession } from '../sessions/browser-sessions.service.js';
import { AuthorizationRequests, beganBy } from '../clients/authorization-requests.service.js';
import type { LiveSubject, SessionHolder } from '../tokens/content/subjects.service.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import type { Demand } from '../../users/authentication/assurance/still-missing.js';
import { Disclosures } from './disclosures.service.js';
import { demandOf } from './requested-assurance.js';
import { sentParameters } from './response-mode.js';
import { NamedUsers, type NamedUser } from './named-users.service.js';
import type { InteractionModel, Model } from './adapters/library.model.js';
import { ProviderHost } from './provider-host.js';
import type { FinishedSignIn } from './sign-in-policy.js';

/** The prompts of the sign-in pages. */
export type PromptName = 'login' | 'create' | 'select_account' | 'consent' | 'device';

/** A sign-in of this browser. */
export interface PendingSignIn {
  clientId: string;
  /** Identifies the browser that began the sign-in. */
  binding: string;
  /** The page to show now. */
  prompt: PromptName;
  /** The values of the request's `prompt` parameter. */
  requestedPrompts: readonly string[];
  /** The redirect URI of the request. */
  redirectUri: string | undefined;
  /** The login name to fill in: from `id_token_hint` or `login_hint`, or that of the signed-in person who must sign in again. */
  loginHint: string | undefined;
  /** The domain whose identity provider the application expects. */
  domainHint: string | undefined;
  /** Languages that the application requests. */
  uiLocales: string | undefined;
  /** The assurance that the application requests. */
  demand: Demand;
  /** The live sessions of this browser, the last used first. */
  sessions: readonly LiveSession[];
  /** The person whose session this sign-in continues with, unless another person signs in. */
  account: LiveSubject | undefined;
  /** The only user the application accepts. */
  named: NamedUser | undefined;
  /** The session of the named user, if the sign-in can continue with it without asking. */
  switchTo: string | undefined;
  /** The scopes disclosed to the application, shown on the consent page. */
  scope: readonly string[];
  /** The id of the waiting device that the sign-in is for. */
  deviceId: string | undefined;
}

/** Maximum length of a hint to show; no login name is longer. */
const MAX_HINT = 500;

@Injectable()
export class Interactions {
  constructor(
    private readonly host: ProviderHost,
    private readonly clock: Clock,
    private readonly browserSessions: BrowserSessions,
    private readonly consents: Consents,
    private readonly disclosures: Disclosures,
    private readonly namedUsers: NamedUsers,
    private readonly requests: AuthorizationRequests,
    private readonly assurances: Assurances,
  ) {}

  /** @returns undefined if the sign-in does not exist, is over, or belongs to another browser */
  async findPending(request: Request, response: Response, uid: string): Promise<PendingSignIn | undefined> {
    const { provider } = await this.host.currentProvider();
    const interaction = await this.load(provider, request, response);
    if (interaction?.uid !== uid) return undefined;
    const { params, prompt, session, deviceCode } = interaction;
    const sessions = await this.browserSessions.listLive(this.browserSessions.browserOf(request));
    const account = sessions.find((one) => one.uid === session?.uid)?.subject;
    const named = await this.namedUsers.findNamed(provider, params);
    return {
      clientId: String(params.client_id),
      binding: interaction.browser ?? '',
      prompt: prompt.name as PromptName,
      requestedPrompts: scopeValues(text(params.prompt)),
      redirectUri: text(params.redirect_uri),
      loginHint:
        (named?.isHinted ? named.subject?.loginName : undefined) ?? text(params.login_hint)?.slice(0, MAX_HINT) ?? account?.loginName,
      domainHint: text(params.domain_hint)?.slice(0, MAX_HINT),
      uiLocales: text(params.ui_locales),
      demand: demandOf(params, interaction.begun),
      sessions,
      account,
      named,
      switchTo: isOnlyAboutNamed(prompt) ? sessions.find(({ subject }) => subject.userId === named?.userId)?.uid : undefined,
      scope: scopeValues(await this.disclosures.scopeOf(params)),
      deviceId: deviceCode,
    };
  }

  /**
   * Completes a sign-in that {@link findPending} found, and redirects the browser.
   * @param checks that the person has passed; if they are not sufficient, the library redirects here again
   */
  async finish(request: Request, response: Response, subject: LiveSubject, checks: readonly Check[]): Promise<void> {
    const { userNo, generation, organizationGeneration } = subject;
    const holder: SessionHolder = { userNo, generation, organizationGeneration };
    // Signing in also answers the prompts to choose an account and to register.
    await this.resume(request, response, async (sessions, interaction) => {
      enter(
        interaction,
        sessions.find((session) => session.subject.userNo === userNo),
      );
      const now = this.clock.nowSeconds();
      const remember = await this.assurances.staysSignedIn(subject);
      const login: FinishedSignIn = { accountId: subject.userId, holder, checks, since: interaction.begun ?? now };
      // When the sign-in is resumed, the library derives the published claims from the checks.
      return { login: { ...login, ts: now, remember }, select_account: {}, create: {} };
    });
  }

  /** Continues with another session of this browser. @returns false if it has no such session */
  async choose(request: Request, response: Response, sessionUid: string): Promise<boolean> {
    return this.resume(request, response, async (sessions, interaction) => {
      const chosen = sessions.find(({ uid }) => uid === sessionUid);
      if (!chosen) return undefined;
      enter(interaction, chosen);
      // Another person may have given the earlier answers, so they are dropped.
      return { select_account: {} };
    });
  }

  /**
   * Resumes with the person's answer to the consent page, or to the page that approves a device, which is a consent as well.
   * @returns false if no person is signed in
   */
  async answerConsent(request: Request, response: Response, agreed: boolean): Promise<boolean> {
    return this.resume(request, response, async (sessions, interaction) => {
      const { subject } = sessions.find(({ uid }) => uid === interaction.session?.uid) ?? {};
      const client = await this.disclosures.findClient(interaction.params);
      if (!subject || !client) return undefined;
      if (!agreed) return { error: 'access_denied', error_description: 'The user denied the request.' };
      if (!(await this.consents.giveConsent(subject, client, await this.disclosures.scopeOf(interaction.params)))) return undefined;
      return { ...interaction.lastSubmission, consent: {}, ...(interaction.prompt.name === 'device' && { device: {} }) };
    });
  }

  /** Sends the browser back to the application without a sign-in. @param description for the application's developers */
  async denyAccess(
    request: Request,
    response: Response,
    description: string,
    error: 'access_denied' | 'login_required' | 'unmet_authentication_requirements' = 'access_denied',
  ): Promise<boolean> {
    return this.resume(request, response, async () => ({ error, error_description: description }));
  }

  /** The application of a pending sign-in that this browser began. The sign-in is given by its `uid`. */
  async pendingClientId(request: Request, uid: string): Promise<string | undefined> {
    const browser = this.browserSessions.browserOf(request);
    const { provider } = await this.host.currentProvider();
    const interaction = browser && (await (provider.Interaction as unknown as Model<InteractionModel>).find(uid));
    return browser && interaction?.browser === bindingOf(browser) ? String(interaction.params.client_id) : undefined;
  }

  private async resume(
    request: Request,
    response: Response,
    decide: (sessions: LiveSession[], interaction: InteractionModel) => Promise<Record<string, unknown> | undefined>,
  ): Promise<boolean> {
    const { provider } = await this.host.currentProvider();
    const interaction = await this.load(provider, request, response);
    const sessions = await this.browserSessions.listLive(this.browserSessions.browserOf(request));
    const result = interaction && (await decide(sessions, interaction));
    if (!result) return false;
    interaction.result = result as InteractionModel['result'];
    await interaction.persist();
    const query = new URLSearchParams({
      request: await this.requests.seal(sentParameters(interaction.params), beganBy(interaction)),
    });
    response.redirect(303, `${interaction.returnTo}?${query.toString()}`);
    return true;
  }

  /** The sign-in named by the request's cookies, if this browser began it. */
  private async load(provider: Provider, request: Request, response: Response): Promise<InteractionModel | undefined> {
    const uid = provider.createContext(request, response).cookies.get(provider.cookieName('interaction'));
    const browser = this.browserSessions.browserOf(request);
    if (!uid || !browser) return undefined;
    const interaction = await (provider.Interaction as unknown as Model<InteractionModel>).find(uid);
    return interaction?.browser === bindingOf(browser) ? interaction : undefined;
  }
}

/** Sets the session that the library resumes with. Without one, the person who signed in gets a new session. */
function enter(interaction: InteractionModel, session: LiveSession | undefined): void {
  const entered = session && { uid: session.uid, accountId: session.subject.userId };
  interaction.session = entered as InteractionModel['session'];
}

/** The library's reasons for requiring the named person. */
const OF_NAMED = ['id_token_hint', 'claims_id_token_sub_value'];

function isOnlyAboutNamed({ name, reasons }: InteractionModel['prompt']): boolean {
  const others = reasons.filter((one) => !OF_NAMED.includes(one));
  return name === 'login' && others.length < reasons.length && others.every((one) => one === 'no_session');
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
