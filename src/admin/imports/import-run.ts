// Works records off: phase after phase, several lanes side by side, until nothing is left or somebody says stop.
import { ORGANIZATION_PHASE, PHASES, type ImportRecord } from './import-record.js';
import type { ImportContext, RecordWriter } from './record-writer.js';

/** Records of one phase in a row, that one lane works off. `context` knows where they came from. */
export interface Portion {
  records: ImportRecord[];
  context: ImportContext;
}

/** Where portions come from; each is given out once. */
export interface Source {
  /** @returns undefined when the phase has no more */
  next(phase: number): Promise<Portion | undefined>;
}

/**
 * Works every phase off. Organizations one after the other, since two entries of a body may be the same one.
 * @param lanes side by side in every other phase
 * @param stop asked before each unit of work
 * @returns whether everything is done
 */
export async function workOff(source: Source, lanes: number, writer: RecordWriter, stop: () => boolean): Promise<boolean> {
  for (let phase = ORGANIZATION_PHASE; phase < PHASES; phase++) {
    // One failing lane stops the others behind what they are at.
    let failed = false;
    const halted = () => failed || stop();
    const lane = async () => {
      for (;;) {
        if (halted()) return false;
        const portion = await source.next(phase);
        if (!portion) return true;
        if (!(await workPortion(portion, writer, halted))) return false;
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

async function workPortion({ records, context }: Portion, writer: RecordWriter, stop: () => boolean): Promise<boolean> {
  for (let from = 0; from < records.length;) {
    if (stop()) return false;
    // Everybody else gets a turn between two units, however many records there are.
    await new Promise((resolve) => setImmediate(resolve));
    const count = writer.portion(records, from);
    await writer.write(records.slice(from, from + count), context);
    from += count;
  }
  return true;
}
