// The decision about a request before any work is done for it, and how a refusal reaches the code that writes the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { OverLimitError } from '../primitives/over-limit-error.js';

export interface Refusal {
  error: OverLimitError;
  /** Whether the answer is a page for a person. */
  isPage: boolean;
}

export interface Gate {
  /** @param path without the query. @returns the reason for a refusal, or undefined if the request is admitted */
  admit(request: IncomingMessage, response: ServerResponse, path: string): Refusal | undefined;
}

const REFUSED = new WeakMap<IncomingMessage, Refusal | { error: unknown; isPage: false }>();

/** Lets Express answer a request that the gate refused, in the error format of its path. */
export function refuseAtGate(request: IncomingMessage, refusal: Refusal): void {
  REFUSED.set(request, refusal);
}

/** Like {@link refuseAtGate}, for a request that failed before it reached Express. */
export function failAtGate(request: IncomingMessage, error: unknown): void {
  REFUSED.set(request, { error, isPage: false });
}

/** Ends requests that the gate refused. @param showPage answers a person with a page */
export function refusedAtGate(showPage: (request: Request, response: Response, error: OverLimitError) => Promise<void>) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const refusal = REFUSED.get(request);
    if (!refusal?.isPage) return next(refusal?.error);
    try {
      await showPage(request, response, refusal.error);
    } catch (error) {
      next(error);
    }
  };
}
