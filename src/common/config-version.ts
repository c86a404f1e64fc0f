// One number that every change of organizations, projects, applications, features and keys raises, so that all processes see it at once.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from './database/database.js';

@Injectable()
export class ConfigVersion {
  constructor(private readonly database: Database) {}

  /** The version now, from the database. */
  async current(query: Query = this.database.query): Promise<number> {
    const row = await query.row<{ version: number }>('SELECT version FROM config_version WHERE id = 1');
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
    if (version !== this.version) {
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
