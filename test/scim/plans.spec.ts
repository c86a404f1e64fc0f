// The plans of the hot queries, as the engine says it will run them: kept as text, and none of them may become a full scan.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCriteria } from '../../src/scim/protocol/query/criteria.js';
import { parseFilter } from '../../src/scim/protocol/query/filter.js';
import { URN } from '../../src/scim/protocol/wire/messages.js';
import { resolveFilter } from '../../src/scim/protocol/query/resolve.js';
import { USER } from '../../src/scim/protocol/schema/user.schema.js';
import { Database } from '../../src/common/database/database.js';
import { insertCounts } from '../../src/users/organizations/organization-counts.repository.js';
import { PeopleSearch, type PeopleSearchRequest } from '../../src/users/directory/people/search/people-search.service.js';
import { PeopleRepository } from '../../src/users/directory/people/people.repository.js';
import { emptyPerson, type Person } from '../../src/users/directory/people/person/person.js';
import { ENGINE, EXPLAIN, SERVER_URL } from '../support/database.js';
import { sentReads, type Read } from '../support/sent-statements.js';
import { startService, type TestService } from '../support/service.js';

const PEOPLE = 3_000;
const OTHERS = 300;

let service: TestService;
let pages: PeopleSearch;
let orgNo: number;
beforeAll(async () => {
  service = await startService();
  pages = service.get(PeopleSearch);
  const database = service.get(Database);
  orgNo = await seed(database, 'big', PEOPLE);
  await seed(database, 'small', OTHERS);
  const tables = ['users', 'user_values', 'external_ids'];
  for (const sql of SERVER_URL ? [`ANALYZE TABLE ${tables.join(', ')}`] : [])
    await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
});
afterAll(() => service.close());

/** People of an organization that has no other row, written through the repository, many a unit. */
async function seed(database: Database, name: string, count: number): Promise<number> {
  const repository = service.get(PeopleRepository);
  const own = await database.write('number', async (tx) => {
    const no = tx.nextNumber();
    await insertCounts(tx, no);
    return no;
  });
  for (let from = 0; from < count; from += 500) {
    await database.write('seed', async (tx) => {
      const people = Array.from({ length: Math.min(500, count - from) }, (_, index) => person(tx.nextNumber(), own, name, from + index));
      await repository.insertAll(tx, people, []);
    });
  }
  return own;
}

function person(no: number, org: number, name: string, index: number): Person {
  const text = `${name}-${index}`;
  return {
    ...emptyPerson(),
    no,
    id: `${text}-id`,
    orgNo: org,
    version: 1,
    tokenGeneration: 0,
    createdUs: 1_000_000 + index,
    modifiedUs: 1_000_000 + index,
    userName: text,
    familyName: `F${index % 97}`,
    givenName: `G${index % 89}`,
    displayName: text,
    externalId: text,
    title: `T${index % 7}`,
    employeeNumber: text,
    emails: [{ value: `${text}@example.com`, type: 'work', primary: true }],
    roles: [{ value: `r${index % 50}` }],
  };
}

/** The statements of a page. */
const statements = async (request: PeopleSearchRequest): Promise<Read[]> =>
  (await sentReads(service, () => pages.searchPeople(orgNo, request))).filter(({ sql }) => sql.includes('users u'));

/** One line for each table a statement touches: how, and by which index. */
async function plan({ sql, values }: Read): Promise<string[]> {
  const { query } = service.get(Database);
  if (!SERVER_URL) {
    const rows = await query.rows<{ detail: string }>(`${EXPLAIN} ${sql}`, values);
    return rows.map(({ detail }) => detail);
  }
  const rows = await query.rows<{ table: string | null; type: string | null; key: string | null; Extra: string | null }>(
    `${EXPLAIN} ${sql}`,
    values,
  );
  return rows.map(
    ({ table, type, key, Extra }) =>
      `${table ?? '-'}: ${type ?? '-'} by ${key ?? '-'}${/Using index(?! condition)/.test(Extra ?? '') ? ', index only' : ''}${Extra?.includes('filesort') ? ', sorted' : ''}`,
  );
}

/** Reading a table from end to end; a derived table is what an index gave already. */
const FULL_SCAN = SERVER_URL ? /^(u|v|e|x): (ALL|index) / : /^SCAN (u|v|e|x)\b/;

