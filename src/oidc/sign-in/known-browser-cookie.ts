// The cookie that says that somebody signed in with this browser before, and nothing about whom; it signs nobody in.
import type { Request, Response } from 'express';

const KEPT_DAYS = 180;

/** RFC 6265bis section 4.1.3: browsers take such a name from nobody but this very host. */
function cookieName(secure: boolean): string {
  return `${secure ? '__Host-' : ''}gatehouse_known_browser`;
}

export function readKnownBrowser({ headers }: Request, secure: boolean): string | undefined {
  const name = `${cookieName(secure)}=`;
  return headers.cookie
    ?.split('; ')
    .find((one) => one.startsWith(name))
    ?.slice(name.length);
}

export function rememberBrowser(response: Response, value: string, secure: boolean): void {
  response.cookie(cookieName(secure), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: KEPT_DAYS * 86_400_000,
    encode: String,
  });
}
