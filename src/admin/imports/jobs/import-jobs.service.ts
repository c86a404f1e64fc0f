// Import jobs: creating, showing, canceling and resuming them.
import { Injectable } from '@nestjs/common';
import { Clock, DAY_US } from '../../../common/primitives/clock.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError, isTemporary } from '../../../common/primitives/domain-error.js';
import { newId } from '../../../common/primitives/ids.js';
import { Jobs } from '../../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../../common/work/leases.service.js';
import { EventLog, SYSTEM, type NewEvent } from '../../../users/events/events.service.js';
import type { ImportAuthor } from './import-authors.service.js';
import { ChunkWriter, ImportChunks } from './import-chunks.service.js';
import {
  ImportJobsRepository,
  receivesNoMore,
  type ImportJob,
  type ImportOptions,
  type JobKey,
  type JobState,
} from './import-jobs.repository.js';
import { ImportRowRemovals } from './import-row-removals.service.js';
import type { Counts, ImportFault } from '../records/import-fault.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';

/** A job whose body is being taken in. */
export interface ReceivingJob {
  job: JobKey;
  chunks: ChunkWriter;
  /** When {@link ImportJobs.keepReceiving} last recorded that more of the body came. */
  keptUs: number;
}

const NOTHING: Counts = { added: 0, changed: 0, failed: 0, groups: 0, members: 0 };
/** What is done to an import that gets into a state, for messages. */
const WAY = { canceled: 'canceled', waiting: 'resumed' } as const;
/** A job is removed after so long without more of its body: the process that received it may have died. */
const RECEIVING_US = 3_600_000_000;
/** How often it is recorded that more of a body came. */
const KEEP_RECEIVING_US = 60_000_000;
const KEPT_US = 30 * DAY_US;
/** The job that removes imports. */
const REMOVAL = { everyMs: 600_000, leaseMs: 6_000, atOnce: 20 };

@Injectable()
export class ImportJobs {
  /** Removes the imports that are no longer needed, unless another process does. */
  readonly removeOld: () => Promise<void>;

  constructor(
    private readonly repository: ImportJobsRepository,
    private readonly chunks: ImportChunks,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly leases: Leases,
    private readonly rowRemovals: ImportRowRemovals,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    const runUnderLease = (lease: Lease) => this.removeStale(lease);
    this.removeOld = jobs.register({ name: 'remove old imports', everyMs: REMOVAL.everyMs, leaseMs: REMOVAL.leaseMs, runUnderLease });
  }

  /** @throws DomainError `notFound` */
  async requireJob(id: string): Promise<ImportJob> {
    return (await this.repository.findJob(id)) ?? refuseUnknown();
  }

  listJobs(query: ListQuery): Promise<Listed<ImportJob>> {
    return this.repository.listJobs(query);
  }

  /**
   * Begins a job; no process works on it before {@link completeReceiving}.
   * @param counts of what is done already
   * @param done how many of the organizations, from the first on, are done already
   */
  async beginReceiving(options: ImportOptions, caller: ImportAuthor, counts: Counts = NOTHING, done = 0): Promise<ReceivingJob> {
    const now = this.clock.nowUs();
    const job = await this.database.write('begin import', async (tx) => {
      const [no, id] = [tx.nextNumber(), newId()];
      const whose = { editor: caller.userId, editorNo: caller.userNo };
      const times = { createdUs: now, startedUs: null, endedUs: null, workedUs: 0 };
      await this.repository.insertJob(
        tx,
        { no, id, state: 'receiving', options, ...whose, ...times, records: 0, ...counts, reason: null },
        now,
      );
      return { no, id };
    });
    return { job, chunks: new ChunkWriter(this.chunks, job.no, done), keptUs: now };
  }

  /** Call for every piece of the body, so that the job stays while they come. @throws DomainError `precondition` if it was canceled or removed */
  async keepReceiving(receiving: ReceivingJob): Promise<void> {
    const now = this.clock.nowUs();
    if (now < receiving.keptUs + KEEP_RECEIVING_US) return;
    receiving.keptUs = now;
    try {
      await this.database.write('keep receiving import', (tx) => this.repository.keepReceiving(tx, receiving.job.no, now));
    } catch (error) {
      // The next minute tries again, and an hour is left for it.
      if (!isTemporary(error)) throw error;
    }
  }

  /** The body is all there. */
  async completeReceiving({ job, chunks }: ReceivingJob, state: 'waiting' | 'stopped', editor: string): Promise<void> {
    await chunks.flushAll();
    await this.database.write('start import', async (tx) => {
      const now = this.clock.nowUs();
      await this.repository.setRecords(tx, job.no, chunks.records);
      if (!(await this.repository.setJobState(tx, job.no, ['receiving'], state, now))) throw receivesNoMore();
      await this.events.append(tx, importEvent({ id: job.id, editor }, 'started', { records: chunks.records }));
    });
  }

