// What browsers are told with every answer. Pages say more about themselves (`pageHeaders`); test/security/headers.spec.ts has the whole table.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

const YEAR_SECONDS = 31_536_000;
const TRANSPORT = 'Strict-Transport-Security';

/** RFC 6797: from now on only by TLS, if the public address is one of TLS. */
export function transportSecurity(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:') ? { [TRANSPORT]: `max-age=${YEAR_SECONDS}; includeSubDomains` } : {};
}

/** For whatever Express answers: it is no page, loads nothing, and stands in no frame. */
export function answerSecurity(publicUrl: string): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Applications may open the sign-in in a window of its own, and hear from it after it has come back to them.
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: true },
  };
}

/** The same headers, for answers that Express does not write. */
export function answerSecurityHeaders(publicUrl: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader: () => undefined };
  helmet(answerSecurity(publicUrl))({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}
