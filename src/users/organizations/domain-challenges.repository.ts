// The rows of challenges: one for each domain that an organization is proving.
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import type { DomainChallenge, ProofMethod } from './domain-challenge.js';

@Injectable()
export class DomainChallengesRepository {
  constructor(private readonly database: Database) {}

  /** Replaces the previous challenge, whose last attempt counts for the new one too. */
  async replaceChallenge(tx: Transaction, orgNo: number, { domain, method, token, proof, expiresUs }: DomainChallenge): Promise<void> {
    const before = await tx.row<{ tried_us: number | null }>(
      `SELECT tried_us FROM domain_challenges WHERE org_no = ? AND domain = ?${tx.forUpdate}`,
      [orgNo, domain],
    );
    const put = async () => {
      await this.removeChallenge(tx, orgNo, domain);
      await tx.run(
        'INSERT INTO domain_challenges (org_no, domain, method, token, proof, expires_us, tried_us) VALUES (?, ?, ?, ?, ?, ?, ?)',
        [orgNo, domain, method, token, proof, expiresUs, before?.tried_us ?? null],
      );
    };
    // Of two concurrent first challenges, the later one counts.
    await put().catch((error: unknown) => (error instanceof DuplicateKeyError ? put() : Promise.reject(error)));
  }

  async findChallenge(orgNo: number, domain: string, query: Query = this.database.query): Promise<DomainChallenge | undefined> {
    const row = await query.row<{ method: ProofMethod; token: string; proof: string; expires_us: number }>(
      'SELECT method, token, proof, expires_us FROM domain_challenges WHERE org_no = ? AND domain = ?',
      [orgNo, domain],
    );
    return row && { domain, method: row.method, token: row.token, proof: row.proof, expiresUs: row.expires_us };
  }

  /** Records an attempt. @returns false if there was one after `sinceUs` */
  async noteAttempt(orgNo: number, domain: string, nowUs: number, sinceUs: number): Promise<boolean> {
    const sql =
      'UPDATE domain_challenges SET tried_us = ? WHERE org_no = ? AND domain = ? AND (tried_us IS NULL OR (tried_us <= ? AND tried_us <> ?))';
    const proof = 'SELECT domain FROM domain_challenges WHERE tried_us = ? AND org_no = ? AND domain = ?';
    const matched = await this.database.change(
      'try domain challenge',
      { sql, values: [nowUs, orgNo, domain, sinceUs, nowUs] },
      { sql: proof, values: [nowUs, orgNo, domain] },
    );
    return matched === 1;
  }

  async removeChallenge(tx: Transaction, orgNo: number, domain: string): Promise<void> {
    await tx.run('DELETE FROM domain_challenges WHERE org_no = ? AND domain = ?', [orgNo, domain]);
  }
}
