// `Idempotency-Key` on every POST of the admin API (draft-ietf-httpapi-idempotency-key-header-07): nothing is done twice.
import {
  Injectable,
  Logger,
  SetMetadata,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import type { Principal } from '../../common/access/principal.js';
import { isUndone } from '../../common/database/errors/refusals.js';
import { toProblem } from '../../common/http/problem.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { isDryRun } from '../../common/primitives/dry-run.js';
import { IdempotencyKeys, type KeptAnswer } from './idempotency-keys.service.js';
import type { OwnKey } from './idempotency-keys.repository.js';

const STREAMED = 'gatehouse:streamed';
const KEY = /^[\x20-\x7E]{1,255}$/;
/** Routes that read by POST, as the router matches them: in any case, with a slash or without. */
const SEARCH = /\/_search\/?$/i;
const KEPT_HEADERS = ['location', 'etag'];

/** A route whose body is too large to be compared; it refuses the header, so that no client relies on it. */
export const StreamedBody = () => SetMetadata(STREAMED, true);

const REPEATABLE = 'gatehouse:repeatable';

/** A route that does nothing more when it is repeated, and that works while nothing else is written: its keys are not kept. */
export const Repeatable = () => SetMetadata(REPEATABLE, true);

@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly log = new Logger('idempotency');

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly reflector: Reflector,
  ) {}

  /** @throws DomainError as {@link IdempotencyKeys.begin}, and `invalid` for a key that is none */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request & { user?: Principal }>();
    const key = request.headers['idempotency-key'];
    const counts = request.method === 'POST' && key !== undefined && !isDryRun();
    if (!counts || !request.user) return next.handle();
    if (this.reflector.get<true | undefined>(STREAMED, context.getHandler()))
      throw new DomainError('invalid', 'idempotency.unsupported', 'This route takes no Idempotency-Key. Send it without.');
    if (typeof key !== 'string' || !KEY.test(key))
      throw new DomainError('invalid', 'idempotency.key', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
    // It changes nothing; kept, whole pages of answers would let a caller who may only read fill the database.
    if (SEARCH.test(request.path)) return next.handle();
    if (this.reflector.get<true | undefined>(REPEATABLE, context.getHandler())) return next.handle();
    const own = { callerNo: request.user.userNo, key };
    const response = context.switchToHttp().getResponse<Response>();
    const earlier = await this.keys.begin(own, JSON.stringify([request.method, request.originalUrl, request.body ?? null]));
    return of(earlier ? replay(earlier, response) : await this.answerOnce(own, next, response));
  }

  /** Answers, and keeps the answer before it is sent. */
  private async answerOnce(own: OwnKey, next: CallHandler, response: Response): Promise<unknown> {
    let body: unknown;
    try {
      body = await lastValueFrom(next.handle(), { defaultValue: undefined });
    } catch (error) {
      await this.quietly(() => (isCertain(error) ? this.keys.release(own) : this.keys.doubt(own)));
      throw error;
    }
    if (!(body instanceof StreamableFile)) await this.quietly(() => this.keys.keep(own, answerOf(response, body)));
    return body;
  }

  /** What was done is done, whether its answer is kept or not; without one, a repetition is refused. */
  private async quietly(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.log.warn({ message: 'an idempotency key was left as it was', err: error }));
  }
}

/**
 * Whether a failed request is known to have changed nothing. A handler with several units of work, which must not run again after the first one,
 * answers with what was done instead of failing.
 */
function isCertain(error: unknown): boolean {
  return toProblem(error).status < 500 || isUndone(error);
}

function answerOf(response: Response, body: unknown): KeptAnswer {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status: response.statusCode, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) };
}

function replay({ status, headers, body }: KeptAnswer, response: Response): unknown {
  response.status(status).setHeader('Idempotent-Replayed', 'true');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return body;
}
