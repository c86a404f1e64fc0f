// Which of a browser's sessions a request of the authorization endpoint is served with. The library knows one session per browser; here there
// are several, and its cookie only says which one was used last.
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { newSecret } from '../../common/primitives/ids.js';
import { bindingOf, type Browser } from '../sessions/browser-cookie.js';
import type { BrowserSessions, LiveSession } from '../sessions/browser-sessions.service.js';
import type { Artifacts } from './artifact.adapter.js';
import type { InteractionModel, Model, SessionModel } from './library.js';
import { requestContext } from './request-context.js';

type Context = KoaContextWithOIDC;

export interface SessionChoiceParts {
  artifacts: Artifacts;
  browserSessions: BrowserSessions;
}

/** The live sessions of the browser that sent the request being served. */
export async function sessionsAtHand({ browserSessions }: SessionChoiceParts): Promise<LiveSession[]> {
  const memory = requestContext();
  // A browser that is here for the first time has none.
  memory.sessions ??= memory.isKnown ? await browserSessions.listLive(memory.browser) : [];
  return memory.sessions;
}

/** Call before the provider's first request, after the override of sessions. */
export function overrideSessionChoice(provider: Provider, parts: SessionChoiceParts): void {
  bindInteractions(provider);
  const Session = provider.Session as unknown as Model<SessionModel> & {
    get(ctx: Context): Promise<SessionModel>;
    instantiate(): SessionModel;
  };
  const { get } = Session;

  const enter = async (ctx: Context, uid: string): Promise<SessionModel | undefined> => {
    const id = newSecret();
    if (!(await parts.artifacts.rename('Session', uid, id))) return undefined;
    const session = await Session.find(id);
    if (session) ctx.oidc.entity('Session', session);
    return session;
  };
  const fresh = (ctx: Context): SessionModel => {
    const session = Session.instantiate();
    ctx.oidc.entity('Session', session);
    return session;
  };

  Session.get = async function (ctx) {
    const session = await get.call(this, ctx);
    // A sign-out is about the session of the cookie, and pages outside of the library have no route.
    const { route } = (ctx.oidc ?? {}) as { route?: string };
    if (route === 'resume') return (await decided(ctx, session)) ?? session;
    if (route !== 'authorization' || session.accountId) return session;
    const [only, ...others] = await sessionsAtHand(parts);
    return (only && others.length === 0 ? await enter(ctx, only.uid) : undefined) ?? session;
  };

  /** What the sign-in decided: one of this browser's sessions, or for somebody who has none yet, a new one. */
  async function decided(ctx: Context, current: SessionModel): Promise<SessionModel | undefined> {
    const { uid } = (ctx as unknown as { params: { uid: string } }).params;
    if (ctx.cookies.get(provider.cookieName('resume')) !== uid) return undefined;
    const interaction = await (provider.Interaction as unknown as Model<InteractionModel>).find(uid);
    const wanted = interaction?.session?.uid;
    if (wanted === undefined) return interaction?.result?.login && current.accountId ? fresh(ctx) : undefined;
    if (wanted === current.uid) return undefined;
    const own = (await sessionsAtHand(parts)).some((session) => session.uid === wanted);
    return own ? enter(ctx, wanted) : undefined;
  }
}

/**
 * A sign-in under way belongs to the browser it was begun in, by a cookie that no other host can plant (RFC 6265bis section 4.1.3);
 * the library's own cookies name it by an address, which a sibling domain could plant.
 */
function bindInteractions(provider: Provider): void {
  const Interaction = provider.Interaction as unknown as Model<InteractionModel> & { IN_PAYLOAD: string[] };
  const stored = [...Interaction.IN_PAYLOAD, 'browser'];
  Object.defineProperty(Interaction, 'IN_PAYLOAD', { get: () => stored });
  const { find } = Interaction;
  const { save } = Interaction.prototype;
  Interaction.prototype.save = function (ttl) {
    const browser = browserAtHand();
    if (browser) this.browser ??= bindingOf(browser);
    return save.call(this, ttl);
  };
  Interaction.find = async function (...args) {
    const found = await find.apply(this, args);
    const browser = browserAtHand();
    return browser && found?.browser !== bindingOf(browser) ? undefined : found;
  };
}

/** Undefined outside of the library's own requests: the pages look at the browser themselves. */
function browserAtHand(): Browser | undefined {
  return Provider.ctx && requestContext().browser;
}
