// Processes records: phase after phase, by concurrent workers, until none is left or it is stopped.
import type { ImportContext } from './import-context.js';
import { ORGANIZATION_PHASE, PHASES, type ImportRecord } from '../records/import-record.js';
import type { RecordWriter } from './record-writer.service.js';

/** Consecutive records of one phase, processed by one worker. `context` knows where they came from. */
export interface WorkItem {
  /** The records of the next unit of work; none at the end. */
  takeRecords(): ImportRecord[];
  context: ImportContext;
}

/** Where work items come from; each is given out once. */
export interface WorkSource {
  /** @returns undefined when the phase has no more */
  nextItem(phase: number): Promise<WorkItem | undefined>;
}

/**
 * Processes every phase. Organizations go one after the other, since two entries of a body may be the same one.
 * @param concurrency workers of every other phase
 * @param stop asked before each unit of work
 * @returns whether everything is done
 */
export async function processAll(source: WorkSource, concurrency: number, writer: RecordWriter, stop: () => boolean): Promise<boolean> {
  for (let phase = ORGANIZATION_PHASE; phase < PHASES; phase++) {
    // When one worker fails, the others finish their unit of work and stop.
    let failed = false;
    const halted = () => failed || stop();
    const work = async () => {
      for (;;) {
        if (halted()) return false;
        const item = await source.nextItem(phase);
        if (!item) return true;
        if (!(await processItem(item, writer, halted))) return false;
      }
    };
    const ends = await Promise.allSettled(
      Array.from({ length: phase === ORGANIZATION_PHASE ? 1 : concurrency }, () =>
        work().catch((error: unknown) => {
          failed = true;
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (!ends.every((end) => end.status === 'fulfilled' && end.value)) return false;
  }
  return true;
}

async function processItem({ takeRecords: take, context }: WorkItem, writer: RecordWriter, stop: () => boolean): Promise<boolean> {
  while (!stop()) {
    const records = take();
    if (records.length === 0) return true;
    await writer.writeRecords(records, context);
    // Between two units other requests get their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}
