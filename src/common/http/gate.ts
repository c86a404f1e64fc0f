// What is decided about a request before anything is done for it, and how a refusal reaches whoever writes the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { OverLimitError } from '../primitives/over-limit-error.js';

export interface Refusal {
  error: OverLimitError;
  /** Whether a person sees the answer. */
  isPage: boolean;
}

export interface Gate {
  /** @param path without the query. @returns why a request is not let in */
  admit(request: IncomingMessage, response: ServerResponse, path: string): Refusal | undefined;
}

const REFUSED = new WeakMap<IncomingMessage, Refusal | { error: unknown; isPage: false }>();

/** Lets Express answer a request that was refused at the gate, with the envelope of its path. */
export function refuseAtGate(request: IncomingMessage, refusal: Refusal): void {
  REFUSED.set(request, refusal);
}

/** The same for a request that failed before Express saw it. */
export function failAtGate(request: IncomingMessage, error: unknown): void {
  REFUSED.set(request, { error, isPage: false });
}

/** Ends requests that were refused at the gate. @param showPage answers a person */
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
