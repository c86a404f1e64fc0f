import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SCIM_MEDIA_TYPE } from './scim-fault.js';

/**
 * Includes the charset of the responses, because some clients request it. A media range with a parameter matches only a type that has it
 * too.
 */
const OFFERED = [SCIM_MEDIA_TYPE, 'application/json'].map((type) => `${type}; charset=utf-8`);

/** Refuses requests whose Accept header allows none of the media types of SCIM (RFC 7644 section 3.8, RFC 9110 section 12.5.1). */
export function acceptable(request: Request, _response: Response, next: NextFunction): void {
  if (request.accepts(OFFERED)) return next();
  next(new DomainError('notAcceptable', 'accept.none', `Responses are ${SCIM_MEDIA_TYPE}; the Accept header must allow it.`));
}
