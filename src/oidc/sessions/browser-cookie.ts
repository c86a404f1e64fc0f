// The cookie that identifies a browser. Its stable part binds sign-ins in progress to the browser; the part that changes with each sign-in
// identifies its sessions. A copy made before a sign-in therefore gives no access to sessions (docs/adr/0012-browser-sessions.md).
import { secretDigest } from '../../common/crypto/digest.js';
import { newSecret } from '../../common/primitives/ids.js';
import { createHash } from 'node:crypto';

/** The content of a browser's cookie. Both parts are random and known to that browser only. */
export interface Browser {
  id: string;
  secret: string;
}

const A_YEAR_MS = 365 * 86_400_000;

const VALUE = /^([\w-]{22})\.([\w-]{43})$/;

/** RFC 6265bis section 4.1.3: browsers accept this prefix only from this exact host. */
export function browserCookieName(secure: boolean): string {
  return `${secure ? '__Host-' : ''}gatehouse_browser`;
}

export function newBrowser(): Browser {
  return { id: newSecret(16), secret: newSecret() };
}

/** The same browser after a sign-in. */
export function renewed({ id }: Browser): Browser {
  return { id, secret: newSecret() };
}

/** @param header the request's `Cookie` @returns undefined if it has no such cookie */
export function readBrowser(header: string | undefined, secure: boolean): Browser | undefined {
  const name = `${browserCookieName(secure)}=`;
  const pair = (header ?? '').split(/; */).find((one) => one.startsWith(name));
  const [, id, secret] = VALUE.exec(pair?.slice(name.length) ?? '') ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** The cookie, in the same form for every request. */
export function browserCookie(browser: Browser, secure: boolean) {
  const options = { signed: false, httpOnly: true, sameSite: 'lax', secure, overwrite: true, path: '/', maxAge: A_YEAR_MS } as const;
  return [browserCookieName(secure), browserCookieValue(browser), options] as const;
}

export function browserCookieValue({ id, secret }: Browser): string {
  return `${id}.${secret}`;
}

/** The digest stored with a sign-in in progress. */
export function bindingOf({ id }: Browser): string {
  return secretDigest(id);
}

/** The digest stored with the sessions of a browser. */
export function sessionsKeyOf(browser: Browser): string {
  return secretDigest(browserCookieValue(browser));
}

/** A public name for a session in the log and in forms. It can't be used to access the session. */
export function sessionName(uid: string): string {
  return createHash('sha256').update(`session ${uid}`).digest('base64url').slice(0, 22);
}
