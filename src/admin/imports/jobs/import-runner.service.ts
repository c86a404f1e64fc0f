// Runs import jobs. Whichever process finds a job first holds it by a lease; if that process dies, the lease expires and another one continues
// where it stopped.
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { withResolvers } from '../../../common/concurrency/resolvers.js';
import { DomainError, isTemporary } from '../../../common/primitives/domain-error.js';
import { Jobs } from '../../../common/work/jobs.service.js';
import { LeaseLostError, type Lease } from '../../../common/work/leases.service.js';
import { ORGANIZATION_PHASE, LIMITS, type ImportRecord } from '../records/import-record.js';
import type { ImportContext, Written } from '../writing/import-context.js';
import { processAll } from '../writing/import-run.js';
import { OrganizationWriter } from '../writing/organization-writer.service.js';
import { RecordWriter } from '../writing/record-writer.service.js';
import { AuthorLostError, ImportAuthors } from './import-authors.service.js';
import { ImportChunks } from './import-chunks.service.js';
import { ImportJobStates, LEASE_MS, WORKABLE } from './import-job-states.service.js';
import { DeclaredOfJob } from './declared-of-job.repository.js';
import { ChunkLostError, ImportJobsRepository, type Chunk, type ImportJob, type JobState } from './import-jobs.repository.js';
import { ImportJobs, leaseOf } from './import-jobs.service.js';
import { JobSource, refusedLineDigest } from './job-source.js';

const POLL_MS = 1_000;
const WAIT_FOR_LOCK_MS = 200;
const MOST_AT_ONCE = 2;
/** Jobs that may give up in one poll; each attempt costs a few units of work. */
const MOST_TRIED = 5;

/** Gets the progress of a job. */
export interface Observer {
  /** A request waits for the end of the job, so the job may also be stopped. */
  waits: boolean;
  /** Asked before each unit of work. */
  stop(): boolean;
  written(written: Written): void;
}

/** A job in this process, from the attempt to acquire its lease on. */
interface Run {
  ended: Promise<void>;
  /** Resolves once the job is working, and in any case at the end of the run. */
  begun: Promise<void>;
  /** Counts towards {@link MOST_AT_ONCE}: the job has its lease and its organizations, or a request waits for it. */
  isWorking: boolean;
  /** A poll came while it was working. */
  passedOver: boolean;
}

const UNOBSERVED: Observer = { waits: false, stop: () => false, written: () => undefined };

/** No fault of an entry: the import stops here, and what is done is done. */
class TooManyFaultsError extends Error {
  constructor(most: number) {
    super(`More than ${most} entries of this import failed; fix the file.`);
  }
}

