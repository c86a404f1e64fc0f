// Periodic background jobs: each runs in one process at a time, and ends before the service does.
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { JOB_RUNS, measure } from '../observation/topics.js';
import { Clock } from '../primitives/clock.js';
import { DomainError, isWriteBan } from '../primitives/domain-error.js';
import { isDryRun } from '../primitives/dry-run.js';
import type { EndedRun } from './leases.repository.js';
import { LeaseLostError, Leases, type Lease } from './leases.service.js';

const MAX_FAILURE = 300;

/** A job. `runUnderLease` gets the job's lease; each unit of work in it calls `leases.assertHeld` first. */
export interface Job {
  name: string;
  /** Time between the end of one run and the start of the next. */
  everyMs: number;
  /** How long another process waits before it takes over from a process that died. */
  leaseMs: number;
  /**
   * Releases the lease after a failure too. By default it expires instead, so that no process retries at once. For work whose parts are
   * scheduled individually.
   */
  releasesAfterFailure?: boolean;
  runUnderLease(lease: Lease): Promise<void>;
}

/** A registered job and the state that the processes of this service have recorded. */
export interface JobState {
  name: string;
  everyMs: number;
  /** When its lease ends, if a process holds it. Then the job is running, or its last run failed and it waits. */
  heldUntilUs?: number;
  lastRun?: EndedRun;
}

@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Jobs.name);
  private readonly registered: Job[] = [];
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, Promise<void>>();

  constructor(
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  /**
   * Call while the service is being assembled. The job runs from the start of the service, the first time after its interval. @returns a
   * function that runs it now
   */
  register(job: Job): () => Promise<void> {
    this.registered.push(job);
    return () => this.runNow(job);
  }

  onApplicationBootstrap(): void {
    for (const job of this.registered) this.schedule(job);
  }

  /** Aborts when the service stops: no further run begins, and running ones end. */
  get stopSignal(): AbortSignal {
    return this.leases.stopSignal;
  }

  /**
   * Runs the job at once, unless another process does. While it runs here, another run follows, because this one may have looked already
   * for what it should do. Resolves once what is there now has been tried. A failure is logged, not thrown: the next run tries again. In a dry
   * run, nothing runs.
   */
  runNow(job: Job): Promise<void> {
    if (isDryRun() || this.stopSignal.aborted) return Promise.resolve();
    const current = this.running.get(job.name);
    if (!current) return this.run(job);
    const next = this.waiting.get(job.name) ?? this.runAfter(current, job);
    this.waiting.set(job.name, next);
    return next;
  }

  private run(job: Job): Promise<void> {
    const run = this.attempt(job).finally(() => this.running.delete(job.name));
    this.running.set(job.name, run);
    return run;
  }

  private async runAfter(current: Promise<void>, job: Job): Promise<void> {
    await current;
    this.waiting.delete(job.name);
    await this.runNow(job);
  }

  /** Every job, sorted by name, with its last run in any process. */
  async listJobs(): Promise<JobState[]> {
    const jobs = this.registered.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const states = await this.leases.listStates(jobs.map(({ name }) => name));
    const nowUs = this.clock.nowUs();
    return jobs.map(({ name, everyMs }) => {
      const { untilUs = 0, lastRun } = states.get(name) ?? {};
      return { name, everyMs, ...(untilUs > nowUs && { heldUntilUs: untilUs }), ...(lastRun && { lastRun }) };
    });
  }

  /** Starts a job in this process, unless it runs here already, without waiting for its end. @throws DomainError `notFound` */
  startJob(name: string): void {
    const job = this.registered.find((registered) => registered.name === name);
    if (!job) throw new DomainError('notFound', 'job.notFound', `There is no background job "${name}".`);
    if (!this.isRunning(job)) void this.runNow(job);
  }

  /** Whether it is running in this process. */
  isRunning({ name }: Job): boolean {
    return this.running.has(name);
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.running.values());
  }

  private schedule(job: Job): void {
    if (this.stopSignal.aborted) return;
    this.timers.set(job.name, setTimeout(() => void this.runNow(job).finally(() => this.schedule(job)), job.everyMs).unref());
  }

  private async attempt(job: Job): Promise<void> {
    try {
      const lease = await this.leases.acquireLease(job.name, job.leaseMs);
      if (!lease) return;
      const startedUs = this.clock.nowUs();
      const failed = await measure(JOB_RUNS, { job: job.name }, () => job.runUnderLease(lease)).then(() => undefined, failureOf);
      if (failed?.error instanceof LeaseLostError) await this.leases.releaseLease(lease);
      else {
        const run = { startedUs, endedUs: this.clock.nowUs(), ...(failed && { failure: failed.failure }) };
        await this.leases.endRun(lease, run, !failed || job.releasesAfterFailure === true);
      }
      if (failed) throw failed.error;
    } catch (error) {
      // In read-only mode jobs pause; the next interval tries again.
      if (!(error instanceof LeaseLostError) && !isWriteBan(error))
        this.log.warn({ message: 'background job failed', job: job.name, err: error });
    }
  }
}

/**
 * The part of an error that administrators may read: messages of this service, and only the code of other errors, whose texts may contain
 * values.
 */
function failureOf(error: unknown): { error: unknown; failure: string } {
  const { code, name } = error as Partial<Record<'code' | 'name', unknown>>;
  const failure = error instanceof DomainError ? error.message : `${String(code ?? name)}. The log has the details.`;
  return { error, failure: failure.slice(0, MAX_FAILURE) };
}
