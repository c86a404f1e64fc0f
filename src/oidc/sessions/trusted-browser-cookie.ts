// Records that a person signed in with this browser before, without saying who. The cookie signs no one in.
import type { Request, Response } from 'express';
import { readOwnCookie, setOwnCookie } from './own-cookie.js';

const NAME = 'gatehouse_known_browser';
const DAYS = 180;

/** The value that {@link setTrustedBrowser} set in this browser. */
export function readTrustedBrowser(request: Request, publicUrl: string): string | undefined {
  return readOwnCookie(request, NAME, publicUrl);
}

export function setTrustedBrowser(response: Response, value: string, publicUrl: string): void {
  setOwnCookie(response, NAME, value, publicUrl, DAYS);
}
