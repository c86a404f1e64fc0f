import type { Request, Response } from 'express';

const DAY_MS = 86_400_000;
const DAYS = 180;

/**
 * Says that somebody signed in with this browser before, and nothing about whom; signs nobody in. RFC 6265bis section 4.1.3: browsers
 * take a name with this prefix from nobody but this very host.
 */
function trustedBrowserCookieName(publicUrl: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}gatehouse_known_browser`;
}

/** What the browser brings back of {@link setTrustedBrowser}. */
export function readTrustedBrowser({ headers }: Request, publicUrl: string): string | undefined {
  const start = `${trustedBrowserCookieName(publicUrl)}=`;
  return headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

export function setTrustedBrowser(response: Response, value: string, publicUrl: string): void {
  response.cookie(trustedBrowserCookieName(publicUrl), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(publicUrl),
    maxAge: DAYS * DAY_MS,
    encode: String,
  });
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
