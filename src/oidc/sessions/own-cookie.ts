// Cookies of the sign-in pages that are kept for days. RFC 6265bis section 4.1.3: browsers accept names with the prefix `__Host-` only from
// this exact host.
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

const DAY_MS = 86_400_000;

/** The value that {@link setOwnCookie} set in this browser. */
export function readOwnCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string, publicUrl: string): string | undefined {
  const start = `${fullName(name, publicUrl)}=`;
  return headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/** @param value of characters that need no encoding (RFC 6265 section 4.1.1) */
export function setOwnCookie(response: Response, name: string, value: string, publicUrl: string, days: number): void {
  response.cookie(fullName(name, publicUrl), value, { ...attributes(publicUrl), maxAge: days * DAY_MS, encode: String });
}

export function forgetOwnCookie(response: Response, name: string, publicUrl: string): void {
  response.clearCookie(fullName(name, publicUrl), attributes(publicUrl));
}

function attributes(publicUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) } as const;
}

function fullName(name: string, publicUrl: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}${name}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
