// The entries of a job: chunk after chunk from the database, each with the checkpoint that makes it count once.
import type { EventLog } from '../../users/events/events.service.js';
import type { ImportChunks } from './import-chunks.js';
import { ChunkLostError, type Chunk, type ImportJob, type ImportJobsRepository } from './import-jobs.repository.js';
import type { ImportRecord } from './import-record.js';
import type { Portion, Source } from './import-run.js';
import type { ImportContext, RecordWriter, Written } from './record-writer.js';

/** No fault of an entry: the import stops here, and what is done is done. */
export class TooManyFaultsError extends Error {
  constructor(most: number) {
    super(`More than ${most} entries of this import are at fault; mend the file.`);
  }
}

/** The chunks of a job that are not done, with the checkpoint that goes into each unit of work. */
export class JobSource implements Source {
  private readonly todo: Chunk[];
  private failed: number;

  constructor(
    private readonly job: ImportJob,
    chunks: readonly Chunk[],
    private readonly fence: number,
    private readonly shared: Omit<ImportContext, 'commit' | 'done'>,
    private readonly written: (written: Written) => void,
    private readonly store: { repository: ImportJobsRepository; chunks: ImportChunks; events: EventLog },
    private readonly writer: RecordWriter,
    private readonly mostFailed: number,
  ) {
    this.todo = chunks.filter(({ line, records }) => line < records);
    this.failed = job.failed;
  }

  async next(phase: number): Promise<Portion | undefined> {
    const at = this.todo.findIndex((chunk) => chunk.phase === phase);
    const [chunk] = at < 0 ? [] : this.todo.splice(at, 1);
    if (!chunk) return undefined;
    const reader = await this.store.chunks.read(this.job.no, chunk.n);
    if (!reader) throw new ChunkLostError('The job was ended by somebody else.');
    reader.skip(chunk.line);
    let ahead: ImportRecord[] = [];
    const take = () => {
      ahead = [...ahead, ...reader.take(this.writer.most - ahead.length)];
      return ahead.splice(0, this.writer.portion(ahead, 0));
    };
    return { take, context: { ...this.shared, ...this.checkpoints(chunk) } };
  }

  private checkpoints(chunk: Chunk): Pick<ImportContext, 'commit' | 'done'> {
    let { line } = chunk;
    return {
      commit: async (tx, written) => {
        const to = line + written.records;
        const counts = { added: written.added.length, changed: written.changed, failed: written.failed };
        await this.store.repository.checkpoint(tx, this.job.no, chunk.n, line, to, counts, this.fence);
        await this.store.repository.addFaults(tx, this.job.no, written.faults);
        if (to < chunk.records) return;
        const about = { orgNo: 0, aggregate: { id: this.job.id, sequence: 1 }, editor: this.job.editor };
        await this.store.events.append(tx, {
          ...about,
          type: 'instance.import.progressed',
          payload: { part: chunk.n, records: chunk.records },
        });
      },
      done: (written) => {
        line += written.records;
        this.written(written);
        this.failed += written.failed;
        if (written.failed > 0 && this.failed > this.mostFailed) throw new TooManyFaultsError(this.mostFailed);
      },
    };
  }
}
