// One line of the log for each request that was answered, so that a request id leads somewhere. It has names and no values.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { requestIdOf } from './request-id.js';

const log = new Logger('request');

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

/** Logs the request at level debug once it has been answered or cut off. @param path without the query; what looks like a value is left out */
export function logRequest(request: IncomingMessage, response: ServerResponse, path: string): void {
  const from = performance.now();
  response.once('close', () => {
    const { route, user, id } = request as IncomingMessage & Routed;
    log.debug({
      message: 'request',
      requestId: requestIdOf({ id }),
      method: request.method,
      route: typeof route?.path === 'string' ? route.path : withoutValues(path),
      status: response.statusCode,
      ...(response.writableFinished ? {} : { cutOff: true }),
      ms: Math.round(performance.now() - from),
      callerId: user?.userId,
      organizationId: user?.orgId,
    });
  });
}

/** Our own paths are short words; ids, codes and names of people are longer or have digits. */
function withoutValues(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^(|v\d|[A-Za-z._-]{1,32})$/.test(segment) ? segment : ':value'))
    .join('/');
}
