// The statements that a service's reading side sends while something runs.
import { Database } from '../../src/common/database/database.js';
import type { TestService } from './service.js';

/** @returns the SQL, in the order in which it was sent */
export async function recordQueries(service: TestService, act: () => Promise<unknown>): Promise<string[]> {
  const { query } = service.get(Database);
  const [rows, statements] = [query.rows, [] as string[]];
  query.rows = (sql, values) => {
    statements.push(sql);
    return rows.call(query, sql, values) as never;
  };
  try {
    await act();
  } finally {
    query.rows = rows;
  }
  return statements;
}
