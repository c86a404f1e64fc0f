// One number that every change of organizations, memberships, projects with their roles and grants, applications, service users, their credentials
// and authorizations, features and keys raises, so that every process knows at once when its caches are stale. Changes of people do not: they are too frequent, and people are read each time.
import { Injectable } from '@nestjs/common';
import { LOOKUPS } from '../observation/topics.js';
import { Coalescer } from './coalescer.js';
import { Database, type Transaction } from './database.js';

const MAX_FLIGHTS = 2;
/** How often a process that works with something it cached asks whether the version has changed. */
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

  /** The current version, from the database. Concurrent callers share the next query; one that was already sent is never joined. */
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

  /** How often another database server was turned to. */
  get moves(): number {
    return this.database.moves;
  }

  /** How often this process itself has raised it. A caller that relies on a version it read earlier reads again if this has changed. */
  get ownChanges(): number {
    return this.own;
  }

  /** Lets one unit of work at a time, over all processes, go on from here. */
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
    // A caller with an older version may have the newer value. Another server may have an older version itself.
    if (now > this.version || moves !== this.moves) {
      this.moves = moves;
      this.version = now;
      this.entries = new Map();
    }
    const entries = this.entries;
    const isOld = now < this.version;
    const found = entries.has(key);
    if (LOOKUPS.isHeard) LOOKUPS.tell({ found });
    if (found) return entries.get(key) as Value;
    const value = await load(now);
    // The loaded value may be newer than `now`, never older; a later version drops it anyway. What was made of other caches for a caller with an
    // older version may be as old as that.
    if (isOld) return value;
    if (entries.size >= this.maxEntries) entries.clear();
    entries.set(key, value);
    return value;
  }
}
