// Writes several records in one unit of work, and finds out whose fault it is when that is refused.
import { DuplicateKeyError, type Database } from '../../../common/database/database.js';
import type { ImportRecord } from '../records/import-record.js';
import { isRefusal, recordRefusal, type ImportContext, type Written } from './import-context.js';

const MAX_TRIES = 3;

/** How a batch is written: `read` is done once, `write` is a unit of work that may be tried again. */
export interface BatchSteps<Batch> {
  read(records: readonly ImportRecord[]): Promise<Batch>;
  isEmpty(batch: Batch): boolean;
  write(batch: Batch): Promise<Written>;
}

/** @throws any error that is not the fault of a record */
export async function writeInHalves<Batch>(
  database: Database,
  records: readonly ImportRecord[],
  context: ImportContext,
  steps: BatchSteps<Batch>,
): Promise<void> {
  const batch = await steps.read(records);
  for (let attempt = 1; ; attempt++) {
    let result: Written;
    try {
      result = await steps.write(batch);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Another request took an id or a name between the look-up and the insert: look it up again.
      if (error instanceof DuplicateKeyError && attempt < MAX_TRIES) continue;
      const [record, more] = records;
      if (!record || steps.isEmpty(batch)) throw error;
      if (!more) return recordRefusal(database, record, error, context);
      const middle = Math.ceil(records.length / 2);
      await writeInHalves(database, records.slice(0, middle), context, steps);
      return writeInHalves(database, records.slice(middle), context, steps);
    }
    return context.done(result);
  }
}
