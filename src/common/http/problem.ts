// Error responses of the admin API: problem details (RFC 9457) with `code`, `errors` and `requestId`.
import { STATUS_CODES } from 'node:http';
import { HttpException, ValidationPipe, type ArgumentMetadata, type ValidationError, type ValidationPipeOptions } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, type ErrorKind, type Fault } from '../primitives/domain-error.js';
import type { ErrorCode } from '../primitives/error-codes.js';

/** Exhaustive by type: a new kind doesn't compile without its status. */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  precondition: 409,
  changed: 412,
  unprocessable: 422,
  tooLarge: 413,
  notAcceptable: 406,
  unsupportedMedia: 415,
  tooMany: 429,
  busy: 503,
  unavailable: 503,
};

/** The error as a caller sees it. */
export interface Problem {
  status: number;
  code: ErrorCode;
  detail: string;
  field?: string;
  /** Every fault found in the request. */
  faults?: readonly Fault[];
}

/** Renders the errors of one protocol. `matches` decides by the path only, because an unknown route has no handler. */
export interface ErrorRenderer {
  matches(path: string): boolean;
  contentType: string;
  body(problem: Problem, error: unknown, requestId: string, request?: Request): unknown;
}

/** Renders errors outside any other protocol. */
export const PROBLEM_RENDERER: ErrorRenderer = {
  matches: () => true,
  contentType: 'application/problem+json',
  body: ({ faults = [], ...problem }, _error, requestId, request) => ({
    type: `${PROBLEM_TYPES}#${problem.code}`,
    title: STATUS_CODES[problem.status],
    ...problem,
    ...(faults.length > 0 && { errors: faults.map((fault) => describeFault(fault, request)) }),
    requestId,
  }),
};

/** The page of the documentation that explains the codes; relative to the address of the request (RFC 9457 section 3.1.1). */
export const PROBLEM_TYPES = '/docs/errors';

/** The location of a fault: a JSON pointer into the body (RFC 6901), or a query parameter. */
function describeFault({ field, code, message }: Fault, request?: Request): object {
  const place = request && Object.hasOwn(request.query, field) ? { parameter: field } : { pointer: pointerTo(field) };
  return { ...place, code, detail: message };
}

/** `config.redirectUris[0]` as `/config/redirectUris/0`. */
function pointerTo(field: string): string {
  const parts = field.split(/\.|\[(\d+)\]/).filter((part) => part !== undefined && part !== '');
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const INTERNAL: Problem = {
  status: 500,
  code: 'internal',
  detail: 'Something went wrong on our side. Search the log for the request id.',
};

/** Reduces any error to what a caller may know about it. The result is the same for every protocol; only the envelope differs. */
export function toProblem(error: unknown): Problem {
  if (error instanceof DomainError) {
    return {
      status: STATUS[error.kind],
      code: error.code,
      detail: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.faults.length > 0 && { faults: error.faults }),
    };
  }
  if (error instanceof HttpException) return fromHttpException(error);
  return INTERNAL;
}

/**
 * Errors that Nest and Express raise themselves: unknown routes and methods, or a malformed request such as a path that can't be decoded.
 */
type Refused = Readonly<Pick<Problem, 'code' | 'detail'>>;
const REFUSED: Readonly<Record<number, Refused>> = {
  404: { code: 'route.notFound', detail: 'There is no such endpoint.' },
  405: { code: 'route.method', detail: 'The method is not allowed here; see the Allow header.' },
};
const NOT_UNDERSTOOD: Refused = { code: 'request.invalid', detail: 'The request could not be understood.' };

function fromHttpException(error: HttpException): Problem {
  const status = error.getStatus();
  return { status, ...(REFUSED[status] ?? NOT_UNDERSTOOD) };
}

/** The errors of class-validator as one error with one sentence a field. */
export function validationFailed(errors: ValidationError[]): DomainError {
  const faults = errors.flatMap((error) => faultsOf(error, ''));
  return new DomainError('invalid', 'body.invalid', faults.map(({ message }) => message).join(' '), faults[0]?.field, faults);
}

/** The options for validating every body: unknown members are refused. */
export const VALIDATION: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  exceptionFactory: validationFailed,
};

/**
 * Properties that every object has. Nest, class-transformer and class-validator overlook body members with these names, each for a
 * different reason.
 */
const OVERLOOKED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Validates bodies by their classes, and refuses members named like a property of every object, as it does all unknown members. */
export class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isOfClass = metadata.type === 'body' && this.toValidate({ ...metadata, metatype: this.expectedType ?? metadata.metatype });
    const unknown = isOfClass ? overlookedIn(value) : [];
    if (unknown.length > 0) throw validationFailed(unknown);
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** The name that class-validator gives its refusal of an unknown member. */
const UNKNOWN = 'whitelistValidation';

function overlookedIn(value: unknown): ValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([property, member]): ValidationError[] => {
    if (OVERLOOKED.has(property)) return [{ property, value: member, constraints: { [UNKNOWN]: '' } }];
    const children = overlookedIn(member);
    return children.length > 0 ? [{ property, children }] : [];
  });
}

/** One fault a field. The members of a value that isn't what the field expects are not looked at. */
function faultsOf({ property, value, constraints, children = [] }: ValidationError, prefix: string): Fault[] {
  const field = `${prefix}${property}`;
  // All validators of a field expect the same, except those of its format; one is enough.
  const [expects] = Object.values(constraints ?? {});
  if (expects === undefined) return children.flatMap((child) => faultsOf(child, `${field}.`));
  if (constraints?.[UNKNOWN] !== undefined) return [{ field, code: 'body.unknown', message: `${field} is not a member of this request.` }];
  return value === undefined
    ? [{ field, code: 'body.missing', message: `${field} is required: ${expects}.` }]
    : [{ field, code: 'body.invalid', message: `${field} must be ${expects}.` }];
}
