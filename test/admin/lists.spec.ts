// Lists of the admin API: pages, orders, filters, totals, cursors; and that the database reads them by an index.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { SearchCost } from '../../src/common/database/dialect.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { startService, type Answer, type TestService } from '../support/service.js';

const LIST = '/admin/v1/organizations';
const NAMES = ['Zebra', 'apple', 'Ärger', 'apple', 'Mango', 'Apple Tree'];

let service: TestService;
const made: { orgId: string; name: string; createdAt: string }[] = [];
beforeAll(async () => {
  service = await startService();
  for (const [index, name] of NAMES.entries())
    made.push((await service.call('POST', LIST, { name, primaryDomain: `d${index}.test`, orgId: `o${index}` })).body);
  await service.call('POST', `${LIST}/o4/_deactivate`);
});
afterAll(() => service.close());

const list = (query: string): Promise<Answer> => service.call('GET', `${LIST}?${query}`);
const idsOf = ({ body }: Answer): string[] => body.organizations.map(({ orgId }: { orgId: string }) => orgId);

/** The ids of all pages, one after the other by `nextCursor`. */
async function walk(query: string, limit = 2): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const page = await list(`${query}&limit=${limit}${cursor}`);
    expect(page.status, page.text).toBe(200);
    ids.push(...idsOf(page));
    if (page.body.nextCursor === null) return ids;
    cursor = `&cursor=${page.body.nextCursor}`;
  }
}

describe('a list', () => {
  it('comes in the order in which entries were added, and each page leads to the next', async () => {
    const whole = await list('limit=1000');
    expect(whole.body).toMatchObject({ nextCursor: null, after: null });
    expect(whole.body).not.toHaveProperty('total');
    expect(idsOf(whole).slice(-NAMES.length)).toEqual(made.map(({ orgId }) => orgId));
    expect(await walk('total=false')).toEqual(idsOf(whole));
  });

  it('continues by the older number as well', async () => {
    const first = await list('limit=2');
    const next = await list(`limit=2&after=${first.body.after}`);
    expect(idsOf(next)).toEqual(idsOf(await list(`limit=2&cursor=${first.body.nextCursor}`)));
  });

  it('tells the total when asked, on every page, and alone with limit 0', async () => {
    const all = NAMES.length + 1;
    const first = await list('limit=2&total=true');
    expect(first.body.total).toBe(all);
    expect((await list(`limit=2&total=true&cursor=${first.body.nextCursor}`)).body.total).toBe(all);
    expect((await list('limit=0&total=true')).body).toEqual({ organizations: [], nextCursor: null, after: null, total: all });
    expect((await list('total=true&state=inactive')).body.total).toBe(1);
  });

  it.each([
    ['sort=name', ['o1', 'o3', 'o5', 'o4', 'o0', 'o2']],
    ['sort=-name', ['o2', 'o0', 'o4', 'o5', 'o3', 'o1']],
    ['sort=createdAt', ['o0', 'o1', 'o2', 'o3', 'o4', 'o5']],
    ['sort=-createdAt', ['o5', 'o4', 'o3', 'o2', 'o1', 'o0']],
    ['sort=-changedAt', ['o4', 'o5', 'o3', 'o2', 'o1', 'o0']],
    ['state=inactive', ['o4']],
    ['name=APPLE', ['o1', 'o3', 'o5']],
    ['name=apple&sort=-createdAt', ['o5', 'o3', 'o1']],
    ['q=a', ['o0', 'o1', 'o3', 'o4', 'o5']],
    ['q=D2.test', ['o2']],
    ['q=%C3%84', ['o2']],
    ['q=a&state=active&sort=name', ['o1', 'o3', 'o5', 'o0']],
    ['q=%25', []],
  ])('with %s has these, page by page', async (query, ids) => {
    for (const limit of [1, 2, 1000]) expect((await walk(query, limit)).filter((id) => /^o\d$/.test(id))).toEqual(ids);
  });

  it('is filtered by the time of creation and of the last change', async () => {
    const { createdAt } = made[2] ?? { createdAt: '' };
    expect(await walk(`createdAfter=${createdAt}`)).toEqual(['o3', 'o4', 'o5']);
    expect((await walk(`createdBefore=${createdAt}`)).slice(-2)).toEqual(['o0', 'o1']);
    expect(await walk(`changedAfter=${made.at(-1)?.createdAt}`)).toEqual(['o4']);
  });

  it('has stable pages while entries are added', async () => {
    const first = await list('limit=2&sort=-name');
    await service.call('POST', LIST, { name: 'Zzz', orgId: 'z' });
    const ids = idsOf(await list(`limit=1000&sort=-name&cursor=${first.body.nextCursor}`));
    expect(ids).not.toEqual(expect.arrayContaining(['z']));
    expect(ids).not.toEqual(expect.arrayContaining(idsOf(first)));
  });
});

