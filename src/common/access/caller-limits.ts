import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from './principal.js';

/**
 * Limits how many requests a caller may send. A port, so that the guard doesn't depend on quotas and policies; `users/organizations/limits` implements it
 * and `app.module.ts` binds it.
 */
export abstract class CallerLimits {
  /**
   * Counts an authorized request, once.
   * @param path without the query
   * @param orgId the organization that the request is about
   * @throws OverLimitError
   */
  abstract admitCaller(request: IncomingMessage, response: ServerResponse, path: string, caller: Principal, orgId: string): Promise<void>;
}
