// Error pages: for malformed or cross-site forms, a service that is busy or being maintained, and everything unexpected.
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpStatus, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isTemporary, isWriteBan, retryAfterSeconds } from '../../../common/primitives/domain-error.js';
import { OverLimitError } from '../../../common/primitives/over-limit-error.js';
import { toProblem } from '../../../common/http/problem.js';
import { requestFacts, requestIdOf } from '../../../common/http/observed-requests.js';
import { type ErrorProps, renderErrorPage } from '../layout/error.view.js';
import { PageContexts } from '../layout/page-contexts.service.js';
import { answerPage } from '../layout/answer-page.js';
import type { TextKey } from '../texts/texts.js';

export type ErrorName = 'missing' | 'internal' | 'busy' | 'overLimit' | 'maintenance' | 'tooLarge' | 'form' | 'foreign';

interface ErrorTexts {
  status: HttpStatus;
  title: TextKey;
  what: TextKey;
}

const ERRORS: Readonly<Record<ErrorName, ErrorTexts>> = {
  missing: { status: HttpStatus.NOT_FOUND, title: 'error.missing.title', what: 'error.missing.what' },
  internal: { status: HttpStatus.INTERNAL_SERVER_ERROR, title: 'error.internal.title', what: 'error.internal.what' },
  busy: { status: HttpStatus.SERVICE_UNAVAILABLE, title: 'error.busy.title', what: 'login.busy' },
  overLimit: { status: HttpStatus.TOO_MANY_REQUESTS, title: 'error.busy.title', what: 'error.overLimit.what' },
  maintenance: { status: HttpStatus.SERVICE_UNAVAILABLE, title: 'error.maintenance.title', what: 'error.maintenance.what' },
  tooLarge: { status: HttpStatus.PAYLOAD_TOO_LARGE, title: 'error.form.title', what: 'error.form.tooLarge' },
  form: { status: HttpStatus.BAD_REQUEST, title: 'error.form.title', what: 'error.form.unreadable' },
  foreign: { status: HttpStatus.FORBIDDEN, title: 'error.form.title', what: 'form.foreign' },
};

/** The last error handler of the pages' controllers. It must not throw: its errors are not caught, and would end the process. */
@Catch()
@Injectable()
export class PageErrors implements ExceptionFilter {
  private readonly log = new Logger('http');

  constructor(private readonly pageContexts: PageContexts) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const [request, response] = [host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>()];
    if (error instanceof OverLimitError) return this.sendOverLimit(request, response, error);
    const name = isWriteBan(error) ? 'maintenance' : isTemporary(error) ? 'busy' : 'internal';
    if (name === 'internal') this.logError(request, error);
    else response.setHeader('Retry-After', retryAfterSeconds(error));
    return this.sendErrorPage(request, response, name);
  }

  /** For requests of an address that has sent too many. */
  sendOverLimit(request: Request, response: Response, { headers }: OverLimitError): Promise<void> {
    response.set(headers);
    return this.sendErrorPage(request, response, 'overLimit');
  }

  /** Shows an error; `wayOn` is the address for another try. */
  async sendErrorPage(request: Request, response: Response, name: ErrorName, wayOn?: string): Promise<void> {
    if (response.headersSent) return void response.end();
    const { status, title, what } = ERRORS[name];
    const pageContext = await this.pageContexts.contextForError(request);
    const { t } = pageContext.texts;
    const props: ErrorProps = {
      title: t(title),
      sentences: [t(what)],
      ...(wayOn === undefined ? {} : { wayOn: { label: t(name === 'missing' ? 'done.account' : 'error.form.again'), href: wayOn } }),
      ...(name === 'internal' ? { code: 'internal', requestId: requestIdOf(request as { id?: unknown }) } : {}),
    };
    answerPage(response, renderErrorPage(pageContext, props), status);
  }

  private logError(request: Request, error: unknown): void {
    const { status } = toProblem(error);
    this.log.error({ message: 'page failed', ...requestFacts(request), status, err: error });
  }
}
