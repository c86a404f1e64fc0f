// Imports: a synchronous one is processed in memory if it is small, otherwise as a job. What is left when its time is up is a job that can be
// resumed. Asynchronous imports are ingested here too.
import { Injectable } from '@nestjs/common';
import { whileAdmitted } from '../../common/access/admission.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError, isTemporary } from '../../common/primitives/domain-error.js';
import { unsupported } from './records/entry-members.js';
import { parseGoDuration } from './formats/go-duration.js';
import { AuthorLostError, ImportAuthors, type ImportAuthor } from './jobs/import-authors.service.js';
import type { ImportJob, ImportOptions } from './jobs/import-jobs.repository.js';
import type { ImportFault } from './records/import-fault.js';
import { ImportJobs, type ReceivingJob } from './jobs/import-jobs.service.js';
import { ImportReport, type ImportAnswer } from './import-report.js';
import { camelCase, textOf, type ImportRecord } from './records/import-record.js';
import type { ImportContext } from './writing/import-context.js';
import { processAll } from './writing/import-run.js';
import { ImportRunner } from './jobs/import-runner.service.js';
import { ingestRecords, type BodyFacts, type ImportBody } from './formats/ingest.js';
import { MemorySource } from './writing/memory-source.js';
import { RecordWriter } from './writing/record-writer.service.js';

/** Of an import that names none. */
export const DEFAULT_TIMEOUT_MS = 300_000;
/** A body up to this size needs no job. */
const IN_MEMORY_BYTES = 4 * 2 ** 20;
/** Used by dry runs only, and those are always jobs. */
const NOTHING_SEEN: ImportContext['declared'] = {
  knownOf: async () => new Set(),
  add: async () => undefined,
  groupNumbers: async () => new Map(),
  addGroups: async () => undefined,
  nestings: async () => [],
  addNestings: async () => undefined,
};
const KEEP_TRIES = 5;
const KEEP_PAUSE_MS = 1_000;
const SYNCHRONOUS: ImportOptions = { mode: 'create', dryRun: false, allowReusedIds: false };

@Injectable()
export class ImportService {
  /** Shortened by tests. */
  keepPauseMs = KEEP_PAUSE_MS;

  constructor(
    private readonly jobs: ImportJobs,
    private readonly runner: ImportRunner,
    private readonly authors: ImportAuthors,
    private readonly recordWriter: RecordWriter,
    private readonly clock: Clock,
  ) {}

  /** Takes a body in as a job and leaves it to the background. @throws DomainError `invalid`, `tooLarge`: then nothing is left of it */
  async submitJob(body: ImportBody, options: ImportOptions, author: ImportAuthor): Promise<ImportJob> {
    const facts = noFacts();
    const receiving = await this.jobs.beginReceiving(options, author);
    try {
      const keep = () => this.jobs.keepReceiving(receiving);
      for await (const { records } of ingestedRecords(body, facts, author, keep)) await receiving.chunks.addRecords(records);
      readTimeout(facts);
      assertData(body, facts);
      await this.jobs.addRemarks(receiving, facts.unknown.map(leftOut));
      await this.jobs.completeReceiving(receiving, 'waiting', author.userId);
    } catch (error) {
      await this.jobs.discardReceiving(receiving);
      throw error;
    }
    void this.runner.runJob(receiving.job.id);
    return this.jobs.requireJob(receiving.job.id);
  }

  /**
   * Imports and waits for the end, at most as long as the body says.
   * @throws DomainError `invalid`, `tooLarge`: then nothing was written
   */
  async importAndWait(body: ImportBody, author: ImportAuthor): Promise<ImportAnswer> {
    const started = this.clock.nowMs();
    const facts = noFacts();
    const taken = await this.ingestBody(body, facts, author);
    const until = started + readTimeout(facts);
    const stop = () => this.runner.stopping || this.clock.nowMs() >= until;
    const report = new ImportReport(facts.unknown);
    const jobId = 'job' in taken ? await this.runJob(taken, report, stop) : await this.runInMemory(taken.records, report, author, stop);
    return report.toAnswer(jobId, this.runner.stopping);
  }

  private async ingestBody(body: ImportBody, facts: BodyFacts, author: ImportAuthor): Promise<ReceivingJob | { records: ImportRecord[] }> {
    const records: ImportRecord[] = [];
    let receiving: ReceivingJob | undefined;
    const keep = async () => receiving && this.jobs.keepReceiving(receiving);
    let bytes = 0;
    try {
      for await (const piece of ingestedRecords(body, facts, author, keep)) {
        bytes += piece.bytes;
        if (bytes <= IN_MEMORY_BYTES) {
          for (const record of piece.records) records.push(record);
          continue;
        }
        receiving ??= await this.jobs.beginReceiving(SYNCHRONOUS, author);
        await receiving.chunks.addRecords(records.splice(0));
        await receiving.chunks.addRecords(piece.records);
      }
      readTimeout(facts);
      assertData(body, facts);
      // As `stopped` no other process takes it up before this one does. Once it is `running`, another one goes on if this process dies.
      if (receiving) await this.jobs.completeReceiving(receiving, 'stopped', author.userId);
    } catch (error) {
      if (receiving) await this.jobs.discardReceiving(receiving);
      throw error;
    }
    return receiving ?? { records };
  }

