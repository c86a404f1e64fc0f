import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { ACCESS } from '../access/access.js';
import { rememberedCaller, unauthenticated } from '../access/admission.js';
import { BearerStrategy } from '../access/bearer.strategy.js';
import type { AccessRule } from '../access/permissions.js';
import type { Principal } from '../access/principal.js';
import { DomainError } from '../primitives/domain-error.js';
import { BearerCorridor } from './admit.js';
import { guardedDoor } from './doors.js';

/** Guards every route. Denies by default: a route without an access mark is refused. */
@Injectable()
export class AccessGuard extends AuthGuard() {
  constructor(
    private readonly reflector: Reflector,
    private readonly corridor: BearerCorridor,
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
    // The path as it was routed, without the query.
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    await this.corridor.admit({
      door: guardedDoor(path),
      request,
      response: context.switchToHttp().getResponse<Response>(),
      path,
      rule,
      params: { ...request.params },
      // If the token was verified before the body was read, Passport isn't needed again.
      identify: async () => rememberedCaller(request) ?? this.verify(context, request),
      // Read before the guard, or by the handler.
      readBody: () => undefined,
    });
    return true;
  }

  private async verify(context: ExecutionContext, request: Request & { user?: Principal }): Promise<Principal | undefined> {
    await super.canActivate(context);
    return request.user;
  }

  /** Returns Passport's result. @throws DomainError `unauthenticated` instead of Nest's own exception. */
  override handleRequest<User>(error: unknown, user: User | false, info: unknown): User {
    if (error) throw error;
    if (user) return user;
    throw unauthenticated(info === 'invalid_token');
  }
}
