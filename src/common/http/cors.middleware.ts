// Cross-origin requests to the APIs of this service (Fetch standard, section 3.3). Callers present a token, so browser credentials are
// never allowed. A request from an origin that isn't allowed is answered as if it had no Origin header.
import type { NextFunction, Request, Response } from 'express';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS = 'Authorization, DPoP, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, X-Request-Id';
const EXPOSED_HEADERS =
  'Accept-Patch, DPoP-Nonce, Dry-Run, ETag, Idempotent-Replayed, Location, Content-Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
/** Seconds for which a browser may cache the answer to a preflight. A change of the allowed origins takes that long to apply. */
const PREFLIGHT_SECONDS = 600;

/** Decides which origins may call. */
export interface AllowedOrigins {
  allows(origin: string): Promise<boolean>;
}

/** Answers preflights of allowed origins, and lets their pages read the responses. */
export function corsMiddleware(allowedOrigins: AllowedOrigins) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { origin } = request.headers;
    if (origin === undefined) return next();
    response.vary('Origin');
    // If the database doesn't answer, the request continues and fails on its own.
    if (!(await allowedOrigins.allows(origin).catch(() => false))) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
      return next();
    }
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    response.status(204).end();
  };
}
