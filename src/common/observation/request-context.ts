// Which request the running code works for; kept only while something needs it, because each await pays for it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** What belongs to one request while it is worked on; whoever needs the context leaves its own part on it. */
export interface RequestContext {
  readonly request: IncomingMessage & { id?: unknown };
  /** Of its trace: where spans of this request belong. */
  trace?: { traceId: string; spanId: string; context: unknown };
  /** Milliseconds by what they were spent on. */
  spent?: Map<string, { count: number; ms: number }>;
}

/** Prepares the context of a new request. */
export type Opening = (context: RequestContext) => void;

const storage = new AsyncLocalStorage<RequestContext>();
const openings = new Set<Opening>();

/** From now on requests have a context, which `opening` prepares. @returns ends it */
export function keepRequestContext(opening: Opening): () => void {
  openings.add(opening);
  return () => void openings.delete(opening);
}

/** The request that is worked on, if contexts are kept. */
export function requestContext(): RequestContext | undefined {
  return openings.size === 0 ? undefined : storage.getStore();
}

/** Makes the context of a request, if anything needs it. */
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