  /** @returns the id of the job when there is something left to do */
  private async runJob(receiving: ReceivingJob, report: ImportReport, stop: () => boolean): Promise<string | undefined> {
    await this.runner.runJob(receiving.job.id, { waits: true, stop, written: (written) => report.addWritten(written) });
    const job = await this.jobs.requireJob(receiving.job.id).catch((error: unknown) => {
      throw interrupted(error);
    });
    if (job.state !== 'done') report.setRemaining(job.records - job.done, job.reason ?? undefined);
    return job.state === 'done' ? undefined : job.id;
  }

  private async runInMemory(
    records: ImportRecord[],
    report: ImportReport,
    author: ImportAuthor,
    stop: () => boolean,
  ): Promise<string | undefined> {
    const refusedLines = new Set<number>();
    const source = new MemorySource(records, this.recordWriter, {
      rules: await this.authors.batchRulesFor(SYNCHRONOUS, author),
      assertAllowed: async (tx) => void (await this.authors.assertMayImport(author, tx)),
      organizations: new Map(),
      declared: NOTHING_SEEN,
      refusedAmong: async (_, lines) => new Set(lines.filter((line) => refusedLines.has(line))),
      commit: async () => undefined,
      done: (written) => {
        for (const line of written.refusedLines) refusedLines.add(line);
        report.addWritten(written);
      },
    });
    let reason: string | undefined;
    try {
      if (await processAll(source, this.recordWriter.concurrency, this.recordWriter, stop)) return undefined;
    } catch (error) {
      reason = reasonToStop(error);
    }
    const { organizations, others, done } = source.unwrittenRecords();
    // What continues an entry that was refused is refused with it.
    const left = others.filter(({ line, part }) => !(part?.continues && refusedLines.has(line)));
    report.setRemaining(organizations.length - done + left.length, reason);
    return this.keepAsJob([...organizations, ...left], done, report, author);
  }

  /** What was not done becomes a job. A database that was away may be back in a moment. @throws DomainError `unavailable` when it is not */
  private async keepAsJob(records: readonly ImportRecord[], done: number, { counts }: ImportReport, author: ImportAuthor): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      let receiving: ReceivingJob | undefined;
      try {
        receiving = await this.jobs.beginReceiving(SYNCHRONOUS, author, counts, done);
        await receiving.chunks.addRecords(records);
        await this.jobs.completeReceiving(receiving, 'stopped', author.userId);
        return receiving.job.id;
      } catch (error) {
        if (receiving) await this.jobs.discardReceiving(receiving).catch(() => undefined);
        if (!isTemporary(error) || attempt >= KEEP_TRIES) throw interrupted(error);
        await new Promise((resolve) => setTimeout(resolve, this.keepPauseMs));
      }
    }
  }
}

/** Why an import stops early, for its answer. @throws `error`, when resuming would not help */
function reasonToStop(error: unknown): string {
  if (error instanceof AuthorLostError) return error.message;
  if (isTemporary(error)) return 'The database was not available';
  throw error;
}

/** The unit of work that failed was undone, but those before it are durable. */
function interrupted(error: unknown): unknown {
  if (!isTemporary(error)) return error;
  return new DomainError(
    'unavailable',
    'import.interrupted',
    'The connection to the database was lost during the import: part of it may have been done. Check before you send it again.',
  );
}

function noFacts(): BodyFacts {
  return { unknown: [], hasData: false };
}

/** The records of a body for as long as its sender may import; the body may take hours. @param keep see {@link ingestRecords} */
async function* ingestedRecords(body: ImportBody, facts: BodyFacts, { admission }: ImportAuthor, keep: () => Promise<void>) {
  yield* whileAdmitted({ ...(admission && { admission }) }, ingestRecords(body, facts, keep));
  await admission?.judgeAgain();
}

/** The fault of a member beside the organizations, in line 0 because it is no entry. */
function leftOut(name: string): ImportFault {
  return { line: 0, id: textOf(name), ...unsupported('request', textOf(name)) };
}

/** @returns milliseconds @throws DomainError `invalid` */
function readTimeout({ timeout }: BodyFacts): number {
  if (timeout === undefined || timeout === null) return DEFAULT_TIMEOUT_MS;
  const ms = typeof timeout === 'string' ? parseGoDuration(timeout) : undefined;
  if (ms === undefined) throw new DomainError('invalid', 'import.timeout', 'timeout must be a duration such as 5m30s.', 'timeout');
  return ms;
}

/** Members by which other services are told to read the data from a file or a bucket. */
const ELSEWHERE = /^dataOrgs(?:v1)?(?:Local|S3|Gcs)$/;

/** @throws DomainError `invalid` */
function assertData({ format, reading }: ImportBody, facts: BodyFacts): void {
  const elsewhere = facts.unknown.find((name) => ELSEWHERE.test(camelCase(name)));
  if (elsewhere !== undefined)
    throw new DomainError('invalid', 'import.elsewhere', `${elsewhere} is not supported: send the data itself.`, elsewhere);
  if (format === 'json' && !reading?.foreign && !facts.hasData)
    throw new DomainError(
      'invalid',
      'import.noData',
      'The body must be an object with dataOrgs.orgs, a list of organizations.',
      'dataOrgs',
    );
}
