// Messages are stored as rows first. They are written in the transaction that decides them and sent afterwards, so that none is lost and
// none is sent without its change.
// Messages sent together are deleted in one unit of work. If the process dies or the database fails before that, they are sent again at
// their next time.
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import type { SqlValue } from '../database/engines/sql-value.js';
import { Jobs, type Job } from './jobs.service.js';
import { Leases, type Lease } from './leases.service.js';
import { OutboxRepository, type OutboxRow, type OutboxTable } from './outbox.repository.js';

const LOOK_EVERY_MS = 5_000;
const LONGEST_RETRY_US = 3_600_000_000;

/** One kind of message. */
export interface OutboxPlan<Row extends OutboxRow> {
  /** For logs and units of work. */
  name: string;
  table: OutboxTable;
  /** Messages sent concurrently. */
  atOnce: number;
  /** Longer than one attempt can take, in milliseconds. */
  leaseMs: number;
  maxTries: number;
  /** The pause after the first attempt, in microseconds; doubled after each further one, up to an hour. */
  retryUs: number;
  /** @param signal aborts when the service stops */
  send(row: Row, signal: AbortSignal): Promise<void>;
  /** Whether another attempt is pointless. */
  isPermanent(error: unknown): boolean;
  /** Logs a failure, without secrets or addresses. @param givenUp no further attempt follows */
  describe(row: Row, error: unknown, givenUp: boolean): { message: string } & Record<string, unknown>;
  /** Runs in the unit of work that ends a failed attempt. */
  afterFailure?(tx: Transaction, row: Row, error: unknown): Promise<void>;
}

/** The queue of one kind of message. */
export interface Outbox {
  /** Queues a message as part of `tx`: it is sent if and only if `tx` commits. @param values of the table's own columns */
  insertMessages(tx: Transaction, messages: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Sends messages that are due now, unless another process holds the lease. Resolves once all have been tried. */
  deliverDue(): Promise<void>;
}

@Injectable()
export class Outboxes {
  constructor(
    private readonly repository: OutboxRepository,
    private readonly database: Database,
    private readonly leases: Leases,
    private readonly jobs: Jobs,
  ) {}

  /** Call once for each kind of message, while the service is being assembled. */
  openOutbox<Row extends OutboxRow>(plan: OutboxPlan<Row>): Outbox {
    const log = new Logger(plan.name);
    const job: Job = {
      name: plan.name,
      everyMs: LOOK_EVERY_MS,
      leaseMs: plan.leaseMs,
      releasesAfterFailure: true,
      runUnderLease: (lease) => this.sendAll(plan, lease, log),
    };
    const sendNow = this.jobs.register(job);
    return {
      insertMessages: (tx, messages) => this.repository.insertMessages(tx, plan.table, messages),
      deliverDue: async () => {
        if (this.jobs.isRunning(job) || (await this.repository.listDue(plan.table, 1)).length > 0) await sendNow();
      },
    };
  }

  private async sendAll<Row extends OutboxRow>(plan: OutboxPlan<Row>, lease: Lease, log: Logger): Promise<void> {
    while (!this.leases.stopSignal.aborted) {
      const due = await this.repository.listDue<Row>(plan.table, plan.atOnce);
      if (due.length === 0) return;
      const claimed = await this.claim(plan, lease, due);
      const outcomes = await Promise.all(claimed.map((row) => this.attempt(plan, row, log)));
      // The process that sent a message records it, even if it has lost the lease.
      await this.database.write(`settle ${plan.name}`, async (tx) => {
        for (const outcome of outcomes) await this.settle(tx, plan, outcome);
      });
    }
  }

  /**
   * Postpones the next attempt first. If this process dies before the result is recorded, the next attempt comes after a pause, and no
   * other process sends the message now.
   */
  private claim<Row extends OutboxRow>(plan: OutboxPlan<Row>, lease: Lease, due: readonly Row[]): Promise<Row[]> {
    return this.database.write(`claim ${plan.name}`, async (tx) => {
      await this.leases.assertHeld(tx, lease, plan.leaseMs);
      const claimed: Row[] = [];
      for (const row of due) {
        const delayUs = Math.min(2 ** row.tries * plan.retryUs, LONGEST_RETRY_US);
        if (await this.repository.claimMessage(tx, plan.table, row, delayUs)) claimed.push(row);
      }
      return claimed;
    });
  }

  private async attempt<Row extends OutboxRow>(plan: OutboxPlan<Row>, row: Row, log: Logger): Promise<Outcome<Row>> {
    const { stopSignal: signal } = this.leases;
    try {
      signal.throwIfAborted();
      // An unresponsive receiver must not delay the stop. Messages in progress are sent again after the next start.
      await unlessAborted(signal, plan.send(row, signal));
      return { row, end: true };
    } catch (error) {
      if (signal.aborted) return { row, end: false };
      const end = plan.isPermanent(error) || row.tries + 1 >= plan.maxTries;
      log.warn({ ...plan.describe(row, error, end), no: row.no, attempt: row.tries + 1, of: plan.maxTries });
      return { row, end, error };
    }
  }

  private async settle<Row extends OutboxRow>(tx: Transaction, plan: OutboxPlan<Row>, { row, end, error }: Outcome<Row>): Promise<void> {
    if (end) await this.repository.removeMessage(tx, plan.table, row.no);
    if (error !== undefined) await plan.afterFailure?.(tx, row, error);
  }
}

/** The outcome of an attempt. `end`: the message was sent, or no further attempt follows. */
interface Outcome<Row> {
  row: Row;
  end: boolean;
  error?: unknown;
}

/** Rejects once the service stops. The signal lives as long as the service, so the listener is removed and keeps no message in memory. */
async function unlessAborted(signal: AbortSignal, sending: Promise<void>): Promise<void> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('the service stops'));
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([sending, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Sends once `tx` is durable. If this fails, the next run sends the messages. */
export function deliverAfter(tx: Transaction, name: string, deliver: () => Promise<void>): void {
  tx.afterCommit(
    () => void deliver().catch((error: unknown) => new Logger(name).warn({ message: 'messages are left for the next run', err: error })),
  );
}
