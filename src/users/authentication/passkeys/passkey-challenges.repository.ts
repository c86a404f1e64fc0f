// The SQL of challenges.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';

/** `digest` is the only trace of the challenge. Times are microseconds since 1970 UTC. */
export interface StoredChallenge {
  digest: string;
  scope: string;
  userNo: number | undefined;
  createdUs: number;
  expiresUs: number;
}

/** More than a place can have. */
const MAX_READ = 100;

@Injectable()
export class PasskeyChallengesRepository {
  constructor(private readonly database: Database) {}

  async insertChallenge(tx: Transaction, { digest, scope, userNo, createdUs, expiresUs }: StoredChallenge): Promise<void> {
    await tx.run('INSERT INTO passkey_challenges (digest, place, user_no, created_us, expires_us) VALUES (?, ?, ?, ?, ?)', [
      digest,
      scope,
      userNo ?? null,
      createdUs,
      expiresUs,
    ]);
  }

  /** Deletes all challenges of a place except the newest. */
  async keepNewest(tx: Transaction, scope: string, count: number): Promise<void> {
    const rows = await tx.rows<{ digest: string }>(
      `SELECT digest FROM passkey_challenges WHERE place = ? ORDER BY created_us DESC, digest LIMIT ${MAX_READ}`,
      [scope],
    );
    for (const { digest } of rows.slice(count)) await this.deleteChallenge(tx, digest);
  }

  async findLiving(digest: string, scope: string, nowUs: number): Promise<{ userNo: number | undefined } | undefined> {
    const row = await this.database.query.row<{ user_no: number | null }>(
      'SELECT user_no FROM passkey_challenges WHERE digest = ? AND place = ? AND expires_us > ?',
      [digest, scope, nowUs],
    );
    return row && { userNo: row.user_no ?? undefined };
  }

  /** @returns whether it existed; then no other request can use it */
  async deleteChallenge(tx: Transaction, digest: string): Promise<boolean> {
    return (await tx.run('DELETE FROM passkey_challenges WHERE digest = ?', [digest])) === 1;
  }
}
