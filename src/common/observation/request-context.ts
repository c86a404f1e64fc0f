// The request that the running code works for. It is kept only while a listener needs it, because every await pays for it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** Data of one request while it is processed. Each module that needs the context adds its own part. */
export interface RequestContext {
  readonly request: IncomingMessage & { id?: unknown };
  /** The trace that spans of this request belong to. */
  trace?: { traceId: string; spanId: string; context: unknown };
  /** Milliseconds spent, by kind of work. */
  spent?: Map<string, { count: number; ms: number }>;
}

/** Prepares the context of a new request. */
export type Opening = (context: RequestContext) => void;

const storage = new AsyncLocalStorage<RequestContext>();
const openings = new Set<Opening>();

/** From now on requests have a context, which `opening` prepares. @returns a function that ends this */
export function keepRequestContext(opening: Opening): () => void {
  openings.add(opening);
  return () => void openings.delete(opening);
}

/** The current request, if contexts are kept. */
export function requestContext(): RequestContext | undefined {
  return openings.size === 0 ? undefined : storage.getStore();
}

/** Creates the context of a request, if any listener needs it. */
export function openRequestContext(request: IncomingMessage): RequestContext | undefined {
  if (openings.size === 0) return undefined;
  const context: RequestContext = { request };
  for (const opening of openings) opening(context);
  return context;
}

export function withinContext(context: RequestContext | undefined, task: () => void): void {
  if (context) storage.run(context, task);
  else task();
}
