// The library's browser session, for our own pages: finds the signed-in person, and signs in without an application.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { type Check, checksOf } from '../../users/authentication/assurance/checks.js';
import { browserCookie, newBrowser } from '../sessions/browser-cookie.js';
import { BrowserSessions, type LiveSession } from '../sessions/browser-sessions.service.js';
import { type LiveSubject, type SessionHolder, Subjects } from '../tokens/content/subjects.service.js';
import type { SessionModel } from './adapters/library.model.js';
import { ProviderHost } from './provider-host.js';
import { SessionAdapter } from './adapters/session.adapter.js';

type Held = SessionModel & { id: string; holder?: SessionHolder; checks?: readonly Check[]; loginTs?: number };

@Injectable()
export class BrowserSession {
  private readonly secure: boolean;

  constructor(
    private readonly host: ProviderHost,
    private readonly sessions: SessionAdapter,
    private readonly subjects: Subjects,
    private readonly browserSessions: BrowserSessions,
    private readonly assurances: Assurances,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
  }

  /** Finds the session of the person signed in to this browser, unless a later change has ended it. */
  async findSignedIn(request: Request, response: Response): Promise<LiveSession | undefined> {
    const { provider } = await this.host.currentProvider();
    const session = await sessionOf(provider, contextOf(provider, request, response));
    const { uid, holder } = session;
    const subject = holder && (await this.subjects.signedIn(holder));
    return subject && { uid, subject, checks: checksOf(session) };
  }

  /**
   * Signs a person in to this browser, under a session id that no earlier request knew. Continues the session of the cookie if it belongs
   * to that person, else begins a new one.
   * @param checks the checks that the person has passed; the caller has found them sufficient
   * @returns the session
   */
  async begin(request: Request, response: Response, subject: LiveSubject, checks: readonly Check[]): Promise<LiveSession> {
    const { provider } = await this.host.currentProvider();
    const context = contextOf(provider, request, response);
    const { userId, userNo, generation, organizationGeneration } = subject;
    const holder: SessionHolder = { userNo, generation, organizationGeneration };
    const stays = await this.assurances.staysSignedIn(subject);
    const found = await sessionOf(provider, context);
    const goesOn = found.accountId === userId;
    // A session has one owner for life: the ID tokens of the other person name it, and that person's tokens end with it.
    const session = goesOn || found.accountId === undefined ? found : newSession(provider);
    Object.assign(session, { accountId: userId, loginTs: this.clock.nowSeconds(), checks, holder, transient: !stays });
    session.resetIdentifier();
    const save = () => session.save(SESSION_SECONDS);
    await (goesOn ? save() : this.sessions.begin(session.uid, userNo, save));
    // PUBLIC_URL decides whether cookies are secure, not a header of the request.
    context.cookies.secure = this.secure;
    const expires = new Date((this.clock.nowSeconds() + SESSION_SECONDS) * 1_000);
    const options = { httpOnly: true, sameSite: 'lax', secure: this.secure, overwrite: true, ...(stays && { expires }) } as const;
    context.cookies.set(provider.cookieName('session'), session.id, options);
    // The account chooser lists this session too. A sign-in gives the browser a new name.
    const begun = { uid: session.uid, subject, checks };
    const browser = this.browserSessions.browserOf(request) ?? newBrowser();
    const used = { signedIn: true, userAgent: request.headers['user-agent'] };
    context.cookies.set(...browserCookie(await this.browserSessions.recordUse(browser, begun, used), this.secure));
    return begun;
  }
}

function newSession(provider: Provider): Held {
  return (provider.Session as unknown as { instantiate(): Held }).instantiate();
}

type Context = ReturnType<Provider['createContext']>;

function contextOf(provider: Provider, request: Request, response: Response): Context {
  return provider.createContext(request, response);
}

function sessionOf(provider: Provider, context: Context): Promise<Held> {
  return provider.Session.get(context as KoaContextWithOIDC) as Promise<Held>;
}
