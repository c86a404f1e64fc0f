// The authorizations that the library keeps in a session: by which `sid` a client knows it, and whether the client was given something.
import type { AdapterPayload } from 'oidc-provider';

/**
 * A session with what other requests at the same time have stored of it meanwhile. Of two names that a client got at once, the stored one stays.
 * @param stored under whatever id of the session
 */
export function withStoredAuthorizations(session: AdapterPayload, stored: readonly AdapterPayload[]): AdapterPayload {
  const authorizations = { ...session.authorizations };
  for (const [clientId, known] of stored.flatMap((other) => Object.entries(other.authorizations ?? {})))
    authorizations[clientId] = { ...authorizations[clientId], ...known };
  return { ...session, authorizations };
}
