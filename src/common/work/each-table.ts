// Jobs that process tables registered by modules.
import { LeaseLostError } from './leases.service.js';

/**
 * Processes tables one after the other. A failure in one doesn't skip the others.
 * @throws the first failure once all have been tried; LeaseLostError at once
 */
export async function forEachTable<Table>(tables: Iterable<Table>, work: (table: Table) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const table of tables)
    try {
      await work(table);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
