// The statements that a piece of work sends: those of the code it calls and of the requests it makes. Background jobs of the service send
// statements meanwhile, which are left out by their async context.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Database } from '../../src/common/database/database.js';
import type { SearchCost } from '../../src/common/database/dialect.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { keepRequestContext, requestContext, type RequestContext, STATEMENTS } from '../../src/common/observation/topics.js';
import { inOneMoment } from './one-moment.js';
import type { TestService } from './service.js';

export interface Read {
  sql: string;
  values: SqlValue[];
  /** Of a search. */
  cost?: SearchCost;
}

const acting = new AsyncLocalStorage<object>();

/** Of the write gate: sent by whatever unit of work is the first of a second. */
const OF_THE_WRITE_GATE = /^SELECT migration FROM schema_floors UNION ALL /;

/** @returns the SQL of all statements, whatever service of this process sends them, in the order in which they ended */
export async function sentStatements(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { isInside, run } = newContext();
  const end = STATEMENTS.listen(({ sql }) => void (isInside() && !OF_THE_WRITE_GATE.test(sql) && sent.push(sql)));
  await run(act).finally(end);
  return sent;
}

/**
 * The statements of work that was done before, without what a second that begins adds: the first time fills the caches of the configuration,
 * the second time reads the limits of addresses anew.
 * @returns them in alphabetical order
 */
export function repeatedStatements(service: TestService, act: () => Promise<unknown>): Promise<string[]> {
  return inOneMoment(service, async () => {
    for (let time = 0; time < 2; time++) await act();
    return (await sentStatements(act)).toSorted();
  });
}

/** @returns what is read outside of units of work with its values, in the order in which it was sent; `row`: reads of one row too */
export async function sentReads(service: TestService, act: () => Promise<unknown>, ...more: Array<'row'>): Promise<Read[]> {
  const { query, search } = service.get(Database);
  const usual = { row: query.row, rows: query.rows, search: search.rows };
  const sent: Read[] = [];
  const { isInside, run } = newContext();
  const note = (read: Read) => void (isInside() && !OF_THE_WRITE_GATE.test(read.sql) && sent.push(read));
  for (const method of ['rows', ...more] as const)
    query[method] = (sql: string, values: SqlValue[] = []) => (note({ sql, values }), usual[method].call(query, sql, values) as never);
  search.rows = (sql, values, cost) => (note({ sql, values, cost }), usual.search.call(search, sql, values, cost) as never);
  try {
    await run(act);
  } finally {
    Object.assign(query, { row: usual.row, rows: usual.rows });
    search.rows = usual.search;
  }
  return sent;
}

/** @returns `isInside`: whether the running code works for what `run` was given, or for a request that this made */
function newContext(): { isInside: () => boolean; run: (act: () => Promise<unknown>) => Promise<unknown> } {
  const requests = new WeakSet<RequestContext>();
  return {
    isInside: () => acting.getStore() === requests || requests.has(requestContext() ?? ({} as RequestContext)),
    run(act) {
      const end = keepRequestContext((context) => void requests.add(context));
      return acting.run(requests, act).finally(end);
    },
  };
}
