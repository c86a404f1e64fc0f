// What the service tells about its own work while it runs. Metrics, traces, the access log and the log of slow statements listen; without
// a listener nothing is measured. Topics are those of the process: docs/adr/0036-observation.md.
import { channel } from 'node:diagnostics_channel';
import type { RequestContext } from './request-context.js';

/** Something that took time. */
export interface Measured {
  /** On the clock of `performance.now()`. */
  startedMs: number;
  ms: number;
  failed: boolean;
}

/** nginx's status for a request whose caller went before it had the whole answer. */
export const CLIENT_CLOSED_REQUEST = 499;

/** A request that was answered or cut off. It has names and no values. */
export interface ObservedRequest extends Measured {
  requestId: string;
  method: string;
  /** The pattern of the route; a path without one has its values left out. */
  route: string;
  /** Of an answer that was not sent whole: 500 if it failed on the way, or else {@link CLIENT_CLOSED_REQUEST}. */
  status: number;
  callerId?: string | undefined;
  organizationId?: string | undefined;
  context: RequestContext | undefined;
}

/** Messages of one kind, over a channel of Node, so that tools which know such channels can listen too. A listener must not throw. */
export class Topic<Message extends object> {
  private readonly channel: ReturnType<typeof channel>;

  constructor(name: string) {
    this.channel = channel(`gatehouse.${name}`);
  }

  get isHeard(): boolean {
    return this.channel.hasSubscribers;
  }

  tell(message: Message): void {
    this.channel.publish(message);
  }

  /** @returns ends it */
  listen(listener: (message: Message) => void): () => void {
    const subscriber = (message: unknown): void => listener(message as Message);
    this.channel.subscribe(subscriber);
    return () => {
      this.channel.unsubscribe(subscriber);
    };
  }
}

export const REQUESTS = new Topic<ObservedRequest>('requests');
/** One SQL statement; its text holds placeholders, never values. */
export const STATEMENTS = new Topic<{ sql: string; use: 'read' | 'write' } & Measured>('statements');
/** A unit of work, from its place in the line to its end. */
export const UNITS = new Topic<{ unit: string } & Measured>('units');
/** A unit of work or a read that ran once more after a deadlock or a lost connection. */
export const REPEATS = new Topic<{ of: 'unit' | 'read' }>('repeats');
/** A password hash, with its time in the line. */
export const HASHES = new Topic<{ worth: string } & Measured>('hashes');
/** A run of a background job. */
export const JOB_RUNS = new Topic<{ job: string } & Measured>('jobs');
/** A look into a cache of configuration. */
export const LOOKUPS = new Topic<{ found: boolean }>('lookups');
/** A request beyond a quota. */
export const REFUSALS = new Topic<{ class: string; of: 'address' | 'caller' | 'organization' }>('refusals');
/** Something sealed or opened with a data key. */
export const SEALS = new Topic<{ operation: 'seal' | 'open'; purpose: string; failed: boolean }>('seals');

/** Runs `task`, and tells `topic` how long it took. */
export async function measure<Facts extends object, Result>(
  topic: Topic<Facts & Measured>,
  facts: Facts,
  task: () => Promise<Result>,
): Promise<Result> {
  if (!topic.isHeard) return task();
  const startedMs = performance.now();
  let failed = true;
  try {
    const result = await task();
    failed = false;
    return result;
  } finally {
    topic.tell({ ...facts, startedMs, ms: performance.now() - startedMs, failed });
  }
}
