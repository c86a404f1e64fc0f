// Jobs that work through tables which rooms have registered.
import { LeaseLostError } from './leases.service.js';

/**
 * Works through tables one after the other. One that fails does not keep those after it.
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
