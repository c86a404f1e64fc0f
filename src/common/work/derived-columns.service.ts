// Columns derived from others of their row. During an upgrade, builds that don't know them keep writing, and leave them empty or out of
// date. This job updates them. Each module registers its own tables.
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DerivedColumnsRepository, type DerivingTable } from './derived-columns.repository.js';
import { forEachTable } from './each-table.js';
import { Jobs } from './jobs.service.js';
import { Leases, type Lease } from './leases.service.js';

/** Each row that differs takes one statement in the unit of work of its page. */
const PAGE = 250;
const LEASE_MS = 60_000;

@Injectable()
export class DerivedColumns {
  /** Checks all tables now, unless another process holds the lease. */
  readonly deriveNow: () => Promise<void>;
  private readonly tables: DerivingTable[] = [];

  constructor(
    private readonly repository: DerivedColumnsRepository,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
  ) {
    this.deriveNow = jobs.register({
      name: 'derived columns',
      everyMs: 3_600_000,
      leaseMs: LEASE_MS,
      runUnderLease: (lease) => this.deriveAll(lease),
    });
  }

  /** Called at start by the module that owns the table. */
  register(...tables: readonly DerivingTable[]): void {
    this.tables.push(...tables);
  }

  /** The tables that are checked. */
  registered(): readonly DerivingTable[] {
    return this.tables;
  }

  private async deriveAll(lease: Lease): Promise<void> {
    await forEachTable(this.tables, async (table) => {
      for (let after: number | undefined = 0; after !== undefined;) after = await this.derivePage(lease, table, after);
    });
  }

  /** @returns the key of the last row, or undefined after the last page */
  private async derivePage(lease: Lease, table: DerivingTable, after: number): Promise<number | undefined> {
    const rows = await this.repository.listPage(this.database.query, table, after, PAGE);
    const differing = rows.filter((row) => this.repository.differs(table, row));
    // Runs even without a difference, so that the lease isn't lost while checking a large table.
    await this.database.write(`derive ${table.name}`, async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      for (const row of differing) await this.repository.writeDerived(tx, table, row);
    });
    return rows.length < PAGE ? undefined : Number(rows.at(-1)?.[table.key]);
  }
}
