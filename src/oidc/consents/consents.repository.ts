// SQL of consents: one row per person and application.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database, DuplicateKeyError, type Query } from '../../common/database/database.js';
import { scopeValues } from '../scopes.js';

/** So much is kept; a request with a longer scope is refused before anybody is asked. */
export const MAX_SCOPE = 2_000;

@Injectable()
export class ConsentsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether the person agreed to all of `scope` before. */
  async covers(userNo: number, clientNo: number, scope: string): Promise<boolean> {
    const given = await this.find(this.database.query, userNo, clientNo);
    return given !== undefined && scopeValues(scope).every((value) => given.includes(value));
  }

  /** Adds `scope` to what was given before; more than is kept replaces it. */
  async give(userNo: number, clientNo: number, scope: string): Promise<void> {
    await this.database.write('give consent', async (tx) => {
      const before = await this.find(tx, userNo, clientNo, tx.forUpdate);
      const all = scopeValues([...(before ?? []), scope].join(' ')).join(' ');
      const values = [all.length > MAX_SCOPE ? scope : all, this.clock.nowUs(), userNo, clientNo];
      const update = () => tx.run('UPDATE consents SET scope = ?, given_us = ? WHERE user_no = ? AND client_no = ?', values);
      if (before) return void (await update());
      try {
        await tx.run('INSERT INTO consents (scope, given_us, user_no, client_no) VALUES (?, ?, ?, ?)', values);
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
        await update();
      }
    });
  }

  private async find(query: Query, userNo: number, clientNo: number, lock = ''): Promise<string[] | undefined> {
    const sql = `SELECT scope FROM consents WHERE user_no = ? AND client_no = ?${lock}`;
    const row = await query.row<{ scope: string }>(sql, [userNo, clientNo]);
    return row && scopeValues(row.scope);
  }
}
