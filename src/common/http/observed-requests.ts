// A request's id, the class of routes that it belongs to, and its outcome, published so that an id can be followed up. They contain names and no
// values.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_CLOSED_REQUEST, openRequestContext, REQUESTS, withinContext } from '../observation/topics.js';
import { announceTiming } from './server-timing.js';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

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
  if (!context) return answer();
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

export const REQUEST_ID = 'X-Request-Id';
const INTERACTION_ID = 'x-fapi-interaction-id';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Gives each request an id, used in the response, the error body and the log. An id sent by the caller is kept if it is harmless. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader(REQUEST_ID, nameRequest(request));
  next();
}

/** Like {@link requestId}, for code that writes the response headers itself. A request keeps the id it already has. */
export function nameRequest(request: IncomingMessage & { id?: string }): string {
  if (request.id !== undefined) return request.id;
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
  return request.id;
}

/** Returns the id that a client of FAPI gives to a request, so that both sides find it in their logs (FAPI 1.0 Baseline section 6.2.1). */
export function echoInteraction(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[INTERACTION_ID];
  if (typeof given === 'string' && UUID.test(given)) response.setHeader(INTERACTION_ID, given);
}

/** The id assigned by {@link nameRequest}. */
export function requestIdOf(request: { id?: unknown }): string {
  return typeof request.id === 'string' ? request.id : '';
}

/**
 * The class of routes that a path belongs to. There are few enough to be a label of metrics, whatever paths are requested.
 * The first matching prefix applies. New groups of routes get a row here; paths without a match are `other`.
 */
const CLASSES: ReadonlyArray<readonly [prefix: string, name: string]> = [
  ['/scim/', 'scim'],
  ['/admin/v1/import', 'import'],
  ['/admin/', 'admin'],
  ['/oauth/v2/token', 'token'],
  ['/oauth/v2/authorize', 'authorize'],
  ['/oauth/v2/par', 'pushed'],
  ['/oauth/v2/device_authorization', 'deviceAuthorization'],
  ['/oauth/v2/device', 'authorize'],
  ['/oauth/v2/introspect', 'introspection'],
  ['/oauth/v2/revoke', 'revocation'],
  ['/oauth/v2/register', 'registration'],
  ['/oauth/v2/keys', 'documents'],
  ['/.well-known/openid-configuration', 'documents'],
  ['/.well-known/oauth-authorization-server', 'documents'],
  ['/.well-known/', 'documents'],
  ['/openapi.json', 'documents'],
  ['/docs', 'documents'],
  ['/oidc/v1/userinfo', 'userinfo'],
  ['/oidc/v1/end_session', 'pages'],
  ['/sign-in', 'pages'],
  ['/account', 'pages'],
  ['/password', 'pages'],
  ['/register', 'pages'],
  ['/invitation', 'pages'],
  ['/enrolment', 'pages'],
  ['/email', 'pages'],
  ['/device', 'pages'],
  ['/pages/', 'pages'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
];

/** @param route its pattern, or a path without its values */
export function routeClass(route: string): string {
  return rowOf(route)?.[1] ?? 'other';
}

/** The part of an unrouted path that may be logged: the prefix of the routes it resembles. The rest was chosen by a caller. */
export function withoutValues(path: string): string {
  // The router ignores case.
  const [prefix = '/'] = rowOf(path.toLowerCase()) ?? [];
  if (path.length === prefix.length) return prefix;
  return `${prefix.replace(/\/$/, '')}/:path`;
}

function rowOf(path: string): (typeof CLASSES)[number] | undefined {
  return CLASSES.find(([prefix]) => path.startsWith(prefix));
}
