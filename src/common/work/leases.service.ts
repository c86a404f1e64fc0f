// Background work that only one process at a time may do.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { LeasesRepository } from './leases.repository.js';
import { Database, DuplicateKeyError, type Transaction } from '../database/database.js';

/** The right to do a job for a limited time. `fencingToken` grows with every holder: a write with an old one is refused. */
export interface Lease {
  name: string;
  owner: string;
  fencingToken: number;
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
    private readonly repository: LeasesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Acquires the lease for `milliseconds`, if it is free or has expired. @returns undefined if another process holds it */
  async acquireLease(name: string, milliseconds: number): Promise<Lease | undefined> {
    try {
      return await this.database.write(`take lease ${name}`, async (tx) => {
        const now = this.clock.nowUs();
        const stored = await this.repository.findForUpdate(tx, name);
        const untilUs = now + milliseconds * 1000;
        if (!stored) {
          await this.repository.insertLease(tx, name, { owner: this.owner, untilUs, fencingToken: 1 });
          return { name, owner: this.owner, fencingToken: 1 };
        }
        if (stored.untilUs > now) return undefined;
        const taken = await this.repository.handOverLease(tx, name, stored.fencingToken, this.owner, untilUs);
        return taken ? { name, owner: this.owner, fencingToken: stored.fencingToken + 1 } : undefined;
      });
    } catch (error) {
      // Two processes made the first row at once; the other one won.
      if (error instanceof DuplicateKeyError) return undefined;
      throw error;
    }
  }

  /** Call first in each unit of work of the job, so that it counts only while the lease is held. @throws LeaseLostError */
  async assertHeld(tx: Transaction, lease: Lease, extendByMilliseconds: number): Promise<void> {
    if (!(await this.repository.setEnd(tx, lease, this.clock.nowUs() + extendByMilliseconds * 1000))) throw new LeaseLostError(lease.name);
  }

  /** Gives the lease back early. */
  async releaseLease(lease: Lease): Promise<void> {
    await this.database.write(`release lease ${lease.name}`, (tx) => this.repository.setEnd(tx, lease, 0));
  }

  /** Gives back the lease of a job that never runs again. */
  async forgetLease(lease: Lease): Promise<void> {
    await this.database.write(`forget lease ${lease.name}`, (tx) => this.repository.deleteLease(tx, lease));
  }
}
