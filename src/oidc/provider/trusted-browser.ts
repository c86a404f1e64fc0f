// Around the authorization endpoint: which browser asks, and which of its sessions was used in the end.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { AUTHORIZATION_ENDPOINT } from '../protocol/endpoints.js';
import { browserCookie, newBrowser, readBrowser, type Browser } from '../sessions/browser-cookie.js';
import type { SessionEnd } from '../sessions/session-end.service.js';
import { MAX_SESSIONS, type BrowserSessions } from '../sessions/browser-sessions.service.js';
import { subjectOf } from './account.js';
import { requestContext } from './request-context.js';

type Context = KoaContextWithOIDC;

export interface BrowserParts {
  issuer: string;
  browserSessions: BrowserSessions;
  sessionEnd: SessionEnd;
}

/** Gives a browser its cookie, and remembers the session it was served with. */
export function recognizeBrowser(parts: BrowserParts) {
  const secure = parts.issuer.startsWith('https:');
  return async (ctx: Context, next: () => Promise<unknown>): Promise<void> => {
    if (!isAuthorization(ctx.path)) return void (await next());
    const given = readBrowser(ctx.headers.cookie, secure);
    const memory = requestContext(ctx);
    [memory.browser, memory.isKnown] = [given ?? newBrowser(), given !== undefined];
    await next();
    const browser = await afterwards(ctx, memory.browser, parts);
    if (browser !== given) ctx.cookies.set(...browserCookie(browser, secure));
  };
}

/** @returns the browser as it is called from now on */
async function afterwards(ctx: Context, browser: Browser, { browserSessions, sessionEnd }: BrowserParts): Promise<Browser> {
  // There is no such member when no endpoint was found.
  const { session, account, entities, route } = (ctx as Partial<Context>).oidc ?? {};
  if (!session?.accountId || account?.accountId !== session.accountId) return browser;
  const signedIn = route === 'resume' && entities?.Interaction?.result?.login !== undefined;
  const used = { signedIn, userAgent: ctx.headers['user-agent'] };
  const known = await browserSessions.recordUse(browser, { uid: session.uid, subject: subjectOf(account) }, used);
  if (signedIn) {
    const sessions = await browserSessions.listLive(known);
    for (const session of sessions.slice(MAX_SESSIONS)) await sessionEnd.endWithDoubles(session, 'removed');
  }
  return known;
}

function isAuthorization(path: string): boolean {
  const lower = path.toLowerCase();
  return lower === AUTHORIZATION_ENDPOINT || lower.startsWith(`${AUTHORIZATION_ENDPOINT}/`);
}
