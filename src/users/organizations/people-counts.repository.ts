// Counts the people of each organization as they are added and removed, so that nobody has to count a million rows.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';

/** Rows of an organization; each unit of work changes one of them at random, so that creates do not queue for the same row. */
const SLOTS = 8;

@Injectable()
export class PeopleCounts {
  private readonly open = new WeakMap<Transaction, Map<number, number>>();

  constructor(private readonly database: Database) {}

  /** Counts people added (or, if negative, removed) in `tx`. Written once, last in the unit, so that the row is locked as briefly as possible. */
  add(tx: Transaction, orgNo: number, people: number): void {
    let changes = this.open.get(tx);
    if (!changes) {
      changes = new Map();
      this.open.set(tx, changes);
      tx.beforeCommit(() => this.write(tx));
    }
    changes.set(orgNo, (changes.get(orgNo) ?? 0) + people);
  }

  /** The people of an organization. */
  async countIn(orgNo: number): Promise<number> {
    const row = await this.database.query.row<{ n: number | string | null }>(
      'SELECT SUM(c.n) AS n FROM people_counts c WHERE c.org_no = ?',
      [orgNo],
    );
    return Number(row?.n ?? 0);
  }

  /** The people of all organizations. */
  async countAll(): Promise<number> {
    const row = await this.database.query.row<{ n: number | string | null }>('SELECT SUM(c.n) AS n FROM people_counts c');
    return Number(row?.n ?? 0);
  }

  private async write(tx: Transaction): Promise<void> {
    // In the order of the number, so that two units on the same organizations cannot deadlock.
    for (const [orgNo, people] of [...(this.open.get(tx) ?? [])].sort(([a], [b]) => a - b)) {
      if (people === 0) continue;
      const slot = Math.floor(Math.random() * SLOTS);
      const found = await tx.run('UPDATE people_counts SET n = n + ? WHERE org_no = ? AND slot = ?', [people, orgNo, slot]);
      if (found === 0) throw new Error(`The organization ${orgNo} has no row that counts its people.`);
    }
  }
}

/** The rows of a new organization. */
export async function insertCounts(tx: Transaction, orgNo: number): Promise<void> {
  const rows = Array.from({ length: SLOTS }, (_, slot) => [orgNo, slot, 0]);
  await tx.run(`INSERT INTO people_counts (org_no, slot, n) VALUES ${rows.map(() => '(?, ?, ?)').join(', ')}`, rows.flat());
}
