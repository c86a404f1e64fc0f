// The import that is waited for: what fits into memory is worked off at once, more becomes a job; either way nothing of it is lost when time is up.
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Clock } from '../../common/clock.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { parseGoDuration } from './go-duration.js';
import type { ImportJob, ImportOptions } from './import-jobs.repository.js';
import { ImportJobs, type Receiving } from './import-jobs.service.js';
import { ImportReport, type ImportAnswer } from './import-report.js';
import { ORGANIZATION_PHASE, PHASES, phaseOf, type ImportRecord } from './import-record.js';
import { workOff, type Portion, type Source } from './import-run.js';
import { ImportRunner } from './import-runner.js';
import { takeIn, type BodyFacts, type Format } from './intake.js';
import { RecordWriter, type ImportContext, type Written } from './record-writer.js';

/** A body as it comes from the network. */
export interface ImportBody {
  stream: Readable;
  format: Format;
  packed: boolean;
  maxBytes: number;
}

interface Editor {
  userId: string;
  userNo: number;
}

const DEFAULT_TIMEOUT_MS = 300_000;
/** A body up to this size needs no job. */
const IN_MEMORY_BYTES = 4 * 2 ** 20;
const SYNCHRONOUS: ImportOptions = { mode: 'create', dryRun: false, allowReusedIds: false };

@Injectable()
export class ImportService {
  constructor(
    private readonly jobs: ImportJobs,
    private readonly runner: ImportRunner,
    private readonly writer: RecordWriter,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes a body in as a job and leaves it to the background. @throws DomainError `invalid`, `tooLarge`: then nothing is left of it */
  async submit(body: ImportBody, options: ImportOptions, editor: Editor): Promise<ImportJob> {
    const facts = noFacts();
    const receiving = await this.jobs.receive(options, editor);
    try {
      for await (const { records } of intake(body, facts)) await receiving.chunks.add(records);
      readTimeout(facts);
      assertData(body, facts);
      await this.jobs.received(receiving, 'waiting', editor.userId);
    } catch (error) {
      await this.jobs.discard(receiving);
      throw error;
    }
    void this.runner.run(receiving.job.id);
    return this.jobs.get(receiving.job.id);
  }

  /**
   * Imports and waits for the end, at most as long as the body says.
   * @throws DomainError `invalid`, `tooLarge`: then nothing was written
   */
  async run(body: ImportBody, editor: Editor): Promise<ImportAnswer> {
    const started = this.clock.nowMs();
    const facts = noFacts();
    const taken = await this.takeIn(body, facts, editor);
    const until = started + readTimeout(facts);
    const stop = () => this.runner.stopping || this.clock.nowMs() >= until;
    const report = new ImportReport(facts.unknown);
    const jobId = 'job' in taken ? await this.runJob(taken, report, stop) : await this.runInMemory(taken.records, report, editor, stop);
    return report.answer(jobId, this.runner.stopping);
  }

  private async takeIn(body: ImportBody, facts: BodyFacts, editor: Editor): Promise<Receiving | { records: ImportRecord[] }> {
    const records: ImportRecord[] = [];
    let receiving: Receiving | undefined;
    let bytes = 0;
    try {
      for await (const piece of intake(body, facts)) {
        bytes += piece.bytes;
        if (bytes <= IN_MEMORY_BYTES) {
          for (const record of piece.records) records.push(record);
          continue;
        }
        receiving ??= await this.jobs.receive(SYNCHRONOUS, editor);
        await receiving.chunks.add(records.splice(0));
        await receiving.chunks.add(piece.records);
      }
      readTimeout(facts);
      assertData(body, facts);
      // Nobody else begins with one that is stopped; if this process dies on the way, somebody goes on.
      if (receiving) await this.jobs.received(receiving, 'stopped', editor.userId);
    } catch (error) {
      if (receiving) await this.jobs.discard(receiving);
      throw error;
    }
    return receiving ?? { records };
  }

  /** @returns the id of the job when there is something left to do */
  private async runJob(receiving: Receiving, report: ImportReport, stop: () => boolean): Promise<string | undefined> {
    await this.runner.run(receiving.job.id, { stop, written: (written) => report.add(written) });
    const job = await this.jobs.get(receiving.job.id);
    if (job.state !== 'done') report.left(job.records - job.done, job.reason ?? undefined);
    return job.state === 'done' ? undefined : job.id;
  }

  private async runInMemory(
    records: ImportRecord[],
    report: ImportReport,
    editor: Editor,
    stop: () => boolean,
  ): Promise<string | undefined> {
    const source = new MemorySource(records, this.writer, {
      rules: await this.runner.rules(SYNCHRONOUS, editor),
      organizations: new Map(),
      meet: async () => new Set(),
      commit: async () => undefined,
      done: (written) => report.add(written),
    });
    const phases = Array.from({ length: PHASES }, (_, phase) => phase);
    const whole =
      (await workOff(source, [ORGANIZATION_PHASE], 1, this.writer, stop)) &&
      (await workOff(source, phases.slice(1), this.database.bulk.lanes, this.writer, stop));
    if (whole) return undefined;
    return this.keep(source, report, editor);
  }

  /** What was not done becomes a job. */
  private async keep(source: MemorySource, report: ImportReport, editor: Editor): Promise<string> {
    const { organizations, others, done } = source.rest();
    const receiving = await this.jobs.receive(SYNCHRONOUS, editor, report.counts);
    await receiving.chunks.add(organizations);
    await receiving.chunks.add(others);
    await this.jobs.received(receiving, 'stopped', editor.userId, done);
    report.left(others.length + organizations.length - done);
    return receiving.job.id;
  }
}

/** Records in memory, one unit of work at a time. */
class MemorySource implements Source {
  private readonly phases: ImportRecord[][] = Array.from({ length: PHASES }, () => []);
  private readonly next_ = Array.from({ length: PHASES }, () => 0);
  /** Given out, and not done yet. */
  private readonly open = new Set<{ records: ImportRecord[]; done: number }>();

