import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { DomainError } from '../primitives/domain-error.js';
import { ACCESS } from './access.js';
import type { AccessRule } from './permissions.js';
import { Admissions, unauthenticated } from './admission.js';
import { CallerLimits } from './caller-limits.js';
import { BearerStrategy, bearerToken } from './bearer.strategy.js';
import { rememberedCaller } from './early-caller.js';
import type { Principal } from './principal.js';

/** Guards every route. Denies by default: a route without an access mark is refused. */
@Injectable()
export class AccessGuard extends AuthGuard() {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: CallerLimits,
    private readonly admissions: Admissions,
    strategy: BearerStrategy,
  ) {
    super({
      // Passport accepts a strategy object as well as a name. Names are global to the process, so a second service in it would answer for
      // this one.
      // Each request gets a new object, as with a name, because Passport stores the outcome of the request on it.
      get defaultStrategy() {
        return Object.create(strategy) as string;
      },
    });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
    if (!rule) throw new DomainError('forbidden', 'access.unmarked', 'This endpoint is closed.');
    if (rule.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<Request & { user: Principal }>();
    const known = rememberedCaller(request);
    // The token was verified before the body was read, so Passport isn't needed again.
    if (known) request.user = known;
    else await super.canActivate(context);
    const { params, headers } = request;
    this.admissions.admit(request.user, { token: bearerToken(headers.authorization) ?? '', rule, params: { ...params } });
    const { orgId = request.user.orgId } = params;
    // The path as it was routed, without the query.
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    await this.limits.admitCaller(request, context.switchToHttp().getResponse<Response>(), path, request.user, String(orgId));
    return true;
  }

  /** Returns Passport's result. @throws DomainError `unauthenticated` instead of Nest's own exception. */
  override handleRequest<User>(error: unknown, user: User | false, info: unknown): User {
    if (error) throw error;
    if (user) return user;
    throw unauthenticated(info === 'invalid_token');
  }
}
