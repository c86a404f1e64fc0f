import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

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
