// The SQL of what sign-outs at providers take.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';

const KIND = 'UpstreamSignOut';

/** `payload` is sealed by the caller. */
export interface StoredHint {
  id: string;
  payload: string;
  /** Microseconds since 1970 UTC. */
  expiresUs: number;
}

@Injectable()
export class SignOutHintsRepository {
  /** Replaces the row of the same id. @throws DuplicateKeyError if another unit has inserted it meanwhile */
  async store(tx: Transaction, { id, payload, expiresUs }: StoredHint): Promise<void> {
    const values = [payload, expiresUs, KIND, id];
    const replaced = await tx.run('UPDATE oidc_artifacts SET payload = ?, expires_us = ? WHERE kind = ? AND id = ?', values);
    if (replaced > 0) return;
    await tx.run('INSERT INTO oidc_artifacts (payload, expires_us, kind, id, uid) VALUES (?, ?, ?, ?, NULL)', values);
  }

  /** Deletes the row. @returns its payload; undefined if there is none that has not expired */
  async take(tx: Transaction, id: string, nowUs: number): Promise<string | undefined> {
    const row = await tx.row<{ payload: string }>('SELECT payload FROM oidc_artifacts WHERE kind = ? AND id = ? AND expires_us > ?', [
      KIND,
      id,
      nowUs,
    ]);
    if (row) await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND id = ?', [KIND, id]);
    return row?.payload;
  }
}
