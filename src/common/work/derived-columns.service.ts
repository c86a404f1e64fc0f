// Columns that follow from others of their row. A build that does not know them goes on writing while an upgrade is under way, and leaves them
// empty or as they were: they are brought in line here. Each room registers its own tables.
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DerivedColumnsRepository, type DerivingTable } from './derived-columns.repository.js';
import { forEachTable } from './each-table.js';
import { Jobs } from './jobs.service.js';
import { Leases, type Lease } from './leases.service.js';

/** Each row that differs is a statement of the unit of work of its page. */
const PAGE = 250;
const LEASE_MS = 60_000;

@Injectable()
export class DerivedColumns {
  /** Looks through all of them now, unless another process holds the lease. */
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

  /** Called at start by the room that owns the table. */
  register(...tables: readonly DerivingTable[]): void {
    this.tables.push(...tables);
  }

  /** The tables that are looked through. */
  registered(): readonly DerivingTable[] {
    return this.tables;
  }

  private async deriveAll(lease: Lease): Promise<void> {
    await forEachTable(this.tables, async (table) => {
      for (let after: number | undefined = 0; after !== undefined;) after = await this.derivePage(lease, table, after);
    });
  }

  /** @returns the key of the last row, unless there are no further ones */
  private async derivePage(lease: Lease, table: DerivingTable, after: number): Promise<number | undefined> {
    const rows = await this.repository.listPage(this.database.query, table, after, PAGE);
    const differing = rows.filter((row) => this.repository.differs(table, row));
    // Also without one: whoever looks through a large table must not lose the lease meanwhile.
    await this.database.write(`derive ${table.name}`, async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      for (const row of differing) await this.repository.writeDerived(tx, table, row);
    });
    return rows.length < PAGE ? undefined : Number(rows.at(-1)?.[table.key]);
  }
}
