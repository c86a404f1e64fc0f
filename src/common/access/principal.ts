import type { Membership } from './permissions.js';

/** Who is calling, as far as a valid bearer token tells. */
export interface Principal {
  userNo: number;
  userId: string;
  kind: 'person' | 'service';
  orgId: string;
  memberships: readonly Membership[];
  /** The config version as it was read for this call: what a cache has under it is current, and needs no reading again. */
  configVersion?: number | undefined;
}

/**
 * Checks a bearer token (RFC 6750). The port is here so that the guard needs to know nothing of OpenID Connect;
 * `oidc/tokens` implements it and `app.module.ts` binds it.
 */
export abstract class TokenVerifier {
  /** @returns who the token speaks for at this service's own API, or undefined when it is not valid here. */
  abstract verify(token: string): Promise<Principal | undefined>;
}
