// Publishes facts and outcome of each request, so that a request id can be followed up. They contain names and no values.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openRequestContext, withinContext } from '../observation/request-context.js';
import { withoutValues } from '../observation/route-class.js';
import { CLIENT_CLOSED_REQUEST, REQUESTS } from '../observation/topics.js';
import { requestIdOf } from './request-id.js';
import { announceTiming } from './server-timing.js';

/** The properties that routes and the guard set on a request. */
interface Routed {
  id?: unknown;
  /** The pattern of a route, such as `/scim/v2/:orgId/Users`. */
  route?: { path?: unknown };
  user?: { userId?: unknown; orgId?: unknown };
}

/** Names the caller of a request that bypasses the guard, in the guard's form. A client without a user is named by its client id. */
export function nameCaller(request: IncomingMessage, user: { userId: string; orgId: string }): void {
  (request as IncomingMessage & Routed).user = user;
}

/** Names the route of a request that bypasses the router, by its pattern as the router would. */
export function nameRoute(request: IncomingMessage, path: string): void {
  (request as IncomingMessage & Routed).route = { path };
}

/** The target of a request in the log: the pattern of its route, never its values. @param path without the query */
function routeOf(request: IncomingMessage, path: string): string {
  const { route } = request as IncomingMessage & Routed;
  return typeof route?.path === 'string' ? route.path : withoutValues(path);
}

/** The facts about a request in the log: names, no values. */
export function requestFacts(request: IncomingMessage): { requestId: string; method: string; path: string } {
  // A query may hold ID tokens, codes and login names.
  const path = routeOf(request, pathOf(request.url ?? ''));
  return { requestId: requestIdOf(request as Routed), method: request.method ?? '', path };
}

/** The path of a request target in origin form (RFC 9112 section 3.2.1). */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

/**
 * Answers a request, and publishes its outcome once it has been answered or cut off.
 * @param path without the query
 */
export function observeRequest(request: IncomingMessage, response: ServerResponse, path: string, answer: () => void): void {
  const context = openRequestContext(request);
  if (!context && !REQUESTS.hasListeners) return answer();
  const startedMs = performance.now();
  response.once('close', () => {
    const { user, id } = request as IncomingMessage & Routed;
    const status = outcomeOf(response);
    REQUESTS.publish({
      requestId: requestIdOf({ id }),
      method: request.method ?? '',
      route: routeOf(request, path),
      status,
      callerId: textOf(user?.userId),
      organizationId: textOf(user?.orgId),
      startedMs,
      ms: performance.now() - startedMs,
      failed: status >= 500,
      context,
    });
  });
  withinContext(context, () => {
    announceTiming(response, startedMs);
    answer();
  });
}

/** The status sent doesn't count if the answer wasn't sent completely. */
function outcomeOf(response: ServerResponse): number {
  if (response.writableFinished) return response.statusCode;
  return response.errored ? 500 : CLIENT_CLOSED_REQUEST;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