  constructor(
    records: readonly ImportRecord[],
    private readonly writer: RecordWriter,
    private readonly context: ImportContext,
  ) {
    for (const record of records) this.phases[phaseOf(record)]?.push(record);
  }

  async next(phase: number): Promise<Portion | undefined> {
    const records = this.phases[phase] ?? [];
    const from = this.next_[phase] ?? 0;
    if (from >= records.length) return undefined;
    const to = from + this.writer.portion(records, from);
    this.next_[phase] = to;
    const portion = { records: records.slice(from, to), done: 0 };
    this.open.add(portion);
    const done = (written: Written) => {
      portion.done += written.records;
      if (portion.done >= portion.records.length) this.open.delete(portion);
      this.context.done(written);
    };
    return { records: portion.records, context: { ...this.context, done } };
  }

  /** All organizations, and how many of them are done; of everything else what is not done. */
  rest(): { organizations: ImportRecord[]; others: ImportRecord[]; done: number } {
    const unfinished = [...this.open].flatMap(({ records, done }) => records.slice(done));
    const [organizations = [], ...later] = this.phases;
    const pending = unfinished.filter(({ list }) => list === 'org').length;
    const others = later.flatMap((records, index) => records.slice(this.next_[index + 1]));
    return { organizations, others: [...unfinished.filter(({ list }) => list !== 'org'), ...others], done: (this.next_[0] ?? 0) - pending };
  }
}

function noFacts(): BodyFacts {
  return { unknown: [], hasData: false };
}

function intake({ stream, format, packed, maxBytes }: ImportBody, facts: BodyFacts) {
  return takeIn(stream, format, packed, maxBytes, facts);
}

/** @returns milliseconds @throws DomainError `invalid` */
function readTimeout({ timeout }: BodyFacts): number {
  if (timeout === undefined || timeout === null) return DEFAULT_TIMEOUT_MS;
  const ms = typeof timeout === 'string' ? parseGoDuration(timeout) : undefined;
  if (ms === undefined) throw new DomainError('invalid', 'import.timeout', 'timeout must be a duration such as 5m30s.', 'timeout');
  return ms;
}

/** Where other services read from places of their own. */
const ELSEWHERE = /^dataOrgs(?:v1)?(?:Local|S3|Gcs)$/;

/** @throws DomainError `invalid` */
function assertData({ format }: ImportBody, facts: BodyFacts): void {
  const elsewhere = facts.unknown.find((name) => ELSEWHERE.test(name));
  if (elsewhere !== undefined)
    throw new DomainError('invalid', 'import.elsewhere', `${elsewhere} is not supported: send the data itself.`, elsewhere);
  if (format === 'json' && !facts.hasData)
    throw new DomainError(
      'invalid',
      'import.noData',
      'The body must be an object with dataOrgs.orgs, a list of organizations.',
      'dataOrgs',
    );
}
