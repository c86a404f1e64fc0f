// The authorizations that the library keeps in a session. Each has the `sid` by which a client knows the session, and whether the client
// was given a code or tokens.
import type { AdapterPayload } from 'oidc-provider';

/**
 * A session merged with what concurrent requests have stored of it. If one client got two values of `sid` at once, the stored one stays.
 * @param stored the stored states, under any id of the session
 */
export function withStoredAuthorizations(session: AdapterPayload, stored: readonly AdapterPayload[]): AdapterPayload {
  const authorizations = { ...session.authorizations };
  for (const [clientId, known] of stored.flatMap((other) => Object.entries(other.authorizations ?? {})))
    authorizations[clientId] = { ...authorizations[clientId], ...known };
  return { ...session, authorizations };
}
