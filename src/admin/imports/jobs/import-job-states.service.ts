// The states of an import job while a process works on it: begun, progressed, paused, finished, failed. Each change counts only while the
// lease is held.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { isObject } from '../../../common/primitives/is-object.js';
import { Leases, type Lease } from '../../../common/work/leases.service.js';
import { EventLog } from '../../../users/events/events.service.js';
import { LIMITS, type ImportRecord } from '../records/import-record.js';
import { ChunkLostError, ImportJobsRepository, type Chunk, type ImportJob, type JobState, type JobKey } from './import-jobs.repository.js';
import { ImportRowRemovals } from './import-row-removals.service.js';
import { importEvent, leaseOf } from './import-jobs.service.js';

/** How long another process waits before it takes over a job from a process that died. */
export const LEASE_MS = 6_000;
/** States in which any process may take up a job. */
export const WORKABLE: readonly JobState[] = ['waiting', 'running'];

@Injectable()
export class ImportJobStates {
  constructor(
    private readonly repository: ImportJobsRepository,
    private readonly leases: Leases,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly rowRemovals: ImportRowRemovals,
    private readonly clock: Clock,
  ) {}

  /** Extends the lease. With each beat the time of work is counted, so that a process that is killed loses little of it. @throws LeaseLostError */
  async keepAlive(id: string, lease: Lease): Promise<void> {
    await this.database.write('keep import', async (tx) => {
      await this.leases.extendLease(tx, lease, LEASE_MS);
      await this.repository.addWork(tx, id, this.clock.nowUs());
    });
  }

  /** Takes the organizations and the chunks. @returns false when another job has one of the organizations */
  async beginWork(job: ImportJob, lease: Lease, organizations: readonly ImportRecord[], from: readonly JobState[]): Promise<boolean> {
    const ids = organizations.flatMap(({ value }) =>
      isObject(value) && typeof value['orgId'] === 'string' ? value['orgId'].slice(0, LIMITS.nameBytes) : [],
    );
    try {
      return await this.database.write('begin import work', async (tx) => {
        await this.leases.extendLease(tx, lease, LEASE_MS);
        if (!(await this.repository.lockOrganizations(tx, job.no, ids))) return false;
        const now = this.clock.nowUs();
        if (!(await this.repository.setJobState(tx, job.no, from, 'running', now)))
          throw new ChunkLostError('The job is not to be worked on.');
        await this.repository.setStarted(tx, job.no, now);
        await this.repository.claimChunks(tx, job.no, lease.fencingToken);
        return true;
      });
    } catch (error) {
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }

  /** Leaves the event of a chunk that is done, as part of `tx`. */
  appendProgress(tx: Transaction, job: ImportJob, { n, records }: Chunk): Promise<void> {
    return this.events.append(tx, importEvent(job, 'progressed', { part: n, records }));
  }

  /**
   * Leaves a job before its end. In the background that is because this process stops: another one goes on at once.
   * A job that a request waited for has used up its time: it goes on when it is resumed.
   */
  async pauseWork(job: ImportJob, lease: Lease, state: 'waiting' | 'stopped'): Promise<void> {
    await this.database.write('pause import', async (tx) => {
      // When the lease is lost, another process works on the job: leave its state alone.
      await this.leases.extendLease(tx, lease, LEASE_MS);
      const now = this.clock.nowUs();
      await this.repository.addWork(tx, job.id, now);
      await this.repository.setJobState(tx, job.no, WORKABLE, state, now);
      await this.repository.unlockOrganizations(tx, job.no);
    });
  }

  async finishJob(job: ImportJob, lease: Lease): Promise<void> {
    await this.database.write('end import', async (tx) => {
      const now = this.clock.nowUs();
      await this.leases.extendLease(tx, lease, LEASE_MS);
      await this.repository.addWork(tx, job.id, now);
      if (!(await this.repository.setJobState(tx, job.no, ['running'], 'done', now)))
        throw new ChunkLostError('Another process ended the job.');
      if (!(await this.repository.isWhole(tx, job.no))) throw new Error('An import that is marked as done has entries left.');
      await this.repository.closeJob(tx, job.no, now);
      await this.rowRemovals.afterEnd(tx, job);
      await this.events.append(tx, importEvent(job, 'ended', { state: 'done' }));
    });
  }

  /** @param reason for the person who started the import */
  async failJob(job: ImportJob, reason: string): Promise<void> {
    await this.database.write('fail import', async (tx) => {
      const now = this.clock.nowUs();
      await this.repository.addWork(tx, job.id, now);
      if (!(await this.repository.setJobState(tx, job.no, [...WORKABLE, 'stopped'], 'failed', now, reason))) return;
      await this.repository.unlockOrganizations(tx, job.no);
      await this.events.append(tx, importEvent(job, 'ended', { state: 'failed' }));
    });
  }

  /** @returns the ids of the jobs whose lease a process has: it works on them, or died so recently that it may still come back */
  async leasedAmong(jobs: readonly JobKey[]): Promise<Set<string>> {
    const states = await this.leases.listStates(jobs.map(({ id }) => leaseOf(id)));
    const now = this.clock.nowUs();
    return new Set(jobs.flatMap(({ id }) => ((states.get(leaseOf(id))?.untilUs ?? 0) > now ? [id] : [])));
  }

  /** Removes the lease of a job that is over. */
  forgetLease(lease: Lease): Promise<void> {
    return this.leases.forgetLease(lease);
  }
}
