// Documents of providers in memory: discovery, keys, metadata. A provider that doesn't answer delays one sign-in, and for a day it stops none.
import { Logger } from '@nestjs/common';
import type { Clock } from '../../common/primitives/clock.js';

const MINUTE_MS = 60_000;

/** All ages count from the last successful load. */
const TIMES = {
  /** An older document is loaded again in the background. */
  renewAfterMs: 45 * MINUTE_MS,
  /** An older document is used only if it can't be loaded. */
  freshMs: 60 * MINUTE_MS,
  /** An older document is not used. */
  usableMs: 24 * 60 * MINUTE_MS,
  /** A failure is repeated for this long without another attempt. */
  failureMs: 5_000,
  /** At most one load in this time because a document lacks something, such as a key. */
  lackMs: MINUTE_MS,
  /** At most one warning per document in this time. */
  warningMs: 60 * MINUTE_MS,
};

/** More documents than a service of many organizations uses within a day; the least recently used goes first. */
const MAX_DOCUMENTS = 1_000;

interface Entry<Content> {
  content?: Content;
  /** When `content` was loaded. */
  loadedMs: number;
  attemptedMs: number;
  /** The error of the last attempt, if it failed. */
  failure?: unknown;
  failedMs: number;
  warnedMs: number;
  /** The attempt under way; all callers share it. */
  loading?: Promise<Content>;
}

/** Documents by key. `Content` is what was read of a document, bounded in size. */
export class DocumentCache<Content> {
  private readonly log = new Logger('identity providers');
  /** In order of use. */
  private readonly entries = new Map<string, Entry<Content>>();

  constructor(
    private readonly clock: Clock,
    /** Ends by itself within seconds, and throws an error whose message contains no secret. */
    private readonly load: (key: string) => Promise<Content>,
  ) {}

  /** The document, loaded if necessary. @throws the error of `load`, also if it failed a few seconds ago */
  async get(key: string): Promise<Content> {
    const entry = this.entryOf(key);
    const { content } = entry;
    const ageMs = this.clock.nowMs() - entry.loadedMs;
    if (content === undefined || ageMs > TIMES.usableMs) return this.attempt(key, entry);
    if (ageMs <= TIMES.renewAfterMs) return content;
    const renewal = this.attempt(key, entry).catch(() => content);
    // After a failure only the background waits for the provider.
    return ageMs <= TIMES.freshMs || entry.failure !== undefined ? content : renewal;
  }

  /** The document, loaded again if the last attempt is a minute old. For callers that found it incomplete. */
  async getNewer(key: string): Promise<Content> {
    const { attemptedMs, loading } = this.entryOf(key);
    const isDue = loading !== undefined || this.clock.nowMs() - attemptedMs >= TIMES.lackMs;
    return isDue ? this.reload(key).catch(() => this.get(key)) : this.get(key);
  }

  /** Loads the document, even if it is fresh or its last attempt has just failed. @throws the error of `load` */
  reload(key: string): Promise<Content> {
    return this.start(key, this.entryOf(key));
  }

  private attempt(key: string, entry: Entry<Content>): Promise<Content> {
    const justFailed = entry.failure !== undefined && this.clock.nowMs() - entry.failedMs < TIMES.failureMs;
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the error of `load`, as it was
    return justFailed ? Promise.reject(entry.failure) : this.start(key, entry);
  }

  private start(key: string, entry: Entry<Content>): Promise<Content> {
    entry.loading ??= this.loadInto(key, entry).finally(() => delete entry.loading);
    return entry.loading;
  }

  private async loadInto(key: string, entry: Entry<Content>): Promise<Content> {
    entry.attemptedMs = this.clock.nowMs();
    try {
      entry.content = await this.load(key);
      entry.loadedMs = this.clock.nowMs();
      delete entry.failure;
      return entry.content;
    } catch (error) {
      entry.failure = error;
      entry.failedMs = this.clock.nowMs();
      this.warn(entry, error);
      throw error;
    }
  }

  private warn(entry: Entry<Content>, error: unknown): void {
    const nowMs = this.clock.nowMs();
    if (nowMs - entry.warnedMs < TIMES.warningMs) return;
    entry.warnedMs = nowMs;
    this.log.warn({
      message: 'a document of an identity provider could not be loaded',
      failure: error instanceof Error ? error.message : '',
    });
  }

  private entryOf(key: string): Entry<Content> {
    const known = this.entries.get(key);
    const entry = known ?? { loadedMs: 0, attemptedMs: 0, failedMs: 0, warnedMs: 0 };
    this.entries.delete(key);
    this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_DOCUMENTS && oldest !== undefined) this.entries.delete(oldest);
    return entry;
  }
}
