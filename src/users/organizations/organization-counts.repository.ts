// Maintains counts of large tables per organization as rows are added and removed, so that no query has to count a million rows.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { unknownOrganization } from './organization-refusals.js';

/** Rows per organization; each unit of work changes a random one, so that creates do not queue for the same row. */
const SLOTS = 8;

const TABLES = ['people_counts', 'group_counts'] as const;

abstract class OrganizationCounts {
  private readonly open = new WeakMap<Transaction, Map<number, number>>();

  constructor(
    private readonly database: Database,
    private readonly table: (typeof TABLES)[number],
  ) {}

  /** Adds to the count in `tx` (negative for removed rows). Written once, last in the unit, so that the row is locked as briefly as possible. */
  add(tx: Transaction, orgNo: number, count: number): void {
    let changes = this.open.get(tx);
    if (!changes) {
      changes = new Map();
      this.open.set(tx, changes);
      tx.beforeCommit(() => this.write(tx));
    }
    changes.set(orgNo, (changes.get(orgNo) ?? 0) + count);
  }

  /** The count of an organization. */
  async countIn(orgNo: number): Promise<number> {
    const row = await this.database.query.row<{ n: number | string | null }>(
      `SELECT SUM(c.n) AS n FROM ${this.table} c WHERE c.org_no = ?`,
      [orgNo],
    );
    return Number(row?.n ?? 0);
  }

  /** The count over all organizations. */
  async countAll(): Promise<number> {
    const row = await this.database.query.row<{ n: number | string | null }>(`SELECT SUM(c.n) AS n FROM ${this.table} c`);
    return Number(row?.n ?? 0);
  }

  private async write(tx: Transaction): Promise<void> {
    // Ordered by number, so that two units on the same organizations can't deadlock.
    for (const [orgNo, count] of [...(this.open.get(tx) ?? [])].sort(([a], [b]) => a - b)) {
      if (count === 0) continue;
      const slot = Math.floor(Math.random() * SLOTS);
      const found = await tx.run(`UPDATE ${this.table} SET n = n + ? WHERE org_no = ? AND slot = ?`, [count, orgNo, slot]);
      // The organization was removed during the request.
      if (found === 0) throw unknownOrganization();
    }
  }
}

@Injectable()
export class PeopleCounts extends OrganizationCounts {
  constructor(database: Database) {
    super(database, 'people_counts');
  }
}

@Injectable()
export class GroupCounts extends OrganizationCounts {
  constructor(database: Database) {
    super(database, 'group_counts');
  }
}

/** The count rows of a new organization. */
export async function insertCounts(tx: Transaction, orgNo: number): Promise<void> {
  const rows = Array.from({ length: SLOTS }, (_, slot) => [orgNo, slot, 0]);
  for (const table of TABLES)
    await tx.run(`INSERT INTO ${table} (org_no, slot, n) VALUES ${rows.map(() => '(?, ?, ?)').join(', ')}`, rows.flat());
}
