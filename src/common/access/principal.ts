import type { Admission } from './admission.js';
import type { Membership } from './permissions.js';

/** The caller, as identified by a valid bearer token. */
export interface Principal {
  userNo: number;
  userId: string;
  kind: 'person' | 'service';
  orgId: string;
  memberships: readonly Membership[];
  /** The config version read for this call: cached values of this version are current. */
  configVersion?: number | undefined;
  /** Of the request that the caller sent; absent for work without a request. */
  admission?: Admission;
}

/**
 * Verifies bearer tokens (RFC 6750). A port, so that the guard need not know OpenID Connect;
 * `oidc/tokens` implements it and `app.module.ts` binds it.
 */
export abstract class TokenVerifier {
  /** @returns the caller the token stands for at this service's own APIs, or undefined if it is not valid here. */
  abstract verify(token: string): Promise<Principal | undefined>;
}
