// Runs import jobs. Whichever process finds a job first holds it by a lease; if that process dies, the lease expires and another one continues
// where it stopped.
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import { DomainError, isTemporary } from '../../../common/primitives/domain-error.js';
import { LeaseLostError, Leases, type Lease } from '../../../common/work/leases.service.js';
import { EventLog } from '../../../users/events/events.service.js';
import { AuthorLostError, ImportAuthors } from './import-authors.service.js';
import type { ImportContext, Written } from '../writing/import-context.js';
import { ImportChunks } from './import-chunks.service.js';
import { ChunkLostError, ImportJobsRepository, type Chunk, type ImportJob, type JobState } from './import-jobs.repository.js';
import { importEvent, ImportJobs } from './import-jobs.service.js';
import { isMembers, LIMITS, ORGANIZATION_PHASE, type ImportRecord } from '../records/import-record.js';
import { processAll } from '../writing/import-run.js';
import { JobSource } from './job-source.js';
import { OrganizationWriter } from '../writing/organization-writer.service.js';
import { RecordWriter } from '../writing/record-writer.service.js';

const POLL_MS = 1_000;
const LEASE_MS = 6_000;
const WAIT_FOR_LOCK_MS = 200;
const TIDY_EVERY = 600;
const MOST_AT_ONCE = 2;

/** Whom a job tells how it goes. */
export interface Observer {
  /** A request waits for the end of the job, so it may also be one that is stopped. */
  waits: boolean;
  /** Asked before each unit of work. */
  stop(): boolean;
  written(written: Written): void;
}

const NOBODY: Observer = { waits: false, stop: () => false, written: () => undefined };
/** States in which any process may take up a job. */
const WORKABLE: readonly JobState[] = ['waiting', 'running'];

/** No fault of an entry: the import stops here, and what is done is done. */
class TooManyFaultsError extends Error {
  constructor(most: number) {
    super(`More than ${most} entries of this import failed; fix the file.`);
  }
}

