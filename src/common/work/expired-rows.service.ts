// Removes what nothing can ask for any more, in small steps: ended authorizations, browser sessions, revocations of expired tokens, old attempts, codes and log entries.
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { Database } from '../database/database.js';
import { Jobs, type Job } from './jobs.service.js';
import { Leases, type Lease } from './leases.service.js';

/** Table, the columns of its primary key, and the indexed column that tells when a row is useless. */
const EXPIRING = [
  { table: 'grants', key: ['no'], expiry: 'expires_us' },
  { table: 'oidc_artifacts', key: ['kind', 'id'], expiry: 'expires_us' },
  { table: 'ended_sessions', key: ['uid'], expiry: 'until_us' },
  { table: 'browser_sessions', key: ['browser', 'session_uid'], expiry: 'expires_us' },
  { table: 'revoked_tokens', key: ['jti'], expiry: 'until_us' },
  { table: 'sign_in_attempts', key: ['key_digest'], expiry: 'expires_us' },
  { table: 'mailed_codes', key: ['id'], expiry: 'expires_us' },
  { table: 'provisioning_log', key: ['no'], expiry: 'expires_us' },
] as const;

const BATCH = 500;
const LEASE_MS = 60_000;
/** A row outlives its end, so that clocks that differ a little cannot bring a token back. */
const MARGIN_US = 60_000_000;

@Injectable()
export class ExpiredRows implements OnApplicationBootstrap {
  private readonly job: Job = { name: 'purge', everyMs: 600_000, leaseMs: LEASE_MS, run: (lease) => this.work(lease) };

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(this.job);
  }

  /** Purges now, unless another process is at it. */
  run(): Promise<void> {
    return this.jobs.runNow(this.job);
  }

  private async work(lease: Lease): Promise<void> {
    const before = this.clock.nowUs() - MARGIN_US;
    for (const target of EXPIRING) while ((await this.step(lease, target, before)) === BATCH);
  }

  /** @returns how many rows were removed */
  private step(lease: Lease, { table, key, expiry }: (typeof EXPIRING)[number], before: number): Promise<number> {
    return this.database.write(`purge ${table}`, async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      const rows = await tx.rows<Record<string, string | number>>(
        `SELECT ${key.join(', ')} FROM ${table} WHERE ${expiry} < ? ORDER BY ${expiry} LIMIT ${BATCH}`,
        [before],
      );
      for (const row of rows) {
        const values = key.map((column) => row[column] ?? '');
        // Looked at again: a refresh may have prolonged the authorization since.
        await tx.run(`DELETE FROM ${table} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')} AND ${expiry} < ?`, [
          ...values,
          before,
        ]);
      }
      return rows.length;
    });
  }
}
