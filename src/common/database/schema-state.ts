// Whether another build has changed the database since this one started.
import type { DataSource } from 'typeorm';
import { compareMigrations } from './run-migrations.js';

export class SchemaState {
  constructor(private readonly reader: DataSource) {}

  /** Whether a newer build has upgraded the database: this one works beside it for a while, but should follow. */
  async isAhead(): Promise<boolean> {
    return (await compareMigrations(this.reader)).unknown.length > 0;
  }
}