const filtered = (filter: string): Pick<PeopleSearchRequest, 'criteria'> => ({
  criteria: toCriteria(resolveFilter(parseFilter(filter), USER)),
});
const first = { offset: 0, limit: 100 };
const after = (key: string | number) => ({ ...first, after: { key, no: 5 }, total: 10_000 });

const HOT: Array<[string, PeopleSearchRequest, number?]> = [
  ['userName eq', { ...first, ...filtered('userName eq "big-1"') }],
  ['id eq', { ...first, ...filtered('id eq "big-1-id"') }],
  ['externalId eq', { ...first, ...filtered('externalId eq "big-1"') }],
  ['emails.value eq', { ...first, ...filtered('emails.value eq "big-1@example.com"') }],
  ['emails[type eq and value eq]', { ...first, ...filtered('emails[type eq "work" and value eq "big-1@example.com"]') }],
  ['userName eq or emails.value eq', { ...first, ...filtered('userName eq "big-1" or emails.value eq "big-2@example.com"') }],
  ['userName eq and active eq', { ...first, ...filtered('userName eq "big-1" and active eq true') }],
  ['userName sw', { ...first, ...filtered('userName sw "big-12"') }],
  ['userName lt', { ...first, ...filtered('userName lt "big-12"') }],
  ['displayName ge', { ...first, ...filtered('displayName ge "big-98"') }],
  ['externalId sw', { ...first, ...filtered('externalId sw "big-12"') }],
  ['emails.value gt', { ...first, ...filtered('emails.value gt "big-98"') }],
  ['employeeNumber eq', { ...first, ...filtered(`${URN.enterpriseUser}:employeeNumber eq "big-1"`) }],
  ['employeeNumber sw', { ...first, ...filtered(`${URN.enterpriseUser}:employeeNumber sw "big-12"`) }],
  ['employeeNumber ge', { ...first, ...filtered(`${URN.enterpriseUser}:employeeNumber ge "big-98"`) }],
  ['userName ew', { ...first, ...filtered('userName ew "-12"') }],
  ['emails.value sw', { ...first, ...filtered('emails.value sw "big-12"') }],
  ['emails.value ew', { ...first, ...filtered('emails.value ew "-12@example.com"') }],
  ['name.familyName eq', { ...first, ...filtered('name.familyName eq "F7"') }],
  [
    'name.familyName sw, sorted by userName',
    { ...first, ...filtered('name.familyName sw "F7"'), order: { field: 'userName', descending: false } },
  ],
  ['roles.value eq', { ...first, ...filtered('roles.value eq "r7"') }],
  ['meta.lastModified gt', { ...first, ...filtered('meta.lastModified gt "1970-01-01T00:00:01.002990Z"') }],
  ['userName sw, too many for numbers', { ...first, ...filtered('userName sw "big"') }, 0],
  ['userName co', { ...first, ...filtered('userName co "12"') }],
  ['emails.value co', { ...first, ...filtered('emails.value co "12"') }],
  ...(['id', 'userName', 'familyName', 'givenName', 'displayName', 'primaryEmail', 'createdUs', 'modifiedUs'] as const).flatMap(
    (field): Array<[string, PeopleSearchRequest]> => [
      [`everybody by ${field}`, { ...first, order: { field, descending: false } }],
      [
        `everybody by ${field}, backwards, behind a cursor`,
        { ...after(field.endsWith('Us') ? 1_002_000 : 'm'), order: { field, descending: true } },
      ],
    ],
  ),
  ['everybody, far behind the start', { offset: 2_000, limit: 100 }],
];

describe('the plans of the hot queries', () => {
  it('are the ones that were measured, and no full scan', async () => {
    const lines: string[] = [];
    for (const [name, request, maxCandidates = 5_000] of HOT) {
      pages.maxCandidates = maxCandidates;
      lines.push(`# ${name}`);
      for (const statement of await statements(request)) {
        const steps = await plan(statement);
        for (const step of steps) expect(FULL_SCAN.test(step) && !usesIndex(step), `${name}: ${step}\n${statement.sql}`).toBe(false);
        lines.push(...steps.map((step) => `  ${step}`), '');
      }
    }
    await expect(lines.join('\n')).toMatchFileSnapshot(`plans/${ENGINE}.txt`);
  });
});

/** `co` reads an index of one organization from end to end; that is its price, and told apart from reading rows. */
function usesIndex(step: string): boolean {
  return / by users_by_| by user_values_by_|USING (COVERING )?INDEX/.test(step);
}
