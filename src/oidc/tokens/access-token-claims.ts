// The content of an access token as the claims of a JWT (RFC 9068 section 2.2).
import { actClaim } from './actors.js';
import type { TokenContent } from './token-content.js';

/** The one private claim: what only this service's own check reads. It names internal numbers and counters, which open nothing. */
const OWN = 'gatehouse';

/** Claims of a signed token; `aud` is always a list. */
export function toClaims(
  { jti, userId, clientId, scope, audience, iat, exp, authTime, amr, ...own }: TokenContent,
  issuer: string,
): object {
  const act = actClaim(issuer, own.actors);
  return {
    iss: issuer,
    sub: userId,
    aud: audience,
    client_id: clientId,
    ...(exp === undefined ? {} : { exp }),
    iat,
    jti,
    scope,
    ...(authTime === undefined ? {} : { auth_time: authTime }),
    ...(amr === undefined ? {} : { amr }),
    ...(act && { act }),
    [OWN]: own,
  };
}

/** The inverse, for claims whose signature and type have been checked: this service wrote them. */
export function fromClaims(claims: Record<string, unknown>): TokenContent {
  const { jti, sub, client_id: clientId, scope, aud, iat, exp, auth_time: authTime, amr, [OWN]: own } = claims;
  return {
    ...(own as object),
    jti,
    userId: sub,
    clientId,
    scope,
    audience: aud,
    iat,
    exp,
    ...(authTime === undefined ? {} : { authTime }),
    ...(amr === undefined ? {} : { amr }),
  } as TokenContent;
}
