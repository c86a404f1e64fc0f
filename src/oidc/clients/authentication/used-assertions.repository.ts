// SQL of used assertions, so that each is used only once across all processes. Rows are purged once the assertion has expired.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';

const KIND = 'Assertion';

@Injectable()
export class UsedAssertionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an assertion. The primary key decides, so exactly one of any number of callers is first.
   * @returns whether this is its first use
   */
  use(digest: string, untilUs: number): Promise<boolean> {
    return this.database.write('use assertion', async (tx) => {
      const used = await tx.row<{ expires_us: number }>('SELECT expires_us FROM oidc_artifacts WHERE kind = ? AND id = ?', [KIND, digest]);
      if (!used) return this.insertUse(tx, digest, untilUs);
      // The id of an expired assertion may be reused before its row is purged.
      const now = this.clock.nowUs();
      if (used.expires_us >= now) return false;
      const sql = 'UPDATE oidc_artifacts SET expires_us = ? WHERE kind = ? AND id = ? AND expires_us < ?';
      return (await tx.run(sql, [untilUs, KIND, digest, now])) === 1;
    });
  }

  /** Whether an assertion was used. For callers that act first and record the use afterwards, so that a crash in between loses nothing. */
  async isUsed(digest: string): Promise<boolean> {
    const sql = 'SELECT expires_us FROM oidc_artifacts WHERE kind = ? AND id = ? AND expires_us >= ?';
    return (await this.database.query.row(sql, [KIND, digest, this.clock.nowUs()])) !== undefined;
  }

  /** Writes nothing after a refused INSERT: it holds a shared lock, and two transactions that continued to write would deadlock. */
  private async insertUse(tx: Transaction, digest: string, untilUs: number): Promise<boolean> {
    try {
      await tx.run("INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES (?, ?, NULL, '{}', ?)", [KIND, digest, untilUs]);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }
}
