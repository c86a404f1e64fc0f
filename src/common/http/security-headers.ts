// What browsers are told with every answer. Pages say more about themselves (`pageHeaders`); test/security/headers.spec.ts has the whole table.
import type { HelmetOptions } from 'helmet';

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
