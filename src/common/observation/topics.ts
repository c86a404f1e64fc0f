// Events about the service's own work while it runs, and the request that the running code works for. Metrics, traces, the access log and the log
// of slow statements listen; without a listener nothing is measured.
// Topics are shared by the whole process: docs/adr/0036-observation.md.
import { channel } from 'node:diagnostics_channel';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** A measured operation. */
export interface Measured {
  /** On the clock of `performance.now()`. */
  startedMs: number;
  ms: number;
  failed: boolean;
}

/** nginx's status for a request whose caller disconnected before the answer was complete. */
export const CLIENT_CLOSED_REQUEST = 499;

/** A request that was answered or cut off. It contains names and no values. */
export interface ObservedRequest extends Measured {
  requestId: string;
  method: string;
  /** The pattern of the route; a path without a pattern has its values left out. */
  route: string;
  /** For an incomplete answer: 500 if it failed halfway, else {@link CLIENT_CLOSED_REQUEST}. */
  status: number;
  callerId?: string | undefined;
  organizationId?: string | undefined;
  context: RequestContext | undefined;
}

/** Messages of one kind, on a diagnostics channel of Node, so that other tools can listen too. A listener must not throw. */
export class Topic<Message extends object> {
  private readonly channel: ReturnType<typeof channel>;

  constructor(name: string) {
    this.channel = channel(`gatehouse.${name}`);
  }

  get hasListeners(): boolean {
    return this.channel.hasSubscribers;
  }

  publish(message: Message): void {
    this.channel.publish(message);
  }

  /** @returns a function that ends it */
  listen(listener: (message: Message) => void): () => void {
    const subscriber = (message: unknown): void => listener(message as Message);
    this.channel.subscribe(subscriber);
    return () => {
      this.channel.unsubscribe(subscriber);
    };
  }
}

export const REQUESTS = new Topic<ObservedRequest>('requests');
/** One SQL statement; its text contains placeholders, never values. */
export const STATEMENTS = new Topic<{ sql: string; use: 'read' | 'write' } & Measured>('statements');
/** A unit of work, including its time in the queue. */
export const UNITS = new Topic<{ unit: string } & Measured>('units');
/** A unit of work or a read that ran once more after a deadlock or a lost connection. */
export const REPEATS = new Topic<{ of: 'unit' | 'read' }>('repeats');
/** A password hash, including its time in the queue. */
export const HASHES = new Topic<{ worth: string } & Measured>('hashes');
/** A run of a background job. */
export const JOB_RUNS = new Topic<{ job: string } & Measured>('jobs');
/** A lookup in a cache of configuration. */
export const LOOKUPS = new Topic<{ found: boolean }>('lookups');
/** A request beyond a quota. */
export const REFUSALS = new Topic<{ class: string; of: 'address' | 'caller' | 'organization' }>('refusals');
export const PROVIDER_STEP_KINDS = ['oidc', 'oauth', 'saml', 'ldap'] as const;
/** `done`, or the kind of the fault. */
export const PROVIDER_STEP_RESULTS = ['done', 'unreachable', 'denied', 'invalid', 'misconfigured', 'notAllowed'] as const;
/** A step of a sign-in with an identity provider. */
export const PROVIDER_STEPS = new Topic<{ kind: (typeof PROVIDER_STEP_KINDS)[number]; result: (typeof PROVIDER_STEP_RESULTS)[number] }>(
  'provider-steps',
);
export const CERTIFICATE_STATES = ['ending', 'ended'] as const;
/** An hourly check has found a provider whose certificates end within 30 days, or have ended. */
export const PROVIDER_CERTIFICATES = new Topic<{ state: (typeof CERTIFICATE_STATES)[number] }>('provider-certificates');
/** A value sealed or opened with a data key. */
export const SEALS = new Topic<{ operation: 'seal' | 'open'; purpose: string; failed: boolean }>('seals');

export const PROOF_RESULTS = ['valid', 'invalid', 'nonce', 'replayed'] as const;
/** A proof of possession (RFC 9449); `nonce`: it needs one of this service. */
export const PROOFS = new Topic<{ result: (typeof PROOF_RESULTS)[number] }>('proofs');

export const DEVICE_SIGN_IN_RESULTS = ['requested', 'approved', 'denied', 'wrongCode', 'limited'] as const;
/** A step of a sign-in for a device (RFC 8628); `limited`: too many wrong codes came from the network. */
export const DEVICE_SIGN_INS = new Topic<{ result: (typeof DEVICE_SIGN_IN_RESULTS)[number] }>('device-sign-ins');

/** Runs `task`, and publishes on `topic` how long it took. */
export async function measure<Facts extends object, Result>(
  topic: Topic<Facts & Measured>,
  facts: Facts,
  task: () => Promise<Result>,
): Promise<Result> {
  if (!topic.hasListeners) return task();
  const startedMs = performance.now();
  let failed = true;
  try {
    const result = await task();
    failed = false;
    return result;
  } finally {
    topic.publish({ ...facts, startedMs, ms: performance.now() - startedMs, failed });
  }
}

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

/** Kept only while a listener needs it, because every await pays for it. */
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

export function withinContext(context: RequestContext, task: () => void): void {
  storage.run(context, task);
}
