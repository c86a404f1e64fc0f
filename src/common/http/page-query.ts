// The query parameters that a route accepts.
import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { DomainError, type Fault } from '../primitives/domain-error.js';

const QUERY_NAMES = 'gatehouse:query';
const ANY = 'any';

/** A parameter of every writing route of the admin API. A route that declares it also handles it. */
export const DRY_RUN = 'dryRun';

/** Whether `dryRun` applies to a request whose handler doesn't handle it. */
export function takesDryRun(reflector: Reflector, context: ExecutionContext, { method }: Pick<Request, 'method'>): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const declared = reflector.get<string[] | typeof ANY | undefined>(QUERY_NAMES, context.getHandler());
  return declared !== ANY && !declared?.includes(DRY_RUN);
}

/** The query parameters of a route; a route without this mark accepts none. */
export const QueryNames = (...names: string[]) => SetMetadata(QUERY_NAMES, names);

/** A route that, by its contract, ignores unknown query parameters. */
export const AnyQuery = () => SetMetadata(QUERY_NAMES, ANY);

/** Refuses unknown query parameters of the admin API, so that a misspelled one isn't ignored. */
@Injectable()
export class KnownQueryInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  /** @throws DomainError `invalid` */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    this.assertKnown(request, context);
    return next.handle();
  }

  private assertKnown(request: Request, context: ExecutionContext): void {
    const declared = this.reflector.get<string[] | typeof ANY | undefined>(QUERY_NAMES, context.getHandler()) ?? [];
    if (declared === ANY) return;
    const known = takesDryRun(this.reflector, context, request) ? [...declared, DRY_RUN] : declared;
    const unknown = Object.keys(request.query).filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    const takes = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`;
    const faults = unknown.map((field): Fault => ({
      field,
      code: 'query.unknown',
      message: `This route has no query parameter ${field}.`,
    }));
    const detail = `This route has no query parameter ${unknown.join(', ')}. ${takes}`;
    throw new DomainError('invalid', 'query.unknown', detail, unknown[0], faults);
  }
}
