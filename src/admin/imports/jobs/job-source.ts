// Reads the entries of a job, chunk by chunk, each with the checkpoint that makes it count once.
import { addedGroupsOf, type ImportContext } from '../writing/import-context.js';
import type { ImportChunks } from './import-chunks.service.js';
import { ChunkLostError, type Chunk, type ImportJob, type ImportJobsRepository } from './import-jobs.repository.js';
import type { ImportJobStates } from './import-job-states.service.js';
import type { ImportRecord } from '../records/import-record.js';
import type { WorkItem, WorkSource } from '../writing/import-run.js';
import type { RecordWriter } from '../writing/record-writer.service.js';

/** The chunks of a job that are not done, with the checkpoint that goes into each unit of work. */
export class JobSource implements WorkSource {
  private readonly todo: Chunk[];

  /** @param fencingToken of the lease that the job is held by */
  constructor(
    private readonly job: ImportJob,
    chunks: readonly Chunk[],
    private readonly fencingToken: number,
    private readonly context: Omit<ImportContext, 'commit'>,
    private readonly store: { repository: ImportJobsRepository; states: ImportJobStates; chunks: ImportChunks; recordWriter: RecordWriter },
  ) {
    this.todo = chunks.filter(({ line, records }) => line < records);
  }

  async nextItem(phase: number): Promise<WorkItem | undefined> {
    const at = this.todo.findIndex((chunk) => chunk.phase === phase);
    const [chunk] = at < 0 ? [] : this.todo.splice(at, 1);
    if (!chunk) return undefined;
    const { chunks, recordWriter } = this.store;
    const reader = await chunks.readChunk(this.job.no, chunk.n);
    if (!reader) throw new ChunkLostError('Another process ended the job.');
    reader.skipRecords(chunk.line);
    let ahead: ImportRecord[] = [];
    const take = () => {
      ahead = [...ahead, ...reader.takeRecords(recordWriter.maxRecords - ahead.length)];
      return ahead.splice(0, recordWriter.unitSize(ahead, 0));
    };
    return { takeRecords: take, context: { ...this.context, ...this.checkpoints(chunk) } };
  }

  private checkpoints(chunk: Chunk): Pick<ImportContext, 'commit' | 'done'> {
    const { repository, states } = this.store;
    let { line } = chunk;
    return {
      commit: async (tx, written) => {
        const to = line + written.records;
        const { added, changed, failed, members, refusedLines } = written;
        const counts = { added: added.length, changed, failed, members, groups: addedGroupsOf(written) };
        await repository.advanceChunk(tx, this.job.no, chunk.n, line, to, counts, this.fencingToken);
        await this.context.declared.add(tx, refusedLines.map(refusedLineDigest));
        await repository.addFaults(tx, this.job.no, written.faults);
        if (to >= chunk.records) await states.appendProgress(tx, this.job, chunk);
      },
      done: (written) => {
        line += written.records;
        this.context.done(written);
      },
    };
  }
}

/** How a job notes that the group of a line was refused. */
export function refusedLineDigest(line: number): string {
  return `refused/${line}`;
}