describe('a list refuses', () => {
  it.each([
    ['limit=1001', 'page.invalid', 'limit'],
    ['limit=-1', 'page.invalid', 'limit'],
    ['limit=1&limit=2', 'page.invalid', 'limit'],
    ['after=x', 'page.invalid', 'after'],
    ['after=1&sort=name', 'page.after', 'after'],
    ['total=yes', 'query.invalid', 'total'],
    ['sort=colour', 'query.invalid', 'sort'],
    ['sort=constructor', 'query.invalid', 'sort'],
    ['sort=--name', 'query.invalid', 'sort'],
    ['state=asleep', 'query.invalid', 'state'],
    ['createdAfter=yesterday', 'query.invalid', 'createdAfter'],
    ['name=a&name=b', 'query.invalid', 'name'],
    ['cursor=nonsense', 'page.cursor', 'cursor'],
    ['cursor=W10', 'page.cursor', 'cursor'],
    ['colour=red', 'query.unknown', 'colour'],
  ])('%s', async (query, code, parameter) => {
    const { status, body } = await list(query);
    expect([status, body.code, body.errors[0].parameter]).toEqual([400, code, parameter]);
  });

  it('a cursor of another order, other filters or another list', async () => {
    const { nextCursor } = (await list('limit=1&sort=name')).body;
    for (const query of ['', 'sort=-name&', 'sort=createdAt&', 'sort=name&state=active&'])
      expect((await list(`${query}cursor=${nextCursor}`)).body.code, query).toBe('page.cursor');
    expect((await list(`sort=name&limit=5&total=true&cursor=${nextCursor}`)).status).toBe(200);
  });
});

interface Statement {
  sql: string;
  values: SqlValue[];
}

/** The searches that `work` sends. */
async function searchesOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const { search } = service.get(Database);
  const seen: Statement[] = [];
  const rows = search.rows;
  Object.assign(search, {
    rows: (sql: string, values: SqlValue[], cost: SearchCost) => (seen.push({ sql, values }), rows.call(search, sql, values, cost)),
  });
  try {
    await work();
  } finally {
    Object.assign(search, { rows });
  }
  return seen;
}

/** How a statement is read: the index, and whether it is sorted afterwards. */
async function planOf({ sql, values }: Statement): Promise<string> {
  const { query } = service.get(Database);
  if (!SERVER_URL) return (await query.rows<{ detail: string }>(`${EXPLAIN} ${sql}`, values)).map(({ detail }) => detail).join('; ');
  const rows = await query.rows<{ key: string | null; Extra: string | null }>(`${EXPLAIN} ${sql}`, values);
  return rows.map(({ key, Extra }) => `by ${key} ${Extra?.includes('filesort') ? 'USE TEMP B-TREE FOR ORDER BY' : ''}`).join('; ');
}

describe('the database reads a list by its index, never sorting it', () => {
  it.each([
    ['limit=1', SERVER_URL ? 'by PRIMARY' : 'INTEGER PRIMARY KEY|sqlite_autoindex_organizations_1|SCAN o$'],
    ['limit=1&sort=name', 'organizations_by_name'],
    ['limit=1&sort=-name&state=active', 'organizations_by_name'],
    ['limit=1&sort=createdAt', 'organizations_by_creation'],
    ['limit=1&sort=-changedAt', 'organizations_by_change'],
    ['limit=1&state=active', 'organizations_by_state'],
    ['limit=1&name=a', 'organizations_by_name'],
    ['limit=1&createdAfter=2020-01-01T00:00:00Z', 'organizations_by_creation'],
    ['limit=1&changedAfter=2020-01-01T00:00:00Z', 'organizations_by_change'],
  ])('%s', async (query, index) => {
    const { nextCursor } = (await list(query)).body;
    for (const place of ['', `&cursor=${nextCursor}`]) {
      const [statement] = await searchesOf(() => list(query + place));
      const plan = await planOf(statement as Statement);
      expect(plan).toMatch(new RegExp(index));
      expect(plan).not.toMatch(/TEMP B-TREE/);
    }
  });
});
