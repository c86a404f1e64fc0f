// Refuses bodies that no handler of the admin API reads: a member that means something to the caller must not be ignored.
import 'reflect-metadata';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { DomainError, type Fault } from '../primitives/domain-error.js';

/** The parameter types through which a handler gets the body. */
const BODY_SOURCES: readonly number[] = [RouteParamtypes.BODY, RouteParamtypes.RAW_BODY, RouteParamtypes.REQUEST];

@Injectable()
export class UnreadBodyInterceptor implements NestInterceptor {
  private readonly readers = new WeakMap<object, boolean>();

  /** @throws DomainError `invalid`, as for an unknown member of a body that is read */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<Request & { body?: unknown }>();
    const members = typeof body === 'object' && body !== null ? Object.keys(body) : [];
    if (members.length === 0 || this.readsBody(context)) return next.handle();
    const faults = members.map((field): Fault => ({ field, code: 'body.unknown', message: `This route has no member ${field}.` }));
    throw new DomainError('invalid', 'body.invalid', 'This route takes no body. Send none, or an empty object.', members[0], faults);
  }

  private readsBody(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.readers.get(handler);
    if (known !== undefined) return known;
    const sources = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as Record<string, unknown>;
    const reads = Object.keys(sources).some((source) => BODY_SOURCES.includes(Number(source.split(':', 1)[0])));
    this.readers.set(handler, reads);
    return reads;
  }
}
