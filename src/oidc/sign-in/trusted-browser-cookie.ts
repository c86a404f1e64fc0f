// Says that somebody signed in with this browser before, and nothing about whom; signs nobody in.
import type { Request, Response } from 'express';
import { readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';

const NAME = 'gatehouse_known_browser';
const DAYS = 180;

/** What the browser brings back of {@link setTrustedBrowser}. */
export function readTrustedBrowser(request: Request, publicUrl: string): string | undefined {
  return readOwnCookie(request, NAME, publicUrl);
}

export function setTrustedBrowser(response: Response, value: string, publicUrl: string): void {
  setOwnCookie(response, NAME, value, publicUrl, DAYS);
}
