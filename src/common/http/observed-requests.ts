// Tells what a request was and how it ended, so that a request id leads somewhere. It tells names and no values.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openRequestContext, withinContext } from '../observation/request-context.js';
import { withoutValues } from '../observation/route-class.js';
import { CLIENT_CLOSED_REQUEST, REQUESTS } from '../observation/topics.js';
import { requestIdOf } from './request-id.js';
import { announceTiming } from './server-timing.js';

/** What the routes and the guard leave on a request. */
interface Routed {
  id?: unknown;
  /** The pattern of a route, such as `/scim/v2/:orgId/Users`. */
  route?: { path?: unknown };
  user?: { userId?: unknown; orgId?: unknown };
}

/** For requests that no guard sees: who sent one, as the guard would say it. A client that is no user is named by its client id. */
export function nameCaller(request: IncomingMessage, user: { userId: string; orgId: string }): void {
  (request as IncomingMessage & Routed).user = user;
}

/** For requests that no router sees: the pattern of the route, as the router would say it. */
export function nameRoute(request: IncomingMessage, path: string): void {
  (request as IncomingMessage & Routed).route = { path };
}

/** What lines of the log say of where a request went: the pattern of its route, never its values. @param path without the query */
function routeOf(request: IncomingMessage, path: string): string {
  const { route } = request as IncomingMessage & Routed;
  return typeof route?.path === 'string' ? route.path : withoutValues(path);
}

/** What a line of the log says of a request: names, no values. */
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
 * Answers a request, and tells about it once it has been answered or cut off.
 * @param path without the query
 */
export function observeRequest(request: IncomingMessage, response: ServerResponse, path: string, answer: () => void): void {
  const context = openRequestContext(request);
  if (!context && !REQUESTS.isHeard) return answer();
  const startedMs = performance.now();
  response.once('close', () => {
    const { user, id } = request as IncomingMessage & Routed;
    const status = outcomeOf(response);
    REQUESTS.tell({
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

/** The status that was sent says nothing of an answer that was not sent whole. */
function outcomeOf(response: ServerResponse): number {
  if (response.writableFinished) return response.statusCode;
  return response.errored ? 500 : CLIENT_CLOSED_REQUEST;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
