// Refuses requests that the policy `administration` allows only after a fresh sign-in (docs/adr/0074-fresh-sign-ins-for-changes.md).
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ANY_FRESH_CHANGE, type FreshChange } from '../../common/access/fresh-changes.js';
import { FRESH_READS, FRESH_SIGN_IN } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { DRY_RUN, takesDryRun } from '../../common/http/page-query.js';
import { FreshSignIns } from '../../users/authentication/assurance/fresh-sign-ins.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { WHOLE_SERVICE } from '../../users/organizations/owners.repository.js';

const READS = ['GET', 'HEAD'];

@Injectable()
export class FreshSignInGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly freshSignIns: FreshSignIns,
    private readonly organizations: Organizations,
  ) {}

  /** Runs after the caller was admitted. @throws SignInNotFreshError, DomainError `notFound` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const change = this.mark<FreshChange | typeof ANY_FRESH_CHANGE>(context, FRESH_SIGN_IN);
    const request = context.switchToHttp().getRequest<Request & { user: Principal }>();
    const isFree = READS.includes(request.method) ? !this.mark<boolean>(context, FRESH_READS) : this.isDryRun(context, request);
    if (change === undefined || isFree) return true;
    const { orgId } = request.params;
    const orgNo = typeof orgId === 'string' ? (await this.organizations.requireOrganization(orgId)).no : WHOLE_SERVICE;
    await this.freshSignIns.assertFresh(request.user, orgNo, change);
    return true;
  }

  private mark<T>(context: ExecutionContext, key: string): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }

  /** It changes nothing. */
  private isDryRun(context: ExecutionContext, request: Request): boolean {
    return takesDryRun(this.reflector, context, request) && request.query[DRY_RUN] === 'true';
  }
}
