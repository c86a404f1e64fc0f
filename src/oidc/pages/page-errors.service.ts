// What went wrong on the way to a page, shown as a page: bodies that cannot be read, forms of others, and everything unforeseen.
import {
  Catch,
  HttpStatus,
  Inject,
  Injectable,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
  type NestMiddleware,
} from '@nestjs/common';
import { urlencoded, type NextFunction, type Request, type Response } from 'express';
import { isTemporary, RETRY_AFTER_SECONDS } from '../../common/primitives/domain-error.js';
import { toProblem } from '../../common/http/problem.js';
import { requestIdOf } from '../../common/http/request-id.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { renderErrorPage, type ErrorProps } from './error.view.js';
import { PageContexts } from './page-context.service.js';
import { isOwnForm } from './own-form.js';
import { pageHeaders } from './page.view.js';
import type { TextKey } from './texts/texts.js';

type FaultName = 'internal' | 'busy' | 'tooLarge' | 'form' | 'foreign';

interface Fault {
  status: HttpStatus;
  title: TextKey;
  what: TextKey;
}

const FAULTS: Readonly<Record<FaultName, Fault>> = {
  internal: { status: HttpStatus.INTERNAL_SERVER_ERROR, title: 'error.internal.title', what: 'error.internal.what' },
  busy: { status: HttpStatus.SERVICE_UNAVAILABLE, title: 'error.busy.title', what: 'login.busy' },
  tooLarge: { status: HttpStatus.PAYLOAD_TOO_LARGE, title: 'error.form.title', what: 'error.form.tooLarge' },
  form: { status: HttpStatus.BAD_REQUEST, title: 'error.form.title', what: 'error.form.unreadable' },
  foreign: { status: HttpStatus.FORBIDDEN, title: 'error.form.title', what: 'form.foreign' },
};

/** No form has more: some texts, and a sealed state. */
const FORM = { extended: false, limit: '8kb', parameterLimit: 20 };

/** The last edge of the controllers of pages. */
@Catch()
@Injectable()
export class PageErrors implements ExceptionFilter {
  private readonly log = new Logger('http');

  constructor(private readonly frames: PageContexts) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const [request, response] = [host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>()];
    const busy = isTemporary(error);
    if (!busy) this.report(request, error);
    return this.answer(request, response, busy ? 'busy' : 'internal');
  }

  /** Shows a fault; `wayOn` leads to where the person may try again. */
  async answer(request: Request, response: Response, name: FaultName, wayOn?: string): Promise<void> {
    if (response.headersSent) return void response.end();
    const { status, title, what } = FAULTS[name];
    const frame = await this.frames.for(request);
    const { t } = frame.texts;
    const props: ErrorProps = {
      title: t(title),
      sentences: [t(what)],
      ...(wayOn === undefined ? {} : { wayOn: { label: t('error.form.again'), href: wayOn } }),
      ...(name === 'internal' ? { code: 'internal', requestId: requestIdOf(request as { id?: unknown }) } : {}),
    };
    if (name === 'busy') response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    // The rest of a body that was not read would be taken for the next request.
    if (name === 'tooLarge') response.setHeader('Connection', 'close');
    response.status(status).set(pageHeaders()).send(renderErrorPage(frame, props));
  }

  private report(request: Request, error: unknown): void {
    const { status } = toProblem(error);
    const requestId = requestIdOf(request as { id?: unknown });
    this.log.error({ message: 'page failed', requestId, method: request.method, path: request.route?.path as string, status, err: error });
  }
}

/** Reads the forms of pages, and refuses those that were not sent from one of our own. */
@Injectable()
export class OwnForms implements NestMiddleware {
  private readonly parse = urlencoded(FORM);
  private readonly origin: string;

  constructor(
    private readonly faults: PageErrors,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.origin = new URL(settings.publicUrl).origin;
  }

  use(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'POST') return next();
    const refuse = (name: FaultName) => void this.refuse(request, response, name, next);
    if (!isOwnForm(request, this.origin)) return refuse('foreign');
    this.parse(request, response, (error?: unknown) => {
      if (error === undefined) return next();
      refuse((error as { type?: unknown }).type === 'entity.too.large' ? 'tooLarge' : 'form');
    });
  }

  private async refuse(request: Request, response: Response, name: FaultName, next: NextFunction): Promise<void> {
    try {
      await this.faults.answer(request, response, name, request.originalUrl);
    } catch (error) {
      next(error);
    }
  }
}

/** A text of a form; what was left out or sent twice counts as nothing. */
export function field(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
