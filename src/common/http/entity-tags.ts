// Entity tags of the admin API (RFC 9110 section 8.8.3): digests of the representation, so that no table needs a version.
import { createHash } from 'node:crypto';
import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { DomainError } from '../primitives/domain-error.js';

const COMPARES = 'gatehouse:if-match';
const READS = ['GET', 'HEAD'];
const CHANGES = ['PATCH', 'PUT'];

/** The tag of a representation. */
export function tagOf(representation: object): string {
  return `"${createHash('sha256').update(JSON.stringify(representation)).digest('base64url').slice(0, 22)}"`;
}

/** A precondition by entity tag. @throws DomainError `changed` if the resource has changed */
export type TagCheck<Current> = (current: Current) => void;

/** The header If-Match of a request. */
export class ExpectedTag {
  constructor(private readonly header: string | undefined) {}

  /** Whether the request has the header. */
  get isGiven(): boolean {
    return this.header !== undefined;
  }

  /**
   * The precondition of a change, for the service that makes it. Undefined without the header. @param view returns the resource as GET
   * shows it
   */
  on<Current>(view: (current: Current) => object): TagCheck<Current> | undefined {
    const { header } = this;
    if (header === undefined) return undefined;
    return (current) => {
      // Strong comparison (RFC 9110 section 13.1.1).
      if (header.trim() === '*' || tagsIn(header).includes(tagOf(view(current)))) return;
      throw new DomainError(
        'changed',
        'precondition.etag',
        'The resource has changed since you read it. Read it again before you change it.',
      );
    };
  }
}

const IfMatchHeader = createParamDecorator(
  (_: unknown, context: ExecutionContext) => new ExpectedTag(context.switchToHttp().getRequest<Request>().headers['if-match']),
);

/** If-Match, for a handler that changes or deletes a resource: it must pass it on to the unit of work. */
export function IfMatch(): ParameterDecorator {
  return (target, method, index) => {
    IfMatchHeader()(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (!method || !descriptor) return;
    SetMetadata(COMPARES, true)(target, method, descriptor);
    ApiHeader({ name: 'If-Match', required: false, description: '`ETag` that was read; 412 if the resource has changed since' })(
      target,
      method,
      descriptor,
    );
  };
}

/** Adds an entity tag to every answer with a representation, and answers 304 if the client already has it. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  /**
   * @throws DomainError `invalid` for If-Match on a route that doesn't compare it, and for If-None-Match with a change: ignoring them would
   * lose changes (RFC 9110 section 13.1.2)
   */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers['if-match'] !== undefined && !this.reflector.get<true | undefined>(COMPARES, context.getHandler()))
      throw unsupported('If-Match');
    const isRead = READS.includes(request.method);
    if (!isRead && request.headers['if-none-match'] !== undefined) throw unsupported('If-None-Match');
    const shows = isRead || CHANGES.includes(request.method);
    return shows
      ? next.handle().pipe(map((shown: unknown) => tagged(shown, request, context.switchToHttp().getResponse())))
      : next.handle();
  }
}

function unsupported(header: string): DomainError {
  return new DomainError('invalid', 'precondition.unsupported', `This route does not compare ${header}. Send it without.`);
}

function tagged(shown: unknown, request: Request, response: Response): unknown {
  if (typeof shown !== 'object' || shown === null || shown instanceof StreamableFile || response.headersSent) return shown;
  const tag = tagOf(shown);
  response.setHeader('ETag', tag);
  if (!READS.includes(request.method)) return shown;
  // The answer is for one caller only and must be revalidated each time.
  response.setHeader('Cache-Control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined || !(known.trim() === '*' || tagsIn(known).some((one) => one.replace(/^W\//, '') === tag))) return shown;
  response.status(304);
  return undefined;
}

/** The tags of a list (RFC 9110 section 8.8.3). Tags of this service have no commas. */
function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
