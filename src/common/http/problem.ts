// The admin API's error face: problem details of RFC 9457 with `code` and `requestId`.
import { HttpException, type ValidationError, type ValidationPipeOptions } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, type ErrorKind } from '../primitives/domain-error.js';

/** Exhaustive by type: a new kind does not compile without its status. */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  precondition: 409,
  tooLarge: 413,
  notAcceptable: 406,
  unsupportedMedia: 415,
  tooMany: 429,
  busy: 503,
  unavailable: 503,
};

/** What a caller is told about a failure. */
export interface Problem {
  status: number;
  code: string;
  detail: string;
  field?: string;
}

/** Writes one protocol's envelope. `matches` looks at the path only, because an unknown route has no handler to ask. */
export interface ErrorRenderer {
  matches(path: string): boolean;
  contentType: string;
  body(problem: Problem, error: unknown, requestId: string, request?: Request): unknown;
}

/** The envelope of whatever is nobody else's. */
export const PROBLEM_RENDERER: ErrorRenderer = {
  matches: () => true,
  contentType: 'application/problem+json',
  body: (problem, _error, requestId) => ({ type: 'about:blank', title: problem.code, ...problem, requestId }),
};

const INTERNAL: Problem = {
  status: 500,
  code: 'internal',
  detail: 'Something went wrong on our side. Search the log for the request id.',
};

/** Turns anything that was thrown into what a caller may know about it. The same for every protocol; only the envelope differs. */
export function toProblem(error: unknown): Problem {
  if (error instanceof DomainError) {
    return {
      status: STATUS[error.kind],
      code: error.code,
      detail: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
    };
  }
  if (error instanceof HttpException) return fromHttpException(error);
  return INTERNAL;
}

/** What Nest and Express refuse by themselves: unknown routes and methods; anything else is a request such as a path that does not decode. */
const REFUSED: Readonly<Record<number, Pick<Problem, 'code' | 'detail'>>> = {
  404: { code: 'route.notFound', detail: 'There is no such endpoint.' },
  405: { code: 'route.method', detail: 'The method is not allowed here; see the Allow header.' },
};
const NOT_UNDERSTOOD = { code: 'request.invalid', detail: 'The request could not be understood.' };

function fromHttpException(error: HttpException): Problem {
  const status = error.getStatus();
  return { status, ...(REFUSED[status] ?? NOT_UNDERSTOOD) };
}

/** class-validator's findings as one refusal that names every field. */
export function validationFailed(errors: ValidationError[]): DomainError {
  const faults = errors.flatMap((error) => describe(error, ''));
  return new DomainError('invalid', 'body.invalid', faults.join('; '), errors[0]?.property);
}

/** How every body is checked: what its class does not name is refused. */
export const VALIDATION: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  exceptionFactory: validationFailed,
};

function describe(error: ValidationError, prefix: string): string[] {
  const path = `${prefix}${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => (prefix ? `${prefix}${message}` : message));
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, `${path}.`))];
}
