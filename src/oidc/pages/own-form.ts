import type { Request } from 'express';

/**
 * Whether a form comes from our own page, against log-in CSRF (RFC 9700 section 4.7): a browser says where a form comes from. Programs that
 * say nothing are let through, because they too need the cookies of this sign-in, which a browser does not send from elsewhere.
 * @param origin of this service
 */
export function isOwnForm({ headers }: Pick<Request, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === origin;
}
