// One number that every change of organizations, projects, applications, features and keys raises, so that all processes see it at once.
import { Injectable } from '@nestjs/common';
import { Batch } from './database/batch.js';
import { Database, type Transaction } from './database/database.js';

const MAX_FLIGHTS = 2;

@Injectable()
export class ConfigVersion {
  private readonly reads: Batch<void, number>;

  constructor(private readonly database: Database) {
    this.reads = new Batch(
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
    return this.reads.ask();
  }

  private async read(): Promise<number> {
    const row = await this.database.query.row<{ version: number }>('SELECT version FROM config_version WHERE id = 1');
    return row?.version ?? 0;
  }

  /** Tells every process, once `tx` is committed, that what it cached is old. */
  async raise(tx: Transaction): Promise<void> {
    await tx.run('UPDATE config_version SET version = version + 1 WHERE id = 1');
  }
}

const MAX_ENTRIES = 10_000;

/** Remembers values for as long as the config version stays the same. "Not there" is remembered too. */
export class ConfigCache<Key, Value> {
  private version = -1;
  private entries = new Map<Key, Value>();

  constructor(private readonly config: ConfigVersion) {}

  async get(key: Key, load: () => Promise<Value>): Promise<Value> {
    return this.at(await this.config.current(), key, load);
  }

  /** For callers that have read the version already, in the same query as something else. */
  async at(version: number, key: Key, load: () => Promise<Value>): Promise<Value> {
    // A caller with an older version may well have what is newer.
    if (version > this.version) {
      this.version = version;
      this.entries = new Map();
    }
    const entries = this.entries;
    if (entries.has(key)) return entries.get(key) as Value;
    const value = await load();
    // What was loaded may be newer than `version`, never older; a later version drops it in any case.
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(key, value);
    return value;
  }
}
