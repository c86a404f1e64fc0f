// `dryRun=true` on every writing route of the admin API: returns the answer of the request without changing anything.
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { asDryRun } from '../primitives/dry-run.js';
import { DRY_RUN, takesDryRun } from './page-query.js';
import { flag } from './paging.js';

@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  /** @throws DomainError `invalid` for a value that is neither true nor false */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!takesDryRun(this.reflector, context, request) || !flag(request.query[DRY_RUN], DRY_RUN)) return next.handle();
    context.switchToHttp().getResponse<Response>().setHeader('Dry-Run', 'true');
    return asDryRun((end) => next.handle().pipe(finalize(end)));
  }
}
