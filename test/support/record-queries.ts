// The statements that a service's reading side sends while something runs.
import { Database } from '../../src/common/database/database.js';
import type { TestService } from './service.js';

type Method = 'row' | 'rows';

/** @param methods those that read one row may be recorded too @returns the SQL, in the order in which it was sent */
export async function recordQueries(
  service: TestService,
  act: () => Promise<unknown>,
  methods: readonly Method[] = ['rows'],
): Promise<string[]> {
  const { query } = service.get(Database);
  const [usual, statements] = [{ row: query.row, rows: query.rows }, [] as string[]];
  for (const method of methods)
    query[method] = (sql: string, values?: never) => {
      statements.push(sql);
      return usual[method].call(query, sql, values) as never;
    };
  try {
    await act();
  } finally {
    Object.assign(query, usual);
  }
  return statements;
}
