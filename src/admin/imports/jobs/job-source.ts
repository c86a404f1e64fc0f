// Reads the entries of a job, chunk by chunk, each with the checkpoint that makes it count once.
import type { EventLog } from '../../../users/events/events.service.js';
import type { ImportContext } from '../writing/import-context.js';
import type { ImportChunks } from './import-chunks.service.js';
import { ChunkLostError, type Chunk, type ImportJob, type ImportJobsRepository } from './import-jobs.repository.js';
import { importEvent } from './import-jobs.service.js';
import type { ImportRecord } from '../records/import-record.js';
import type { WorkItem, Source } from '../writing/import-run.js';
import type { RecordWriter } from '../writing/record-writer.service.js';

/** The chunks of a job that are not done, with the checkpoint that goes into each unit of work. */
export class JobSource implements Source {
  private readonly todo: Chunk[];

  /** @param fence of the lease that the job is held by */
  constructor(
    private readonly job: ImportJob,
    chunks: readonly Chunk[],
    private readonly fence: number,
    private readonly context: Omit<ImportContext, 'commit'>,
    private readonly store: { repository: ImportJobsRepository; chunks: ImportChunks; events: EventLog; writer: RecordWriter },
  ) {
    this.todo = chunks.filter(({ line, records }) => line < records);
  }

  async next(phase: number): Promise<WorkItem | undefined> {
    const at = this.todo.findIndex((chunk) => chunk.phase === phase);
    const [chunk] = at < 0 ? [] : this.todo.splice(at, 1);
    if (!chunk) return undefined;
    const { chunks, writer } = this.store;
    const reader = await chunks.read(this.job.no, chunk.n);
    if (!reader) throw new ChunkLostError('The job was ended by somebody else.');
    reader.skip(chunk.line);
    let ahead: ImportRecord[] = [];
    const take = () => {
      ahead = [...ahead, ...reader.take(writer.most - ahead.length)];
      return ahead.splice(0, writer.portion(ahead, 0));
    };
    return { take, context: { ...this.context, ...this.checkpoints(chunk) } };
  }

  private checkpoints(chunk: Chunk): Pick<ImportContext, 'commit' | 'done'> {
    const { repository, events } = this.store;
    let { line } = chunk;
    return {
      commit: async (tx, written) => {
        const to = line + written.records;
        const counts = { added: written.added.length, changed: written.changed, failed: written.failed };
        await repository.checkpoint(tx, this.job.no, chunk.n, line, to, counts, this.fence);
        await repository.addFaults(tx, this.job.no, written.faults);
        if (to >= chunk.records) await events.append(tx, importEvent(this.job, 'progressed', { part: chunk.n, records: chunk.records }));
      },
      done: (written) => {
        line += written.records;
        this.context.done(written);
      },
    };
  }
}
