// The rows of leases: who may do a job, until when, and how often it changed hands.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/database.js';

/** `fencingToken` grows with every owner. */
export interface StoredLease {
  owner: string;
  untilUs: number;
  fencingToken: number;
}

/** A lease somebody holds: writes of a former owner, or with an older fencing token, match no row. */
interface HeldLease {
  name: string;
  owner: string;
  fencingToken: number;
}

@Injectable()
export class LeasesRepository {
  async findForUpdate(tx: Transaction, name: string): Promise<StoredLease | undefined> {
    const row = await tx.row<{ owner: string; until_us: number; fence: number }>(
      `SELECT owner, until_us, fence FROM leases WHERE name = ?${tx.forUpdate}`,
      [name],
    );
    return row && { owner: row.owner, untilUs: row.until_us, fencingToken: row.fence };
  }

  /** @throws DuplicateKeyError when somebody made the row meanwhile */
  async insertLease(tx: Transaction, name: string, { owner, untilUs, fencingToken }: StoredLease): Promise<void> {
    await tx.run('INSERT INTO leases (name, owner, until_us, fence) VALUES (?, ?, ?, ?)', [name, owner, untilUs, fencingToken]);
  }

  /**
   * Gives the lease to a new owner. The condition on the fencing token, not a lock, decides: on a cluster a lock is known to one node only.
   * @returns whether the lease was still that of `fencingToken`
   */
  async handOverLease(tx: Transaction, name: string, fencingToken: number, owner: string, untilUs: number): Promise<boolean> {
    const taken = await tx.run('UPDATE leases SET owner = ?, until_us = ?, fence = fence + 1 WHERE name = ? AND fence = ?', [
      owner,
      untilUs,
      name,
      fencingToken,
    ]);
    return taken === 1;
  }

  /** @returns whether the owner still holds it */
  async setEnd(tx: Transaction, { name, owner, fencingToken }: HeldLease, untilUs: number): Promise<boolean> {
    return (
      (await tx.run('UPDATE leases SET until_us = ? WHERE name = ? AND owner = ? AND fence = ?', [untilUs, name, owner, fencingToken])) ===
      1
    );
  }

  async deleteLease(tx: Transaction, { name, owner, fencingToken }: HeldLease): Promise<void> {
    await tx.run('DELETE FROM leases WHERE name = ? AND owner = ? AND fence = ?', [name, owner, fencingToken]);
  }
}
