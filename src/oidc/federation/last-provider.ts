// The identity provider with which a person last signed in in this browser. The sign-in page of the account knows no organization, so it offers this one.
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';

const COOKIE = 'gatehouse_provider';
const LIFETIME_DAYS = 180;

export function rememberProvider(response: Response, providerId: string, publicUrl: string): void {
  setOwnCookie(response, COOKIE, encodeURIComponent(providerId), publicUrl, LIFETIME_DAYS);
}

/** @returns its id, as the browser sends it: callers look it up */
export function lastProvider(request: Pick<IncomingMessage, 'headers'>, publicUrl: string): string | undefined {
  const value = readOwnCookie(request, COOKIE, publicUrl);
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
