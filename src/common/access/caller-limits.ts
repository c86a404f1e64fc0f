import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from './principal.js';

/**
 * Limits how many requests callers may send. A port, so that the guard need not know quotas and policies; `users/limits` implements it and
 * `app.module.ts` binds it.
 */
export abstract class CallerLimits {
  /**
   * Counts a request that its caller may send, once.
   * @param path without the query
   * @param orgId which organization it is about
   * @throws OverLimitError
   */
  abstract admitCaller(request: IncomingMessage, response: ServerResponse, path: string, caller: Principal, orgId: string): Promise<void>;
}
