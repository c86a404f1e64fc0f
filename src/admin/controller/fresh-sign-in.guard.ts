// Refuses changes of administrators that the policy `administration` allows only after a fresh sign-in (RFC 9470; docs/adr/0074-fresh-sign-ins-for-changes.md).
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ANY_FRESH_CHANGE, FRESH_SIGN_IN, SignInNotFreshError, type FreshChange } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { DRY_RUN, takesDryRun } from '../../common/http/page-query.js';
import { Clock } from '../../common/primitives/clock.js';
import { acrOf } from '../../users/authentication/assurance/checks.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { WHOLE_SERVICE } from '../../users/organizations/owners.repository.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';

const READS = ['GET', 'HEAD'];
const TWO_FACTORS = [acrOf(2), acrOf(3)].filter((acr) => acr !== undefined);

@Injectable()
export class FreshSignInGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly policies: Policies,
    private readonly organizations: Organizations,
    private readonly clock: Clock,
  ) {}

  /** Runs after the caller was admitted. @throws SignInNotFreshError, DomainError `notFound` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const change = this.reflector.getAllAndOverride<FreshChange | typeof ANY_FRESH_CHANGE | undefined>(FRESH_SIGN_IN, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<Request & { user: Principal }>();
    // A service user signs in anew for each token; a dry run changes nothing.
    if (change === undefined || READS.includes(request.method) || request.user.kind === 'service' || this.isDryRun(context, request))
      return true;
    const { orgId } = request.params;
    const orgNo = typeof orgId === 'string' ? (await this.organizations.requireOrganization(orgId)).no : WHOLE_SERVICE;
    const policy = await this.policies.effectivePolicy(orgNo, 'administration', request.user.configVersion);
    const isAsked = change === ANY_FRESH_CHANGE ? policy.freshChanges.length > 0 : policy.freshChanges.includes(change);
    const maxAgeSeconds = policy.freshMinutes * 60;
    if (isAsked && !this.isFresh(request.user, maxAgeSeconds, policy.freshSecondFactor))
      throw new SignInNotFreshError({ maxAgeSeconds, acrValues: policy.freshSecondFactor ? TWO_FACTORS : [] });
    return true;
  }

  private isDryRun(context: ExecutionContext, request: Request): boolean {
    return takesDryRun(this.reflector, context, request) && request.query[DRY_RUN] === 'true';
  }

  /** A token that doesn't say when the person signed in is not fresh. */
  private isFresh({ signIn }: Principal, maxAgeSeconds: number, needsTwoFactors: boolean): boolean {
    if (signIn === undefined || (needsTwoFactors && !signIn.hasTwoFactors)) return false;
    return this.clock.nowMs() / 1_000 - signIn.atSeconds <= maxAgeSeconds;
  }
}
