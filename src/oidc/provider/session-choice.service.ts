// Chooses the session of a browser that serves an authorization request. The library knows one session per browser. Here there are several,
// and the library's cookie only names the last used.
import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { newSecret } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { AUTHORIZATION_ENDPOINT, DEVICE_SIGN_IN } from '../protocol/endpoints.js';
import { browserCookie, newBrowser, type Browser } from '../sessions/browser-cookie.js';
import { BrowserSessions, MAX_SESSIONS, type ListedSession } from '../sessions/browser-sessions.service.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import type { SessionHolder } from '../tokens/content/subjects.service.js';
import { subjectOf } from './adapters/account.js';
import { requestedSubject } from './claims-parameter.js';
import type { InteractionModel, Model, SessionModel } from './adapters/library.model.js';
import { requestContext } from './adapters/request-context.js';
import { RequestLookups } from './adapters/request-lookups.service.js';
import { SessionAdapter } from './adapters/session.adapter.js';

type Context = KoaContextWithOIDC;
type SessionClass = Model<SessionModel> & { instantiate(): SessionModel };

/** Maximum attempts. Each failed attempt means that another request of this browser came in between. */
const MAX_ENTRIES = 8;

@Injectable()
export class SessionChoice {
  private readonly secure: boolean;

  constructor(
    private readonly sessions: SessionAdapter,
    private readonly browserSessions: BrowserSessions,
    private readonly sessionEnd: SessionEnd,
    private readonly lookups: RequestLookups,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
  }

  /** The live sessions of the browser that sent the current request. */
  async sessionsAtHand(): Promise<ListedSession[]> {
    const context = requestContext();
    // A new browser has no sessions.
    const find = (holder: SessionHolder) => this.lookups.signedIn(holder);
    context.sessions ??= context.isKnown ? await this.browserSessions.listLive(context.browser, find) : [];
    return context.sessions;
  }

  /** @param session named by the library's cookie, or a new one */
  async choose(provider: Provider, ctx: Context, session: SessionModel): Promise<SessionModel> {
    // A sign-out concerns the session of the cookie, and pages outside of the library have no route.
    const { route } = (ctx.oidc ?? {}) as { route?: string };
    if (route === 'resume' || route === 'device_resume') {
      const decided = await this.decidedBySignIn(provider, ctx, session);
      if (decided || route === 'resume') return decided ?? session;
    }
    // The sign-in for a device begins with what is a return to others.
    if ((route !== 'authorization' && route !== 'device_resume') || session.accountId) return session;
    const [only, ...others] = await this.sessionsAtHand();
    return (only && others.length === 0 ? await this.enter(provider, ctx, only.uid) : undefined) ?? session;
  }

  /**
   * Call once the library has read hint and claims. If this browser has a session of the person they name, the request continues with it,
   * even if another session was used last (OpenID Connect Core sections 3.1.2.1 and 5.5.1).
   * A background request (`prompt=none`) does not change the last used session. Otherwise the next request, perhaps of another application
   * or of the account page, would use a session that the person did not choose.
   */
  async preferNamed(provider: Provider, ctx: Context): Promise<void> {
    const { oidc } = ctx as { oidc: { session?: SessionModel } };
    const named = namedUserId(ctx);
    if (named === undefined || named === oidc.session?.accountId) return;
    const own = (await this.sessionsAtHand()).find(({ subject }) => subject.userId === named);
    const entered = own && (await this.enter(provider, ctx, own.uid));
    if (!entered) return;
    oidc.session = entered;
    if (ctx.oidc.prompts.has('none')) requestContext().keptCookie = provider.cookieName('session');
  }

  /** Gives a browser its cookie, and records the session that served it. */
  async recognizeBrowser(ctx: Context, next: () => Promise<unknown>): Promise<void> {
    if (!isAuthorization(ctx.path)) return void (await next());
    const given = this.browserSessions.browserOf(ctx);
    const context = requestContext(ctx);
    [context.browser, context.isKnown] = [given ?? newBrowser(), given !== undefined];
    await next().finally(() => withholdCookie(ctx, context.keptCookie));
    const browser = await this.rememberSession(ctx, context.browser);
    if (browser !== given) ctx.cookies.set(...browserCookie(browser, this.secure));
  }

