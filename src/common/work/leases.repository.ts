// The rows of leases: who may do a job, until when, and how often it changed hands.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/database.js';

/** `fence` grows with every owner. */
export interface StoredLease {
  owner: string;
  untilUs: number;
  fence: number;
}

/** A lease somebody holds: writes of a former owner, or with an older fence, match no row. */
interface HeldLease {
  name: string;
  owner: string;
  fence: number;
}

@Injectable()
export class LeasesRepository {
  async findForUpdate(tx: Transaction, name: string): Promise<StoredLease | undefined> {
    const row = await tx.row<{ owner: string; until_us: number; fence: number }>(
      `SELECT owner, until_us, fence FROM leases WHERE name = ?${tx.forUpdate}`,
      [name],
    );
    return row && { owner: row.owner, untilUs: row.until_us, fence: row.fence };
  }

  /** @throws DuplicateKeyError when somebody made the row meanwhile */
  async insert(tx: Transaction, name: string, { owner, untilUs, fence }: StoredLease): Promise<void> {
    await tx.run('INSERT INTO leases (name, owner, until_us, fence) VALUES (?, ?, ?, ?)', [name, owner, untilUs, fence]);
  }

  /**
   * Gives the lease to a new owner. The condition on the fence, not a lock, decides: on a cluster a lock is known to one node only.
   * @returns whether the lease was still that of `fence`
   */
  async handOver(tx: Transaction, name: string, fence: number, owner: string, untilUs: number): Promise<boolean> {
    const taken = await tx.run('UPDATE leases SET owner = ?, until_us = ?, fence = fence + 1 WHERE name = ? AND fence = ?', [
      owner,
      untilUs,
      name,
      fence,
    ]);
    return taken === 1;
  }

  /** @returns whether the owner still holds it */
  async setEnd(tx: Transaction, { name, owner, fence }: HeldLease, untilUs: number): Promise<boolean> {
    return (await tx.run('UPDATE leases SET until_us = ? WHERE name = ? AND owner = ? AND fence = ?', [untilUs, name, owner, fence])) === 1;
  }

  async delete(tx: Transaction, { name, owner, fence }: HeldLease): Promise<void> {
    await tx.run('DELETE FROM leases WHERE name = ? AND owner = ? AND fence = ?', [name, owner, fence]);
  }
}
