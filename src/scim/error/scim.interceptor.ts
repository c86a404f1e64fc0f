import { Inject, Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, of, type Observable } from 'rxjs';
import { isTemporary, isWriteBan, retryAfterSeconds } from '../../common/primitives/domain-error.js';
import { challengeOf } from '../../common/http/problem.filter.js';
import { requestFacts } from '../../common/http/observed-requests.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { errorBody, ScimError } from '../protocol/wire/scim-error.js';
import { dialectOfRequest } from './dialect-of-request.js';
import { SCIM_MEDIA_TYPE, faultFor } from './scim-fault.js';

/** Answers SCIM handlers in the SCIM media type, and turns their errors into SCIM's error envelope (RFC 7644 sections 3.1 and 3.12). */
@Injectable()
export class ScimInterceptor implements NestInterceptor {
  private readonly log = new Logger('scim');

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    response.type(SCIM_MEDIA_TYPE);
    return next.handle().pipe(
      catchError((error: unknown) => {
        const fault = faultFor(error, request);
        response.locals.errorId = fault.id;
        if (fault.status >= 500 && !(error instanceof ScimError) && !isWriteBan(error)) {
          const told = requestFacts(request);
          // A temporary refusal is logged without a stack: the caller is informed, the cause is known, and the stacks would bury unexpected
          // errors.
          if (isTemporary(error)) this.log.warn({ message: 'request refused for now', ...told, code: fault.id, reason: error.message });
          else this.log.error({ message: 'request failed', ...told, err: error });
        }
        if (fault.status === 401) response.setHeader('WWW-Authenticate', challengeOf(request, error, this.settings.publicUrl));
        if (fault.status === 503 || fault.status === 429) response.setHeader('Retry-After', retryAfterSeconds(error));
        response.status(fault.status);
        return of(errorBody(fault, this.settings.vendor, dialectOfRequest(request).errorDetail));
      }),
    );
  }
}
