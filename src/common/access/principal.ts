import type { Clock } from '../primitives/clock.js';
import type { Membership } from './permissions.js';
import type { PresentedToken } from './presented-token.js';

/** The maximum age of a verdict while a request goes on. */
const VERDICT_MS = 1_000;

/** The caller, as identified by a valid bearer token. */
export interface Principal {
  userNo: number;
  userId: string;
  kind: 'person' | 'service';
  orgId: string;
  memberships: readonly Membership[];
  /** The config version read for this call. Cached values of this version are current. */
  configVersion?: number | undefined;
  /** When the person signed in, and whether with two factors; absent if the token doesn't say. */
  signIn?: { atSeconds: number; hasTwoFactors: boolean } | undefined;
  /** The admission of the caller's request; absent for work without a request. */
  admission?: Admission;
}

/** The admission of one request. The caller carries it, so code that has the caller can authorize the request again. */
export class Admission {
  private judgedMs: number;

  constructor(
    private readonly caller: Principal,
    private readonly clock: Clock,
    private readonly judge: () => Promise<Principal>,
  ) {
    this.judgedMs = clock.nowMs();
  }

  /** Authorizes the request again, and updates the caller's roles in place. @throws DomainError as `Admissions.admit` */
  async judgeAgain(): Promise<void> {
    const { memberships, configVersion } = await this.judge();
    Object.assign(this.caller, { memberships, configVersion });
    this.judgedMs = this.clock.nowMs();
  }

  /** Authorizes again unless the last verdict is recent. @throws DomainError as `Admissions.admit` */
  async keepCurrent(): Promise<void> {
    if (this.clock.nowMs() - this.judgedMs >= VERDICT_MS) await this.judgeAgain();
  }
}

/**
 * Verifies tokens of callers (RFC 6750), with the proof that a bound one needs (RFC 9449). A port, so that the guard doesn't depend on OpenID Connect; `oidc/tokens` implements it and
 * `app.module.ts` binds it.
 */
export abstract class TokenVerifier {
  /**
   * @returns the caller that the token identifies at this service's own APIs, or undefined if it is not valid here
   * @throws ProofRefusal for a proof that doesn't hold
   */
  abstract verify(token: PresentedToken): Promise<Principal | undefined>;
}
