// Background work that only one process at a time may do.
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { LeasesRepository, type EndedRun, type LeaseState } from './leases.repository.js';
import { Database, DuplicateKeyError } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';

/** The right to do a job for a limited time. `fencingToken` grows with every owner: a write with an old one is refused. */
export interface Lease {
  name: string;
  owner: string;
  fencingToken: number;
}

/** Work under a lease must not continue: another process has the lease now, or the service stops. */
export class LeaseLostError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LeaseLostError';
  }
}

@Injectable()
export class Leases implements OnModuleDestroy {
  /** Identifies this process. */
  private readonly owner = randomUUID();
  private readonly stopping = new AbortController();
  /** Aborts with a {@link LeaseLostError} when the service stops. */
  readonly stopSignal = this.stopping.signal;

  constructor(
    private readonly repository: LeasesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stops work under leases after its current unit of work; other processes may take over. */
  stop(): void {
    this.stopping.abort(new LeaseLostError('The service is being stopped.'));
  }

  /** For commands on the host, which have no requests to answer first. Nest runs all these hooks before any wait for jobs. */
  onModuleDestroy(): void {
    this.stop();
  }

  /** Acquires the lease for `milliseconds`, if it is free or has expired. @returns undefined if another process has it */
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
      // Two processes created the first row at once, and the other one succeeded.
      if (error instanceof DuplicateKeyError) return undefined;
      throw error;
    }
  }

  /** Call first in each unit of work of the job, so that the unit commits only while this process has the lease. @throws LeaseLostError */
  async assertHeld(tx: Transaction, lease: Lease, extendByMilliseconds: number): Promise<void> {
    // A unit of work on the embedded database takes no turn of the event loop. Without this, a long job would block every request, and the
    // stop.
    await setImmediate();
    this.stopSignal.throwIfAborted();
    await this.extendLease(tx, lease, extendByMilliseconds);
  }

  /**
   * Like {@link assertHeld}, but also allowed while the service stops: for short work that would otherwise stay half done. @throws
   * LeaseLostError
   */
  async extendLease(tx: Transaction, lease: Lease, milliseconds: number): Promise<void> {
    if (!(await this.repository.setEnd(tx, lease, this.clock.nowUs() + milliseconds * 1000)))
      throw new LeaseLostError(`The lease "${lease.name}" belongs to another process now.`);
  }

  /** Records how a run under the lease ended. @param releases gives the lease back; otherwise it expires */
  async endRun(lease: Lease, run: EndedRun, releases = true): Promise<void> {
    await this.database.write(`end a run of ${lease.name}`, (tx) => this.repository.endRun(tx, lease, run, releases));
  }

  /** Gives the lease back, if this process still has it, and records no run. */
  async releaseLease(lease: Lease): Promise<void> {
    await this.database.write(`release lease ${lease.name}`, async (tx) => void (await this.repository.setEnd(tx, lease, 0)));
  }

  /** The end of each lease, and how its last run ended. Jobs without a lease row are absent. */
  listStates(names: readonly string[]): Promise<Map<string, LeaseState>> {
    return this.repository.listStates(this.database.query, names);
  }

  /** Deletes the lease of a job that never runs again. */
  async forgetLease(lease: Lease): Promise<void> {
    await this.database.write(`forget lease ${lease.name}`, (tx) => this.repository.deleteLease(tx, lease));
  }

  /**
   * Ends the lease of a job that never runs again, as part of `tx`. A process that has the lease stops at its next unit of work. Call it first
   * in the unit: work under a lease locks the lease before any other row.
   */
  async removeLease(tx: Transaction, name: string): Promise<void> {
    await this.repository.deleteByName(tx, name);
  }
}