@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(ImportRunner.name);
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private polls = 0;
  /** A job with more faulty entries than this fails. */
  mostFailed: number = LIMITS.failed;
  /** The service is going down: finish the unit of work, no more. */
  stopping = false;

  constructor(
    private readonly repository: ImportJobsRepository,
    private readonly jobs: ImportJobs,
    private readonly chunks: ImportChunks,
    private readonly organizations: OrganizationWriter,
    private readonly writer: RecordWriter,
    private readonly authors: ImportAuthors,
    private readonly leases: Leases,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.pollLater();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await Promise.all(this.running.values());
  }

  /** Works a job off, as far as it goes now. */
  run(id: string, observer = NOBODY): Promise<void> {
    const current = this.running.get(id) ?? this.attempt(id, observer).finally(() => this.running.delete(id));
    this.running.set(id, current);
    return current;
  }

  private pollLater(): void {
    if (!this.stopping) this.timer = setTimeout(() => void this.poll().finally(() => this.pollLater()), POLL_MS).unref();
  }

  private async poll(): Promise<void> {
    try {
      if (this.polls++ % TIDY_EVERY === 0) await this.jobs.tidy();
      for (const id of await this.repository.open()) if (!this.running.has(id) && this.running.size < MOST_AT_ONCE) void this.run(id);
    } catch (error) {
      this.log.warn({ message: 'looking for imports failed', err: error });
    }
  }

  private async attempt(id: string, observer: Observer): Promise<void> {
    let lease: Lease | undefined;
    let heart: NodeJS.Timeout | undefined;
    const state = { lost: false };
    try {
      lease = await this.leases.acquire(`import:${id}`, LEASE_MS);
      if (!lease) return;
      const held = lease;
      const beat = () =>
        this.database.write('keep import', async (tx) => {
          await this.leases.assertHeld(tx, held, LEASE_MS);
          // With each beat, so that a process that is killed leaves nearly all of its time counted.
          await this.repository.addWork(tx, id, this.clock.nowUs());
        });
      heart = setInterval(() => void beat().catch((error) => (state.lost ||= error instanceof LeaseLostError)), LEASE_MS / 3);
      await this.work(id, held, { ...observer, stop: () => state.lost || this.stopping || observer.stop() });
    } catch (error) {
      await this.failed(id, error);
    } finally {
      clearInterval(heart);
      if (lease) await this.giveBack(id, lease);
    }
  }

  private async giveBack(id: string, lease: Lease): Promise<void> {
    try {
      const { state } = await this.jobs.get(id);
      await (state === 'done' || state === 'canceled' ? this.leases.forget(lease) : this.leases.release(lease));
    } catch {
      // It runs out by itself.
    }
  }

  /** A job that another process has, or whose database is away, goes on later. Any other error makes it fail. */
  private async failed(id: string, error: unknown): Promise<void> {
    if (error instanceof LeaseLostError || error instanceof ChunkLostError || isTemporary(error)) return;
    const known = error instanceof DomainError || error instanceof AuthorLostError || error instanceof TooManyFaultsError;
    this.log.error({ message: 'an import failed', import: id, err: error });
    const reason = known ? error.message : 'Something failed in the service; its log says what. Fix the cause, then resume the import.';
    const job = await this.jobs.get(id).catch(() => undefined);
    if (!job) return;
    await this.database
      .write('fail import', async (tx) => {
        const now = this.clock.nowUs();
        await this.repository.addWork(tx, id, now);
        if (!(await this.repository.setState(tx, job.no, [...WORKABLE, 'stopped'], 'failed', now, reason))) return;
        await this.repository.unlockOrganizations(tx, job.no);
        await this.events.append(tx, importEvent(job, 'ended', { state: 'failed' }));
      })
      .catch(() => undefined);
  }

  private async work(id: string, lease: Lease, observer: Observer): Promise<void> {
    const job = await this.jobs.get(id);
    const from: readonly JobState[] = observer.waits ? [...WORKABLE, 'stopped'] : WORKABLE;
    if (!from.includes(job.state)) return;
    const context = await this.contextOf(job, observer);
    const chunks = await this.repository.chunks(job.no);
    const first = await this.organizationsOf(job, chunks);
    while (!(await this.begin(job, lease, first, from))) {
      if (observer.stop()) return this.pause(job, lease, observer);
      // The next poll checks background jobs again.
      if (!observer.waits) return;
      await new Promise((resolve) => setTimeout(resolve, WAIT_FOR_LOCK_MS));
    }
    for (const record of first.slice(0, doneOf(chunks))) await this.organizations.recall(record, context);
    const store = { repository: this.repository, chunks: this.chunks, events: this.events, writer: this.writer };
    const source = new JobSource(job, chunks, lease.fence, context, store);
    const whole = await processAll(source, this.database.bulk.lanes, this.writer, observer.stop);
    await (whole ? this.finish(job, lease) : this.pause(job, lease, observer));
  }

  /** @throws AuthorLostError */
  private async contextOf(job: ImportJob, observer: Observer): Promise<Omit<ImportContext, 'commit'>> {
    const author = { userNo: job.editorNo, userId: job.editor };
    let { failed } = job;
    return {
      rules: await this.authors.rules(job.options, author),
      assertAllowed: async (tx) => void (await this.authors.assertMayImport(author, tx)),
      organizations: new Map(),
      seen: {
        which: (query, digests) => this.repository.seen(query, job.no, digests),
        add: (tx, digests) => this.repository.addSeen(tx, job.no, digests),
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
      if (phase === ORGANIZATION_PHASE) records.push(...((await this.chunks.read(job.no, n))?.take(count) ?? []));
    return records;
  }

  /** Takes the organizations and the chunks. @returns false when another job has one of the organizations */
  private async begin(job: ImportJob, lease: Lease, organizations: readonly ImportRecord[], from: readonly JobState[]): Promise<boolean> {
    const ids = organizations.flatMap(({ value }) =>
      isMembers(value) && typeof value['orgId'] === 'string' ? value['orgId'].slice(0, LIMITS.nameBytes) : [],
    );
    try {
      return await this.database.write('begin import work', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        if (!(await this.repository.lockOrganizations(tx, job.no, ids))) return false;
        const now = this.clock.nowUs();
        if (!(await this.repository.setState(tx, job.no, from, 'running', now)))
          throw new ChunkLostError('The job is not to be worked on.');
        await this.repository.setStarted(tx, job.no, now);
        await this.repository.claimChunks(tx, job.no, lease.fence);
        return true;
      });
    } catch (error) {
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }

  /**
   * Leaves a job before its end. In the background that is because this process stops: another one goes on at once.
   * A job that a request waited for has used up its time: it goes on when somebody resumes it.
   */
  private async pause(job: ImportJob, lease: Lease, observer: Observer): Promise<void> {
    await this.database.write('pause import', async (tx) => {
      // When the lease is lost, another process works on the job: leave its state alone.
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      const now = this.clock.nowUs();
      await this.repository.addWork(tx, job.id, now);
      await this.repository.setState(tx, job.no, WORKABLE, observer.waits ? 'stopped' : 'waiting', now);
      await this.repository.unlockOrganizations(tx, job.no);
    });
  }

  private async finish(job: ImportJob, lease: Lease): Promise<void> {
    await this.database.write('end import', async (tx) => {
      const now = this.clock.nowUs();
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      await this.repository.addWork(tx, job.id, now);
      if (!(await this.repository.setState(tx, job.no, ['running'], 'done', now)))
        throw new ChunkLostError('The job was ended by somebody else.');
      if (!(await this.repository.isWhole(tx, job.no))) throw new Error('An import that is marked as done has entries left.');
      await this.repository.close(tx, job.no, now);
      await this.events.append(tx, importEvent(job, 'ended', { state: 'done' }));
    });
  }
}

function doneOf(chunks: readonly Chunk[]): number {
  return chunks.filter(({ phase }) => phase === ORGANIZATION_PHASE).reduce((sum, { line }) => sum + line, 0);
}
