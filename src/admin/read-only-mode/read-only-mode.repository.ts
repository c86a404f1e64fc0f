// The one row that is there while the service only reads.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';

/** Who began it when, and why. */
export interface BegunMode {
  sinceUs: number;
  editor: string;
  reason: string | undefined;
}

const ONLY = 1;

@Injectable()
export class ReadOnlyModeRepository {
  constructor(private readonly database: Database) {}

  async findBegun(query: Query = this.database.query): Promise<BegunMode | undefined> {
    const row = await query.row<{ since_us: number; editor: string; reason: string | null }>(
      'SELECT since_us, editor, reason FROM read_only_mode WHERE id = ?',
      [ONLY],
    );
    return row && { sinceUs: row.since_us, editor: row.editor, reason: row.reason ?? undefined };
  }

  async insertBegun(tx: Transaction, { sinceUs, editor, reason }: BegunMode): Promise<void> {
    await tx.run('INSERT INTO read_only_mode (id, since_us, editor, reason) VALUES (?, ?, ?, ?)', [ONLY, sinceUs, editor, reason ?? null]);
  }

  async deleteBegun(tx: Transaction): Promise<void> {
    await tx.run('DELETE FROM read_only_mode WHERE id = ?', [ONLY]);
  }
}
