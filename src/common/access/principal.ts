import type { Admission } from './admission.js';
import type { Membership } from './permissions.js';

/** The caller, as identified by a valid bearer token. */
export interface Principal {
  userNo: number;
  userId: string;
  kind: 'person' | 'service';
  orgId: string;
  memberships: readonly Membership[];
  /** The config version read for this call. Cached values of this version are current. */
  configVersion?: number | undefined;
  /** The admission of the caller's request; absent for work without a request. */
  admission?: Admission;
}

/**
 * Verifies bearer tokens (RFC 6750). A port, so that the guard doesn't depend on OpenID Connect; `oidc/tokens` implements it and
 * `app.module.ts` binds it.
 */
export abstract class TokenVerifier {
  /** @returns the caller that the token identifies at this service's own APIs, or undefined if it is not valid here. */
  abstract verify(token: string): Promise<Principal | undefined>;
}
