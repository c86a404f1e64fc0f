// Purges expired rows in small steps. Each module registers its own tables.
import { Injectable } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { Database } from '../database/database.js';
import { forEachTable } from './each-table.js';
import { ExpiredRowsRepository, type ExpiringTable } from './expired-rows.repository.js';
import { Jobs } from './jobs.service.js';
import { Leases, type Lease } from './leases.service.js';

const BATCH = 500;
const LEASE_MS = 60_000;
/** Rows are kept beyond their expiry, so that differing clocks can't revive a token. */
const MARGIN_US = 60_000_000;

@Injectable()
export class ExpiredRows {
  /** Purges now, unless another process holds the lease. */
  readonly purgeNow: () => Promise<void>;
  private readonly tables = new Map<string, ExpiringTable>();

  constructor(
    private readonly repository: ExpiredRowsRepository,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {
    this.purgeNow = jobs.register({
      name: 'purge',
      everyMs: 600_000,
      leaseMs: LEASE_MS,
      runUnderLease: (lease) => this.purgeAll(lease),
    });
  }

  /** Called at start by the module that owns the table. */
  register(...tables: readonly ExpiringTable[]): void {
    for (const table of tables) this.tables.set(table.name, table);
  }

  /** The tables that are purged. */
  registered(): ExpiringTable[] {
    return [...this.tables.values()];
  }

  private async purgeAll(lease: Lease): Promise<void> {
    const before = this.clock.nowUs() - MARGIN_US;
    await forEachTable(this.tables.values(), async (table) => {
      while ((await this.purgeBatch(lease, table, before)) === BATCH);
    });
  }

  /** @returns the number of rows that had expired */
  private purgeBatch(lease: Lease, table: ExpiringTable, beforeUs: number): Promise<number> {
    return this.database.write(`purge ${table.name}`, async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      return this.repository.removeExpired(tx, table, beforeUs, BATCH);
    });
  }
}
