import type { Request, Response } from 'express';

/** Says that somebody signed in with this browser before, and nothing about whom; signs nobody in. */
const NAME = 'gatehouse_known_browser';
const DAY_MS = 86_400_000;
const DAYS = 180;

/** What the browser brings back of {@link keepKnownBrowser}. */
export function knownBrowserOf({ headers }: Request): string | undefined {
  return headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
}

export function keepKnownBrowser(response: Response, value: string, publicUrl: string): void {
  response.cookie(NAME, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: DAYS * DAY_MS,
    encode: String,
  });
}
