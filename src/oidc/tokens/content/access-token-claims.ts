// The content of an access token as the claims of a JWT (RFC 9068 section 2.2).
import { actClaim } from './actors.js';
import type { TokenContent } from './token-content.js';

/** The one private claim: the content that only this service's own check reads, sealed so that it reveals nothing. */
const OWN = 'gatehouse';

/**
 * @param seal hides the rest of the content from all readers but this service. @returns claims of a signed token; `aud` is always a list
 */
export function toClaims(
  { jti, userId, clientId, scope, audience, iat, exp, authTime, amr, jkt, ...own }: TokenContent,
  issuer: string,
  seal: (content: object) => string,
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
    ...(jkt !== undefined && { cnf: { jkt } }),
    [OWN]: seal(own),
  };
}

/**
 * The inverse, for claims whose signature and type have been checked, so this service wrote them.
 * @returns undefined when the key that sealed the rest was removed
 */
export async function fromClaims(
  claims: Record<string, unknown>,
  open: (sealed: string) => Promise<object | undefined>,
): Promise<TokenContent | undefined> {
  const { jti, sub, client_id: clientId, scope, aud, iat, exp, auth_time: authTime, amr, cnf, [OWN]: sealed } = claims;
  const own = typeof sealed === 'string' ? await open(sealed) : undefined;
  if (!own) return undefined;
  return {
    ...own,
    jti,
    userId: sub,
    clientId,
    scope,
    audience: aud,
    iat,
    exp,
    ...(authTime === undefined ? {} : { authTime }),
    ...(amr === undefined ? {} : { amr }),
    ...(cnf === undefined ? {} : { jkt: (cnf as { jkt: string }).jkt }),
  } as TokenContent;
}
