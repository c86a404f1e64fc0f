// The rows of personal access tokens, which contain only digests.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

export interface PersonalAccessToken {
  id: string;
  userNo: number;
  scope: string;
  audience: string[];
  createdUs: number;
  expiresUs: number | null;
  /** Approximate: it may be an hour older than the last use. */
  lastUsedUs: number | null;
  /** Generations of the user and the organization at creation; a token of an older generation is invalid. */
  generations: { user: number; organization: number };
}

type NewRow = Pick<PersonalAccessToken, 'id' | 'userNo' | 'scope' | 'audience' | 'createdUs' | 'expiresUs'> & { digest: string };

interface Row {
  id: string;
  user_no: number;
  scope: string;
  audience: string;
  created_us: number;
  expires_us: number | null;
  last_used_us: number | null;
  user_gen: number | null;
  org_gen: number | null;
}

const SELECT = 'SELECT id, user_no, scope, audience, created_us, expires_us, last_used_us, user_gen, org_gen FROM personal_access_tokens';

@Injectable()
export class PersonalAccessTokensRepository {
  constructor(private readonly database: Database) {}

  async countByUser(tx: Transaction, userNo: number): Promise<number> {
    const row = await tx.row<{ count: number }>('SELECT COUNT(*) AS count FROM personal_access_tokens WHERE user_no = ?', [userNo]);
    return row?.count ?? 0;
  }

  /** Stores the current generations of the user and the organization. */
  async insertToken(tx: Transaction, { id, userNo, digest, scope, audience, createdUs, expiresUs }: NewRow): Promise<void> {
    await tx.run(
      `INSERT INTO personal_access_tokens (id, user_no, digest, scope, audience, created_us, expires_us, last_used_us, user_gen, org_gen)
       SELECT ?, u.no, ?, ?, ?, ?, ?, NULL, u.token_gen, o.token_gen FROM users u JOIN organizations o ON o.no = u.org_no WHERE u.no = ?`,
      [id, digest, scope, JSON.stringify(audience), createdUs, expiresUs, userNo],
    );
  }

  /** Oldest first. */
  async listByUser(userNo: number, query: Query = this.database.query): Promise<PersonalAccessToken[]> {
    return (await query.rows<Row>(`${SELECT} WHERE user_no = ? ORDER BY created_us, id`, [userNo])).map(toToken);
  }

  async findToken(userNo: number, id: string): Promise<PersonalAccessToken | undefined> {
    const row = await this.database.query.row<Row>(`${SELECT} WHERE id = ? AND user_no = ?`, [id, userNo]);
    return row && toToken(row);
  }

  async findByDigest(digest: string): Promise<PersonalAccessToken | undefined> {
    const row = await this.database.query.row<Row>(`${SELECT} WHERE digest = ?`, [digest]);
    return row && toToken(row);
  }

  /** Shortens the expiry of all of a user's tokens except `id` to `untilUs`. */
  async endOthers(tx: Transaction, userNo: number, id: string, untilUs: number): Promise<void> {
    await tx.run(
      'UPDATE personal_access_tokens SET expires_us = ? WHERE user_no = ? AND id <> ? AND (expires_us IS NULL OR expires_us > ?)',
      [untilUs, userNo, id, untilUs],
    );
  }

  /** The expiry of a token; undefined if it does not exist. */
  async findExpiry(id: string): Promise<Pick<PersonalAccessToken, 'expiresUs'> | undefined> {
    const sql = 'SELECT expires_us FROM personal_access_tokens WHERE id = ?';
    const row = await this.database.query.row<{ expires_us: number | null }>(sql, [id]);
    return row && { expiresUs: row.expires_us };
  }

  /** @returns whether the user had this token */
  async deleteToken(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    return (await tx.run('DELETE FROM personal_access_tokens WHERE id = ? AND user_no = ?', [id, userNo])) === 1;
  }

  /** Records a use, unless a use after `usedUs - coarseUs` is recorded already. */
  async noteUse(tx: Transaction, id: string, usedUs: number, coarseUs: number): Promise<void> {
    await tx.run('UPDATE personal_access_tokens SET last_used_us = ? WHERE id = ? AND (last_used_us IS NULL OR last_used_us <= ?)', [
      usedUs,
      id,
      usedUs - coarseUs,
    ]);
  }
}

/** A row from before generations were stored has none; this value equals no existing generation. */
const NO_GENERATION = -1;

function toToken(row: Row): PersonalAccessToken {
  return {
    id: row.id,
    userNo: row.user_no,
    scope: row.scope,
    audience: JSON.parse(row.audience) as string[],
    createdUs: row.created_us,
    expiresUs: row.expires_us,
    lastUsedUs: row.last_used_us,
    generations: { user: row.user_gen ?? NO_GENERATION, organization: row.org_gen ?? NO_GENERATION },
  };
}