@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(ImportRunner.name);
  private readonly running = new Map<string, Run>();
  private timer: NodeJS.Timeout | undefined;
  private isPolling = false;
  private pollsAgain = false;
  /** The number of the last job that gave up; the next poll begins after it. 0: with the oldest. */
  private position = 0;
  /** The next poll begins with the oldest job: the end of another one may have unlocked its organizations. */
  private startsOver = false;
  private pollMs = POLL_MS;
  /** A job with more faulty entries than this fails. */
  mostFailed: number = LIMITS.failed;
  /** The service is going down: finish the unit of work, no more. Requests that wait for an import are answered. */
  stopping = false;

  constructor(
    private readonly repository: ImportJobsRepository,
    private readonly importJobs: ImportJobs,
    private readonly states: ImportJobStates,
    private readonly chunks: ImportChunks,
    private readonly organizationWriter: OrganizationWriter,
    private readonly recordWriter: RecordWriter,
    private readonly authors: ImportAuthors,
    private readonly backgroundJobs: Jobs,
  ) {
    this.backgroundJobs.stopSignal.addEventListener('abort', () => {
      this.stopping = true;
      clearTimeout(this.timer);
    });
  }

  onApplicationBootstrap(): void {
    this.pollLater();
  }

  /** How often the runner looks for jobs it was not told of: those of processes that died. */
  pollEvery(ms: number): void {
    this.pollMs = ms;
    clearTimeout(this.timer);
    this.pollLater();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(Array.from(this.running.values(), ({ ended }) => ended));
  }

  /** Processes a job, as far as it goes now, unless this or another process does already. */
  runJob(id: string, observer = UNOBSERVED): Promise<void> {
    return (this.running.get(id) ?? this.startRun(id, observer)).ended;
  }

  private startRun(id: string, observer = UNOBSERVED): Run {
    const begun = withResolvers<void>();
    const run: Run = { ended: begun.promise, begun: begun.promise, isWorking: false, passedOver: false };
    const begin = () => {
      run.isWorking = true;
      begun.resolve();
    };
    // It waits for its organizations by itself.
    if (observer.waits) begin();
    const job = {
      name: leaseOf(id),
      everyMs: POLL_MS,
      leaseMs: LEASE_MS,
      runUnderLease: (lease: Lease) => this.attempt(id, lease, observer, begin),
    };
    this.running.set(id, run);
    run.ended = this.backgroundJobs.runNow(job).finally(() => {
      this.running.delete(id);
      begun.resolve();
      // The poll may have come after the last unit of work.
      if (run.passedOver) this.pollFromOldest();
    });
    return run;
  }

  private pollLater(): void {
    if (!this.stopping) this.timer = setTimeout(() => void this.poll().finally(() => this.pollLater()), this.pollMs).unref();
  }

  private pollFromOldest(): void {
    this.startsOver = true;
    void this.poll();
  }

  /** One poll at a time. A call during a poll makes another one follow. */
  private async poll(): Promise<void> {
    this.pollsAgain = true;
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      while (this.pollsAgain && !this.stopping) {
        this.pollsAgain = false;
        await this.takeUpJobs();
      }
    } catch (error) {
      this.log.warn({ message: 'looking for imports failed', err: error });
    } finally {
      this.isPolling = false;
    }
  }

  /**
   * Begins jobs, the oldest first. If many give up because others have their organizations, the next poll continues after them. After the end
   * of a job, all of them get another chance.
   */
  private async takeUpJobs(): Promise<void> {
    const { startsOver } = this;
    this.startsOver = false;
    for (const run of this.running.values()) run.passedOver ||= run.isWorking;
    let tried = 0;
    for await (const jobs of this.repository.workableJobs(startsOver ? 0 : this.position)) {
      const leased = await this.states.leasedAmong(jobs);
      for (const { no, id } of jobs) {
        if (this.stopping || this.countWorking() >= MOST_AT_ONCE) return;
        // A run that is giving up still has its lease.
        const current = this.running.get(id);
        await current?.begun;
        if (current?.isWorking || (!current && leased.has(id))) continue;
        await (this.running.get(id) ?? this.startRun(id)).begun;
        if (this.running.get(id)?.isWorking) continue;
        if (!startsOver) this.position = no;
        if (++tried >= MOST_TRIED) return;
      }
    }
    this.position = 0;
  }

  private countWorking(): number {
    return [...this.running.values()].filter(({ isWorking }) => isWorking).length;
  }

  private async attempt(id: string, lease: Lease, observer: Observer, begin: () => void): Promise<void> {
    let lost = false;
    const beat = () => this.states.keepAlive(id, lease).catch((error) => void (lost ||= error instanceof LeaseLostError));
    const heart = setInterval(() => void beat(), LEASE_MS / 3);
    try {
      await this.processJob(id, lease, { ...observer, stop: () => lost || this.stopping || observer.stop() }, begin);
    } catch (error) {
      await this.failed(id, error);
    } finally {
      clearInterval(heart);
    }
    const job = await this.importJobs.requireJob(id).catch(() => undefined);
    if (job?.state === 'done' || job?.state === 'canceled') await this.states.forgetLease(lease);
    // Another one may have waited for its organizations, or for its turn.
    if (job && !WORKABLE.includes(job.state) && !this.stopping) this.pollFromOldest();
  }

  /** A job that another process has, or whose database is away, goes on later. Any other error makes it fail. */
  private async failed(id: string, error: unknown): Promise<void> {
    if (error instanceof LeaseLostError || error instanceof ChunkLostError || isTemporary(error)) return;
    const known = error instanceof DomainError || error instanceof AuthorLostError || error instanceof TooManyFaultsError;
    this.log.error({ message: 'an import failed', import: id, err: error });
    const reason = known ? error.message : 'Something failed in the service; its log says what. Fix the cause, then resume the import.';
    const job = await this.importJobs.requireJob(id).catch(() => undefined);
    if (job) await this.states.failJob(job, reason).catch(() => undefined);
  }

  private async processJob(id: string, lease: Lease, observer: Observer, begin: () => void): Promise<void> {
    const job = await this.importJobs.requireJob(id);
    const from: readonly JobState[] = observer.waits ? [...WORKABLE, 'stopped'] : WORKABLE;
    if (!from.includes(job.state)) return;
    const context = await this.contextOf(job, observer);
    const chunks = await this.repository.listChunks(job.no);
    const first = await this.organizationsOf(job, chunks);
    const pause = () => this.states.pauseWork(job, lease, observer.waits ? 'stopped' : 'waiting');
    while (!(await this.states.beginWork(job, lease, first, from))) {
      if (observer.stop()) return pause();
      // The next poll checks background jobs again.
      if (!observer.waits) return;
      await new Promise((resolve) => setTimeout(resolve, WAIT_FOR_LOCK_MS));
    }
    begin();
    for (const record of first.slice(0, doneOf(chunks))) await this.organizationWriter.recall(record, context);
    const { repository, states, recordWriter } = this;
    const source = new JobSource(job, chunks, lease.fencingToken, context, { repository, states, chunks: this.chunks, recordWriter });
    const whole = await processAll(source, recordWriter.concurrency, recordWriter, observer.stop);
    await (whole ? this.states.finishJob(job, lease) : pause());
  }

  /** @throws AuthorLostError */
  private async contextOf(job: ImportJob, observer: Observer): Promise<Omit<ImportContext, 'commit'>> {
    const author = { userNo: job.editorNo, userId: job.editor };
    const declared = new DeclaredOfJob(job.no);
    let { failed } = job;
    return {
      rules: await this.authors.batchRulesFor(job.options, author),
      assertAllowed: async (tx) => void (await this.authors.assertMayImport(author, tx)),
      organizations: new Map(),
      declared,
      refusedAmong: async (tx, lines) => {
        const known = await declared.knownOf(tx, lines.map(refusedLineDigest));
        return new Set(lines.filter((line) => known.has(refusedLineDigest(line))));
      },
      done: (written) => {
        observer.written(written);
        failed += written.failed;
        if (written.failed > 0 && failed > this.mostFailed) throw new TooManyFaultsError(this.mostFailed);
      },
    };
  }

  private async organizationsOf(job: ImportJob, chunks: readonly Chunk[]): Promise<ImportRecord[]> {
    const records: ImportRecord[] = [];
    for (const { n, phase, records: count } of chunks)
      if (phase === ORGANIZATION_PHASE) records.push(...((await this.chunks.readChunk(job.no, n))?.takeRecords(count) ?? []));
    return records;
  }
}

function doneOf(chunks: readonly Chunk[]): number {
  return chunks.filter(({ phase }) => phase === ORGANIZATION_PHASE).reduce((sum, { line }) => sum + line, 0);
}
