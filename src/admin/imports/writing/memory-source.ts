// The entries of a small import, which stay in the memory of the process that serves the request.
import type { ImportContext, Written } from './import-context.js';
import { PHASES, phaseOf, type ImportRecord } from '../records/import-record.js';
import type { WorkItem, WorkSource } from './import-run.js';
import type { RecordWriter } from './record-writer.service.js';

/** Records in memory, one unit of work at a time. */
export class MemorySource implements WorkSource {
  private readonly phases: ImportRecord[][] = Array.from({ length: PHASES }, () => []);
  /** How many records of each phase were given out. */
  private readonly given = Array.from({ length: PHASES }, () => 0);
  /** Work items that were given out and are not done yet. */
  private readonly open = new Set<{ records: ImportRecord[]; done: number }>();

  constructor(
    records: readonly ImportRecord[],
    private readonly writer: RecordWriter,
    private readonly context: ImportContext,
  ) {
    for (const record of records) this.phases[phaseOf(record)]?.push(record);
  }

  async nextItem(phase: number): Promise<WorkItem | undefined> {
    const records = this.phases[phase] ?? [];
    const from = this.given[phase] ?? 0;
    if (from >= records.length) return undefined;
    const to = from + this.writer.unitSize(records, from);
    this.given[phase] = to;
    const item = { records: records.slice(from, to), done: 0 };
    this.open.add(item);
    const done = (written: Written) => {
      item.done += written.records;
      if (item.done >= item.records.length) this.open.delete(item);
      this.context.done(written);
    };
    const units = [item.records];
    return { takeRecords: () => units.shift() ?? [], context: { ...this.context, done } };
  }

  /** All organizations, and how many of them are done; of everything else what is not done. */
  unwrittenRecords(): { organizations: ImportRecord[]; others: ImportRecord[]; done: number } {
    const unfinished = [...this.open].flatMap(({ records, done }) => records.slice(done));
    const [organizations = [], ...later] = this.phases;
    const pending = unfinished.filter(({ list }) => list === 'org').length;
    const others = later.flatMap((records, index) => records.slice(this.given[index + 1]));
    return { organizations, others: [...unfinished.filter(({ list }) => list !== 'org'), ...others], done: (this.given[0] ?? 0) - pending };
  }
}
