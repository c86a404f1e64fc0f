// Who may introspect and revoke which token, as the library asks it.
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { GrantsRepository } from '../tokens/grants.repository.js';
import { mayIntrospect } from '../tokens/introspection.service.js';
import type { Revocation } from '../tokens/revocation.service.js';
import { recordOf } from './client.adapter.js';
import { requestContext } from './request-context.js';

export interface RevocationParts {
  revocation: Revocation;
  grants: GrantsRepository;
}

/** RFC 7662 section 2.1: only access tokens, and only for whom they are meant. */
export function introspectionAllowed(_ctx: KoaContextWithOIDC, client: object): boolean {
  const { token } = requestContext();
  return token !== undefined && mayIntrospect(recordOf(client), token);
}

/**
 * Ends an access token alone, or with a refresh token everything of its authorization (RFC 7009 section 2.1).
 * Always says no to the library, which would end the grant of an access token as well.
 * The token of another client is left as it is, and the answer is the same as for an unknown one.
 */
export async function revokeToken({ revocation, grants }: RevocationParts, client: object): Promise<boolean> {
  const { token, grant } = requestContext();
  if (grant) await grants.revoke(grant.id);
  if (token?.clientId === recordOf(client).clientId) await revocation.revoke(token);
  return false;
}
