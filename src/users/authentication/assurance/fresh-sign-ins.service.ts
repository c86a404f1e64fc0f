// Whether an administrator signed in so recently that the policy `administration` allows a change (RFC 9470; docs/adr/0074-fresh-sign-ins-for-changes.md).
import { Injectable } from '@nestjs/common';
import { ANY_FRESH_CHANGE, type FreshChange } from '../../../common/access/fresh-changes.js';
import { SignInNotFreshError } from '../../../common/access/fresh-sign-in.js';
import type { Principal } from '../../../common/access/principal.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import { acrOf } from './checks.js';

const TWO_FACTORS = [acrOf(2), acrOf(3)].filter((acr) => acr !== undefined);

@Injectable()
export class FreshSignIns {
  constructor(
    private readonly policies: Policies,
    private readonly clock: Clock,
  ) {}

  /**
   * A service user presents its credential for each token, so it is always fresh.
   * @param orgNo the organization that is changed, or the whole service
   * @throws SignInNotFreshError
   */
  async assertFresh(
    { kind, signIn, configVersion }: Principal,
    orgNo: number,
    change: FreshChange | typeof ANY_FRESH_CHANGE,
  ): Promise<void> {
    if (kind === 'service') return;
    const policy = await this.policies.effectivePolicy(orgNo, 'administration', configVersion);
    const isAsked = change === ANY_FRESH_CHANGE ? policy.freshChanges.length > 0 : policy.freshChanges.includes(change);
    const maxAgeSeconds = policy.freshMinutes * 60;
    if (isAsked && !this.isFresh(signIn, maxAgeSeconds, policy.freshSecondFactor))
      throw new SignInNotFreshError({ maxAgeSeconds, acrValues: policy.freshSecondFactor ? TWO_FACTORS : [] });
  }

  /** A token that doesn't say when the person signed in is not fresh. */
  private isFresh(signIn: Principal['signIn'], maxAgeSeconds: number, needsTwoFactors: boolean): boolean {
    if (signIn === undefined || (needsTwoFactors && !signIn.hasTwoFactors)) return false;
    return this.clock.nowMs() / 1_000 - signIn.atSeconds <= maxAgeSeconds;
  }
}
