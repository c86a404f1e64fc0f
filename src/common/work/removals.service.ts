// Deletes the related rows of removed objects, which have no effect any more. A removal takes effect at once, however many rows there are.
// They are deleted afterwards in batches, and again when every unit of work has ended that may have added rows meanwhile.
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import { Clock } from '../primitives/clock.js';
import { Jobs } from './jobs.service.js';
import { LeaseLostError, Leases, type Lease } from './leases.service.js';
import { RemovalsRepository, type OwnedRows, type Removal } from './removals.repository.js';

export type { OwnedRows, Removal } from './removals.repository.js';

/**
 * Deletes a batch of related rows, small enough that a single writer is soon free again.
 * @param isLast whether every unit of work that may add more has ended
 * @returns whether there may be more
 */
export type RemovalStep = (tx: Transaction, removal: Removal, isLast: boolean) => Promise<boolean>;

const EVERY_MS = 10_000;
/** Longer than any batch takes. After this, another process takes over from a dead one. */
const LEASE_MS = 15_000;
const BATCH = 200;
/** Longer than a unit of work that didn't see the removal can take, with its retries. */
const LAST_LOOK_US = 60_000_000;
/** Pause after a failure, so that a failing removal doesn't block the others. */
const RETRY_US = 60_000_000;

@Injectable()
export class Removals {
  /** Deletes rows that are due now, unless another process does. */
  readonly deleteRelatedRows: () => Promise<void>;
  private readonly log = new Logger(Removals.name);
  private readonly steps = new Map<string, RemovalStep[]>();

  constructor(
    private readonly repository: RemovalsRepository,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {
    const runUnderLease = (lease: Lease) => this.deleteUnderLease(lease);
    this.deleteRelatedRows = jobs.register({ name: 'removals', everyMs: EVERY_MS, leaseMs: LEASE_MS, runUnderLease });
  }

  /** Called at start by the module that owns the rows. Steps of one kind run in the order of their registration. */
  register(kind: string, ...steps: readonly RemovalStep[]): void {
    this.steps.set(kind, [...(this.steps.get(kind) ?? []), ...steps]);
  }

  /** The step that deletes such rows. */
  rowsOf(rows: OwnedRows): RemovalStep {
    return async (tx, { no }) => (await this.repository.deleteRows(tx, rows, no, BATCH)) === BATCH;
  }

  /** Runs the steps of another kind as part of a step: each once, up to the first that may have more to do. */
  async runOnce(tx: Transaction, removal: Removal): Promise<void> {
    for (const step of this.steps.get(removal.kind) ?? []) if (await step(tx, removal, false)) return;
  }

  /** Starts deleting once `tx`, which has made the rows ineffective, is durable. */
  async begin(tx: Transaction, kind: string, no: number | readonly number[], editor: string): Promise<void> {
    const createdUs = this.clock.nowUs();
    await this.repository.insertRemovals(
      tx,
      [no].flat().map((one) => ({ no: one, kind, editor, createdUs })),
    );
    tx.afterCommit(() => void this.deleteRelatedRows());
  }

  private async deleteUnderLease(lease: Lease): Promise<void> {
    for (let due = await this.findDue(); due; due = await this.findDue()) {
      try {
        await this.deleteAll(lease, due);
      } catch (error) {
        if (error instanceof LeaseLostError) throw error;
        this.log.warn({ message: 'the rows of something removed are left for later', kind: due.kind, no: due.no, err: error });
        await this.postpone(lease, due, this.clock.nowUs() + RETRY_US);
      }
    }
  }

  private findDue(): Promise<Removal | undefined> {
    return this.repository.findDue(this.clock.nowUs());
  }

  private async deleteAll(lease: Lease, removal: Removal): Promise<void> {
    const lastLookUs = removal.createdUs + LAST_LOOK_US;
    const isLast = this.clock.nowUs() >= lastLookUs;
    const steps = this.steps.get(removal.kind);
    // Recorded by a newer build running alongside, which knows what to delete.
    if (!steps) return this.postpone(lease, removal, this.clock.nowUs() + RETRY_US);
    for (const step of steps) while (await this.runStep(lease, step, removal, isLast));
    if (!isLast) return this.postpone(lease, removal, lastLookUs);
    await this.underLease(lease, (tx) => this.repository.deleteRemoval(tx, removal.no));
  }

  private runStep(lease: Lease, step: RemovalStep, removal: Removal, isLast: boolean): Promise<boolean> {
    return this.underLease(lease, (tx) => step(tx, removal, isLast));
  }

  private postpone(lease: Lease, { no }: Removal, dueUs: number): Promise<void> {
    return this.underLease(lease, (tx) => this.repository.setDue(tx, no, dueUs));
  }

  private underLease<T>(lease: Lease, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.write('delete related rows', async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      return work(tx);
    });
  }
}
