// One number that every change of organizations, memberships, projects, applications, service users, their credentials, features and keys raises,
// so that all processes see it at once. People do not: there are too many of them, and they are read each time.
import { Injectable } from '@nestjs/common';
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

  /** The version now, from the database. Who asks while others do shares the next query with them, never one that was sent before. */
  current(): Promise<number> {
    return this.reads.load();
  }

  /** The version that was read last, which may be old: for who will be told the one of now by another query. */
  get lastSeen(): number | undefined {
    return this.seen;
  }

  private async read(): Promise<number> {
    const row = await this.database.query.row<{ version: number }>('SELECT version FROM config_version WHERE id = 1');
    this.seen = row?.version ?? 0;
    return this.seen;
  }

  /** How often this process itself has raised it: who goes by what it read a moment ago looks again when this differs. */
  get ownChanges(): number {
    return this.own;
  }

  /** Tells every process, once `tx` is committed, that what it cached is old. */
  async raise(tx: Transaction): Promise<void> {
    await tx.run('UPDATE config_version SET version = version + 1 WHERE id = 1');
    tx.afterCommit(() => this.own++);
  }
}

const MAX_ENTRIES = 10_000;

/** Remembers values for as long as the config version stays the same. "Not there" is remembered too. */
export class ConfigCache<Key, Value> {
  private version = -1;
  private entries = new Map<Key, Value>();

  constructor(private readonly config: ConfigVersion) {}

  /** @param version as it was read since the request came, in the same query as something else; without it, it is read now */
  async get(key: Key, load: (version: number) => Promise<Value>, version?: number): Promise<Value> {
    const now = version ?? (await this.config.current());
    // A caller with an older version may well have what is newer.
    if (now > this.version) {
      this.version = now;
      this.entries = new Map();
    }
    const entries = this.entries;
    if (entries.has(key)) return entries.get(key) as Value;
    const value = await load(now);
    // What was loaded may be newer than `now`, never older; a later version drops it in any case.
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(key, value);
    return value;
  }
}
