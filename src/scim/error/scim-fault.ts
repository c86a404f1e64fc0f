// Turns any error into a SCIM error. The interceptor and the filter share this code, so a 401 has the same form as any other SCIM error.
import type { Request } from 'express';
import { DomainError, type ErrorKind } from '../../common/primitives/domain-error.js';
import type { ErrorCode } from '../../common/primitives/error-codes.js';
import { toProblem, type ErrorRenderer } from '../../common/http/problem.js';
import { dialectOfRequest } from './dialect-of-request.js';
import { ERROR_LANGUAGES, languageOf, translated } from './texts.js';
import { errorBody, RequiredError, ScimError, ValueError, type ScimFault, type ScimType } from '../protocol/wire/scim-error.js';

/** The scimType of RFC 7644 table 9 for each kind of domain error that has one. Exhaustive by type. */
const SCIM_TYPES: Readonly<Record<ErrorKind, ScimType | undefined>> = {
  invalid: 'invalidValue',
  unauthenticated: undefined,
  forbidden: undefined,
  notFound: undefined,
  conflict: 'uniqueness',
  precondition: undefined,
  changed: undefined,
  unprocessable: undefined,
  tooLarge: undefined,
  notAcceptable: undefined,
  unsupportedMedia: undefined,
  tooMany: undefined,
  busy: undefined,
  unavailable: undefined,
};

/** Codes whose scimType differs from that of their kind. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, ScimType>>> = {
  'body.malformed': 'invalidSyntax',
  'body.aborted': 'invalidSyntax',
  'body.tooDeep': 'invalidSyntax',
  'search.tooLong': 'tooMany',
};

/** The SCIM error for any thrown value. */
export function toScimFault(error: unknown): ScimFault {
  if (error instanceof ScimError) return error;
  const { status, code, detail } = toProblem(error);
  const scimType = BY_CODE[code] ?? (error instanceof DomainError ? SCIM_TYPES[error.kind] : undefined);
  return { id: code, status, detail, ...(scimType === undefined ? {} : { scimType }) };
}

/** Like {@link toScimFault}, in the language that the request prefers. */
export function faultFor(error: unknown, request: Request | undefined): ScimFault {
  return translated(toScimFault(error), request ? languageOf(request) : (ERROR_LANGUAGES[0] ?? ''));
}

/** The attribute that a refusal is about, if any. */
export function refusedAttribute(error: unknown): string | undefined {
  if (error instanceof ValueError) return error.attribute ?? error.path.replace(/\[.*$/s, '');
  if (error instanceof RequiredError) return error.paths[0]?.replace(/\[.*$/s, '');
  return error instanceof DomainError ? error.field?.replace(/\[\d+\]/g, '') : undefined;
}

export const SCIM_MEDIA_TYPE = 'application/scim+json';

/** Renders SCIM errors that bypass the interceptor: refusals of guards, unknown routes, malformed bodies. */
export function scimErrorRenderer(vendor: string): ErrorRenderer {
  return {
    matches: (path) => path.startsWith('/scim/') || path === '/scim',
    contentType: SCIM_MEDIA_TYPE,
    body: (_problem, error, _requestId, request) => errorBody(faultFor(error, request), vendor, dialectOfRequest(request).errorDetail),
  };
}