  /** @returns the browser under its current name */
  private async rememberSession(ctx: Context, browser: Browser): Promise<Browser> {
    // The member `oidc` is missing when no endpoint was found.
    const { session, account, entities, route } = (ctx as Partial<Context>).oidc ?? {};
    if (!session?.accountId || account?.accountId !== session.accountId) return browser;
    const signedIn = (route === 'resume' || route === 'device_resume') && entities?.Interaction?.result?.login !== undefined;
    const listed = requestContext(ctx).sessions?.find(({ uid }) => uid === session.uid);
    const used = { signedIn, userAgent: ctx.headers['user-agent'], lastUs: listed?.usedUs };
    const known = await this.browserSessions.recordUse(browser, { uid: session.uid, subject: subjectOf(account) }, used);
    if (signedIn) {
      const sessions = await this.browserSessions.listLive(known);
      for (const surplus of sessions.slice(MAX_SESSIONS)) await this.sessionEnd.endWithDoubles(surplus, 'removed');
    }
    return known;
  }

  /** Returns the session that the sign-in decided on: one of this browser's sessions, or a new one for a person without one. */
  private async decidedBySignIn(provider: Provider, ctx: Context, current: SessionModel): Promise<SessionModel | undefined> {
    const { uid } = (ctx as unknown as { params: { uid: string } }).params;
    if (ctx.cookies.get(provider.cookieName('resume')) !== uid) return undefined;
    const interaction = await (provider.Interaction as unknown as Model<InteractionModel>).find(uid);
    const wanted = interaction?.session?.uid;
    if (wanted === undefined) return interaction?.result?.login && current.accountId ? newSession(provider, ctx) : undefined;
    if (wanted === current.uid) return undefined;
    const isOwn = (await this.sessionsAtHand()).some((session) => session.uid === wanted);
    return isOwn ? this.enter(provider, ctx, wanted) : undefined;
  }

  /** Continues with another session of this browser, under a new id. */
  private async enter(provider: Provider, ctx: Context, uid: string): Promise<SessionModel | undefined> {
    for (let attempt = 1; attempt <= MAX_ENTRIES; attempt++) {
      const id = newSecret();
      if (!(await this.sessions.rename(uid, id))) return undefined;
      const session = await (provider.Session as unknown as SessionClass).find(id);
      // Another request of this browser may have entered the session in between, under another id.
      if (!session) continue;
      ctx.oidc.entity('Session', session);
      return session;
    }
    return undefined;
  }
}

/** The only user the request accepts, if the library has read that yet. */
export function namedUserId({ oidc }: Context): string | undefined {
  const hinted: unknown = oidc.entities.IdTokenHint?.payload.sub;
  return typeof hinted === 'string' ? hinted : requestedSubject({ ...oidc.params });
}

function newSession(provider: Provider, ctx: Context): SessionModel {
  const session = (provider.Session as unknown as SessionClass).instantiate();
  ctx.oidc.entity('Session', session);
  return session;
}

/** The library sets the cookie of the session that served, even in an error response. */
function withholdCookie({ response }: Context, name: string | undefined): void {
  const given: string | string[] | undefined = response.get('Set-Cookie');
  if (name === undefined || !given) return;
  const others = [given].flat().filter((cookie) => ![`${name}=`, `${name}.sig=`].some((start) => cookie.startsWith(start)));
  response.set('Set-Cookie', others);
}

function isAuthorization(path: string): boolean {
  const lower = path.toLowerCase();
  return [AUTHORIZATION_ENDPOINT, DEVICE_SIGN_IN].some((endpoint) => lower === endpoint || lower.startsWith(`${endpoint}/`));
}