  /** Says something about the body as a whole. @throws DomainError `precondition` if the job was canceled or removed */
  async addRemarks({ job }: ReceivingJob, remarks: readonly ImportFault[]): Promise<void> {
    if (remarks.length === 0) return;
    await this.database.write('remark on import', async (tx) => {
      await this.repository.keepReceiving(tx, job.no, this.clock.nowUs());
      await this.repository.addFaults(tx, job.no, remarks);
    });
  }

  /** Removes a job whose body turned out to be invalid. A job canceled or removed meanwhile has lost its chunks, and gets no others. */
  async discardReceiving({ job }: ReceivingJob): Promise<void> {
    await this.database.write('discard import', async (tx) => {
      if (await this.repository.setJobState(tx, job.no, ['receiving'], 'receiving', this.clock.nowUs())) await this.deleteJob(tx, job);
    });
  }

  /** Ends a job for good; what it has done stays. @throws DomainError `notFound`, `precondition` */
  cancelJob(id: string, editor: string): Promise<ImportJob> {
    return this.change(id, ['receiving', 'waiting', 'running', 'stopped', 'failed'], 'canceled', async (tx, job) => {
      await this.repository.closeJob(tx, job.no, this.clock.nowUs());
      await this.rowRemovals.afterEnd(tx, job);
      await this.events.append(tx, importEvent({ id, editor }, 'ended', { state: 'canceled' }));
    });
  }

  /** Goes on where it was, in the name of who resumes it. @throws DomainError `notFound`, `precondition` */
  resumeJob(id: string, author: ImportAuthor): Promise<ImportJob> {
    return this.change(id, ['stopped', 'failed'], 'waiting', (tx, { no }) => this.repository.setEditor(tx, no, author));
  }

  private async change(
    id: string,
    from: readonly JobState[],
    to: keyof typeof WAY,
    also: (tx: Transaction, job: ImportJob) => Promise<void>,
  ): Promise<ImportJob> {
    const job = await this.requireJob(id);
    await this.database.write(`set import ${to}`, async (tx) => {
      const now = this.clock.nowUs();
      // A resumed import needs its lease: the fencing token must grow.
      if (to === 'canceled') await this.leases.removeLease(tx, leaseOf(id));
      await this.repository.addWork(tx, id, now);
      if (!(await this.repository.setJobState(tx, job.no, from, to, now)))
        throw new DomainError(
          'precondition',
          'import.state',
          `The import is ${job.state}; only an import that is ${from.join(' or ')} can be ${WAY[to]}.`,
        );
      await also(tx, job);
    });
    return this.requireJob(id);
  }

  /** One page of what went wrong, in the order of lines. */
  faults(job: ImportJob, after: { line: number; no: number }, limit: number) {
    return this.repository.listFaults(job.no, after, limit);
  }

  faultsByKind(job: ImportJob): Promise<Record<string, number>> {
    return this.repository.countFaultsByKind(job.no);
  }

  private async removeStale(lease: Lease): Promise<void> {
    const now = this.clock.nowUs();
    const before = { receivedUs: now - RECEIVING_US, changedUs: now - KEPT_US };
    let jobs: JobKey[];
    do {
      jobs = await this.repository.listStaleJobs(before, REMOVAL.atOnce);
      for (const job of jobs)
        await this.database.write('remove import', async (tx) => {
          await this.leases.assertHeld(tx, lease, REMOVAL.leaseMs);
          // The import may have been resumed since it was listed.
          if (await this.repository.deleteStaleJob(tx, job.no, before)) await this.deleteJob(tx, job);
        });
    } while (jobs.length === REMOVAL.atOnce);
  }

  private async deleteJob(tx: Transaction, { no, id }: JobKey): Promise<void> {
    await this.leases.removeLease(tx, leaseOf(id));
    await this.repository.deleteJob(tx, no);
    await this.rowRemovals.afterRemoval(tx, no, SYSTEM);
  }
}

/** The name of an import's lease. */
export const leaseOf = (id: string) => `import:${id}`;

/** What happened to an import; it belongs to no organization. */
export function importEvent(
  { id, editor }: Pick<ImportJob, 'id' | 'editor'>,
  what: 'started' | 'progressed' | 'ended',
  payload: Record<string, unknown>,
): NewEvent {
  return { type: `instance.import.${what}`, orgNo: 0, aggregate: { id, sequence: 1 }, editor, payload };
}

function refuseUnknown(): never {
  throw new DomainError('notFound', 'import.notFound', 'This import does not exist.');
}
