import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SCIM_MEDIA_TYPE } from './scim-fault.js';

/** With the charset of the answers, because clients ask for it by name, and a range with a parameter fits only what has the same. */
const OFFERED = [SCIM_MEDIA_TYPE, 'application/json'].map((type) => `${type}; charset=utf-8`);

/** Refuses requests whose Accept list, with its wildcards and q values, leaves nothing to answer in (RFC 7644 section 3.8, RFC 9110 section 12.5.1). */
export function acceptable(request: Request, _response: Response, next: NextFunction): void {
  if (request.accepts(OFFERED)) return next();
  next(new DomainError('notAcceptable', 'accept.none', `Responses are ${SCIM_MEDIA_TYPE}; the Accept header must allow it.`));
}
