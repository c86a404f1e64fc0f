import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

export const REQUEST_ID = 'X-Request-Id';

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

/** The id assigned by {@link nameRequest}. */
export function requestIdOf(request: { id?: unknown }): string {
  return typeof request.id === 'string' ? request.id : '';
}
