// Processes records: phase after phase, in concurrent lanes, until none is left or it is stopped.
import type { ImportContext } from './import-context.js';
import { ORGANIZATION_PHASE, PHASES, type ImportRecord } from '../records/import-record.js';
import type { RecordWriter } from './record-writer.service.js';

/** Records of one phase in a row, that one lane works off. `context` knows where they came from. */
export interface WorkItem {
  /** The records of the next unit of work; none at the end. */
  takeRecords(): ImportRecord[];
  context: ImportContext;
}

/** Where portions come from; each is given out once. */
export interface WorkSource {
  /** @returns undefined when the phase has no more */
  nextItem(phase: number): Promise<WorkItem | undefined>;
}

/**
 * Works every phase off. Organizations one after the other, since two entries of a body may be the same one.
 * @param lanes side by side in every other phase
 * @param stop asked before each unit of work
 * @returns whether everything is done
 */
export async function processAll(source: WorkSource, lanes: number, writer: RecordWriter, stop: () => boolean): Promise<boolean> {
  for (let phase = ORGANIZATION_PHASE; phase < PHASES; phase++) {
    // When one lane fails, the others finish their unit of work and stop.
    let failed = false;
    const halted = () => failed || stop();
    const lane = async () => {
      for (;;) {
        if (halted()) return false;
        const portion = await source.nextItem(phase);
        if (!portion) return true;
        if (!(await processItem(portion, writer, halted))) return false;
      }
    };
    const ends = await Promise.allSettled(
      Array.from({ length: phase === ORGANIZATION_PHASE ? 1 : lanes }, () =>
        lane().catch((error: unknown) => {
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
