// Counts what each organization has very many of as it is added and removed, so that nobody has to count a million rows.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { unknownOrganization } from './organization-refusals.js';

/** Rows of an organization; each unit of work changes one of them at random, so that creates do not queue for the same row. */
const SLOTS = 8;

const TABLES = ['people_counts', 'group_counts'] as const;

abstract class OrganizationCounts {
  private readonly open = new WeakMap<Transaction, Map<number, number>>();

  constructor(
    private readonly database: Database,
    private readonly table: (typeof TABLES)[number],
  ) {}

  /** Counts what was added (or, if negative, removed) in `tx`. Written once, last in the unit, so that the row is locked as briefly as possible. */
  add(tx: Transaction, orgNo: number, count: number): void {
    let changes = this.open.get(tx);
    if (!changes) {
      changes = new Map();
      this.open.set(tx, changes);
      tx.beforeCommit(() => this.write(tx));
    }
    changes.set(orgNo, (changes.get(orgNo) ?? 0) + count);
  }

  /** How many an organization has. */
  async countIn(orgNo: number): Promise<number> {
    const row = await this.database.query.row<{ n: number | string | null }>(
      `SELECT SUM(c.n) AS n FROM ${this.table} c WHERE c.org_no = ?`,
      [orgNo],
    );
    return Number(row?.n ?? 0);
  }

  /** How many all organizations have. */
  async countAll(): Promise<number> {
    const row = await this.database.query.row<{ n: number | string | null }>(`SELECT SUM(c.n) AS n FROM ${this.table} c`);
    return Number(row?.n ?? 0);
  }

  private async write(tx: Transaction): Promise<void> {
    // In the order of the number, so that two units on the same organizations cannot deadlock.
    for (const [orgNo, count] of [...(this.open.get(tx) ?? [])].sort(([a], [b]) => a - b)) {
      if (count === 0) continue;
      const slot = Math.floor(Math.random() * SLOTS);
      const found = await tx.run(`UPDATE ${this.table} SET n = n + ? WHERE org_no = ? AND slot = ?`, [count, orgNo, slot]);
      // The organization was removed while the request was on its way.
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

/** The rows of a new organization. */
export async function insertCounts(tx: Transaction, orgNo: number): Promise<void> {
  const rows = Array.from({ length: SLOTS }, (_, slot) => [orgNo, slot, 0]);
  for (const table of TABLES)
    await tx.run(`INSERT INTO ${table} (org_no, slot, n) VALUES ${rows.map(() => '(?, ?, ?)').join(', ')}`, rows.flat());
}
