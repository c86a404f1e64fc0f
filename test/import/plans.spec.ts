// The plans of what an import reads inside its units of work: the cost of a batch must not grow with the people who are there already.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { human } from '../support/imports.js';
import { createOrganization } from '../support/people.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

const PEOPLE_THERE = 3_000;
const BATCH = 100;
/** From so many values of a list on a server plans by statistics, which are empty while it counts again (`eq_range_index_dive_limit`). */
const PLANNED_BY_STATISTICS = 200;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const importPeople = async (orgId: string, name: string, count: number) => {
  const humanUsers = Array.from({ length: count }, (_, index) => human(`${orgId}-${name}-${index}`));
  const { status, body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers }] } });
  expect([status, body.success.orgs[0].humanUserIds.length]).toEqual([200, count]);
};

/** The distinct statements that `work` reads with inside units of work, with the values of the first of each. */
async function readsOf(work: () => Promise<unknown>): Promise<Map<string, SqlValue[]>> {
  const seen = new Map<string, SqlValue[]>();
  const database = service.get(Database);
  const { write } = database;
  const noting = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...values: unknown[]) => {
          if ((name === 'rows' || name === 'row') && !seen.has(String(values[0])))
            seen.set(String(values[0]), (values[1] ?? []) as SqlValue[]);
          return (member as (...all: unknown[]) => unknown).apply(target, values);
        };
      },
    });
  Object.assign(database, {
    write: (name: string, unit: (tx: Transaction) => Promise<unknown>, ...rest: unknown[]) =>
      (write as (...all: unknown[]) => Promise<unknown>).call(database, name, (tx: Transaction) => unit(noting(tx)), ...rest),
  });
  try {
    await work();
  } finally {
    Object.assign(database, { write });
  }
  return seen;
}

/** The steps of a plan that read everyone of an organization, or a whole table of people. */
async function wideSteps(sql: string, values: SqlValue[]): Promise<string[]> {
  const rows = await service
    .get(Database)
    .query.rows<Record<string, string | number | null>>(`${EXPLAIN} ${sql.replace(/ FOR UPDATE$/, '')}`, values);
  if (!SERVER_URL) {
    const steps = rows.map(({ detail }) => String(detail));
    return steps.filter(
      (step) =>
        /^SCAN (users|user_values|u|v)\b/.test(step) ||
        /^SEARCH (users|user_values|u|v) .*\(org_no=\?(?: AND (?:kind|attr_no)=\?)*\)/.test(step),
    );
  }
  return rows
    .filter(({ table, rows: read }) => /^(users|user_values|u|v)$/.test(String(table)) && Number(read) >= PEOPLE_THERE / 2)
    .map(({ table, type, key, rows: read }) => `${table}: ${type} by ${key}, ${read} rows`);
}

it('reads nobody but those whom a batch names', async () => {
  const orgId = await createOrganization(service);
  for (let at = 0; at < PEOPLE_THERE; at += 1_000) await importPeople(orgId, `there${at}`, 1_000);
  const reads = await readsOf(() => importPeople(orgId, 'new', BATCH));
  expect([...reads.keys()].filter((sql) => sql.includes('user_values'))).not.toEqual([]);
  const lengths = [...reads.keys()].flatMap((sql) =>
    [...sql.matchAll(/ IN \(([?, ]+)\)/g)].map(([, marks = '']) => marks.split(',').length),
  );
  expect(lengths).toContain(Math.max(BATCH, ...lengths));
  expect(Math.max(...lengths)).toBeLessThan(PLANNED_BY_STATISTICS);
  for (const [sql, values] of reads) expect({ sql, wide: await wideSteps(sql, values) }).toEqual({ sql, wide: [] });
});
