// One number, raised by every change of organizations, memberships, projects with their roles and grants, applications, service users with
// their credentials and authorizations, features and keys. Each process learns from it when its caches are stale.
// Changes of people don't raise it: they are too frequent, and people are read each time.
import { Injectable } from '@nestjs/common';
import { LOOKUPS } from '../observation/topics.js';
import { Coalescer } from './coalescer.js';
import { Database } from './database.js';
import type { Transaction } from './transaction.js';

const MAX_FLIGHTS = 2;
/** How often a process that works with cached values checks whether the version has changed. */
export const LOOK_AGAIN_MS = 1_000;

@Injectable()
export class ConfigVersion {
  private readonly reads: Coalescer<void, number>;
  private own = 0;
  private seen: number | undefined;

  constructor(private readonly database: Database) {
    this.reads = new Coalescer(
      async (asks) => {
        const version = await this.read();
        return asks.map(() => version);
      },
      MAX_FLIGHTS,
      Number.MAX_SAFE_INTEGER,
    );
  }

  /** The current version, from the database. Concurrent callers share the next query, but never a query that was already sent. */
  current(): Promise<number> {
    return this.reads.load();
  }

  /** The version read last, possibly stale: for callers whose own query also returns the current one. */
  get lastSeen(): number | undefined {
    return this.seen;
  }

  private async read(): Promise<number> {
    const row = await this.database.query.row<{ version: number }>('SELECT version FROM config_version WHERE id = 1');
    this.seen = row?.version ?? 0;
    return this.seen;
  }

  /** How often this process has moved to another database server. */
  get moves(): number {
    return this.database.moves;
  }

  /** How often this process itself has raised it. If this has changed, a caller that relies on an earlier version must read it again. */
  get ownChanges(): number {
    return this.own;
  }

  /** Serializes units of work from here on, over all processes. */
  async lock(tx: Transaction): Promise<void> {
    await tx.row(`SELECT version FROM config_version WHERE id = 1${tx.forUpdate}`);
  }

  /** Invalidates the caches of every process once `tx` is committed. */
  async raise(tx: Transaction): Promise<void> {
    await tx.run('UPDATE config_version SET version = version + 1 WHERE id = 1');
    tx.afterCommit(() => this.own++);
  }
}

const MAX_ENTRIES = 10_000;

/** Caches values while the config version stays the same, including "does not exist". */
export class ConfigCache<Key, Value> {
  private version = -1;
  private moves = 0;
  private entries = new Map<Key, Value>();

  constructor(
    private readonly config: ConfigVersion,
    private readonly maxEntries = MAX_ENTRIES,
  ) {}

  /** @param version if it was read during this request, as part of another query; otherwise it is read now */
  async get(key: Key, load: (version: number) => Promise<Value>, version?: number): Promise<Value> {
    const now = version ?? (await this.config.current());
    const { moves } = this.config;
    // A caller with an older version may still get the newer value. After a move, the new server's version may itself be older.
    if (now > this.version || moves !== this.moves) {
      this.moves = moves;
      this.version = now;
      this.entries = new Map();
    }
    const entries = this.entries;
    const isOld = now < this.version;
    const found = entries.has(key);
    if (LOOKUPS.hasListeners) LOOKUPS.publish({ found });
    if (found) return entries.get(key) as Value;
    const value = await load(now);
    // The loaded value may be newer than `now`, never older; a later version drops it anyway. If the caller has an older version, a value
    // made from other caches may be just as old.
    if (isOld) return value;
    if (entries.size >= this.maxEntries) entries.clear();
    entries.set(key, value);
    return value;
  }
}
