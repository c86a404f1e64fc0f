// Logs each request, so that the id in every answer and error can be found, and each slow statement.
import { type ObservedRequest, requestContext, REQUESTS, STATEMENTS } from '../observation/topics.js';
import type { JsonLog } from './log.js';

const LONGEST_STATEMENT = 2_000;

/**
 * Starts logging requests. @param log of the service itself, because several services may share a process. @returns a function that ends it
 */
export function logRequests(which: 'errors' | 'all', log: JsonLog): () => void {
  return REQUESTS.listen((request) => {
    if (which === 'all' || request.status >= 400) log.log(lineOf(request), 'request');
  });
}

function lineOf({ requestId, method, route, status, ms, callerId, organizationId, context }: ObservedRequest): object {
  return {
    message: 'request',
    requestId,
    method,
    route,
    status,
    ms: Math.round(ms),
    callerId,
    organizationId,
    // The line is written after the request, when the request context is no longer available.
    ...(context?.trace && { traceId: context.trace.traceId, spanId: context.trace.spanId }),
  };
}

/** Logs statements that take longer than the limit; they contain placeholders, not values. @returns a function that ends it */
export function logSlowStatements(limitMs: number, log: JsonLog): () => void {
  return STATEMENTS.listen(({ sql, use, ms, failed }) => {
    if (ms < limitMs) return;
    const requestId = requestContext()?.request.id;
    const line = { message: 'slow statement', use, ms: Math.round(ms), failed, requestId, statement: sql.slice(0, LONGEST_STATEMENT) };
    log.warn(line, 'database');
  });
}
