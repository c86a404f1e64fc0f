// Background work that only one process at a time may do.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { Database, DuplicateKeyError, type Transaction } from '../database/database.js';

/** The right to do a job for a limited time. `fence` grows with every holder: a write with an old one is refused. */
export interface Lease {
  name: string;
  owner: string;
  fence: number;
}

/** A write came from a former holder of the lease. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`The lease "${name}" belongs to another process now.`);
    this.name = 'LeaseLostError';
  }
}

@Injectable()
export class Leases {
  /** This process. */
  private readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Acquires the lease for `milliseconds`, if it is free or has expired. @returns undefined if another process holds it */
  async acquire(name: string, milliseconds: number): Promise<Lease | undefined> {
    try {
      return await this.database.write(`take lease ${name}`, async (tx) => {
        const now = this.clock.nowUs();
        const row = await tx.row<{ owner: string; until_us: number; fence: number }>(
          `SELECT owner, until_us, fence FROM leases WHERE name = ?${tx.forUpdate}`,
          [name],
        );
        const until = now + milliseconds * 1000;
        if (!row) {
          await tx.run('INSERT INTO leases (name, owner, until_us, fence) VALUES (?, ?, ?, 1)', [name, this.owner, until]);
          return { name, owner: this.owner, fence: 1 };
        }
        if (row.until_us > now) return undefined;
        // The condition on the fence, not the lock, decides: on a cluster a lock is known to one node only.
        const taken = await tx.run('UPDATE leases SET owner = ?, until_us = ?, fence = fence + 1 WHERE name = ? AND fence = ?', [
          this.owner,
          until,
          name,
          row.fence,
        ]);
        return taken === 1 ? { name, owner: this.owner, fence: row.fence + 1 } : undefined;
      });
    } catch (error) {
      // Two processes made the first row at once; the other one won.
      if (error instanceof DuplicateKeyError) return undefined;
      throw error;
    }
  }

  /** Call first in each unit of work of the job, so that it counts only while the lease is held. @throws LeaseLostError */
  async assertHeld(tx: Transaction, lease: Lease, extendByMilliseconds: number): Promise<void> {
    const held = await tx.run('UPDATE leases SET until_us = ? WHERE name = ? AND owner = ? AND fence = ?', [
      this.clock.nowUs() + extendByMilliseconds * 1000,
      lease.name,
      lease.owner,
      lease.fence,
    ]);
    if (held !== 1) throw new LeaseLostError(lease.name);
  }

  /** Gives the lease back early. */
  async release(lease: Lease): Promise<void> {
    await this.database.write(`release lease ${lease.name}`, (tx) =>
      tx.run('UPDATE leases SET until_us = 0 WHERE name = ? AND owner = ? AND fence = ?', [lease.name, lease.owner, lease.fence]),
    );
  }

  /** Gives back the lease of a job that never runs again. */
  async forget({ name, owner, fence }: Lease): Promise<void> {
    await this.database.write(`forget lease ${name}`, (tx) =>
      tx.run('DELETE FROM leases WHERE name = ? AND owner = ? AND fence = ?', [name, owner, fence]),
    );
  }
}
