// The security headers of every answer. Pages add more (`pageHeaders`); test/security/headers.spec.ts has the whole table.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

const YEAR_SECONDS = 31_536_000;
const TRANSPORT = 'Strict-Transport-Security';

/** RFC 6797: allows only TLS from now on, if the public address uses TLS. */
export function transportSecurity(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:') ? { [TRANSPORT]: `max-age=${YEAR_SECONDS}; includeSubDomains` } : {};
}

/** For all answers of Express: they aren't pages, load nothing, and can't be framed. */
export function answerSecurity(publicUrl: string): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Applications may open the sign-in in a separate window, and get its messages after it has returned to them.
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: true },
  };
}

/** The same headers, for answers written outside Express. */
export function answerSecurityHeaders(publicUrl: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader: () => undefined };
  helmet(answerSecurity(publicUrl))({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}
