// The plans of lists of the admin API that may be long, as the engine says it will run them: an index has the order, so a page is never sorted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { ServiceUsersRepository, type ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { APPLICATION_TYPES, type NewApplication } from '../../src/oidc/clients/application.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { Projects } from '../../src/oidc/clients/management/projects.service.js';
import { createOrganization } from '../support/people.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

const ORGANIZATIONS = 3_000;
const SERVICE_USERS = 1_500;
const PROJECTS = 1_500;
const APPLICATIONS = 1_500;

let service: TestService;
let orgId: string;
let projectId: string;
beforeAll(async () => {
  service = await startService();
  orgId = await createOrganization(service);
  const database = service.get(Database);
  await database.write('seed', async (tx) => {
    const columns = ['no', 'id', 'name', 'name_key', 'primary_domain', 'state', 'token_gen', 'version', 'created_us', 'modified_us'];
    const rows = Array.from({ length: ORGANIZATIONS }, (_, at): SqlValue[] => {
      const [no, name] = [tx.nextNumber(), `org ${(at * 7919) % ORGANIZATIONS}`];
      return [no, `seeded-${at}`, name, name, `${at}.seeded.test`, at % 10 ? 'active' : 'inactive', 0, 1, 1_000_000 + at, 1_000_000 - at];
    });
    await insertRows(tx, 'organizations', columns, rows);
  });
  const organization = await service.get(Organizations).requireOrganization(orgId);
  const users = service.get(ServiceUsersRepository);
  for (let from = 0; from < SERVICE_USERS; from += 250)
    await database.write('seed', async (tx) => {
      for (let at = from; at < from + 250; at++) await users.insertServiceUser(tx, serviceUser(tx.nextNumber(), organization.no, at));
    });
  projectId = await seedProjects(organization.no);
  for (const sql of SERVER_URL ? ['ANALYZE TABLE organizations, users, service_users, projects, applications'] : [])
    await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
});
afterAll(() => service.close());

function serviceUser(no: number, orgNo: number, at: number): ServiceUser {
  const name = `robot-${(at * 787) % SERVICE_USERS}`;
  const times = { createdUs: 1_000_000 + at, modifiedUs: 1_000_000 + at };
  const settings = { accessTokenType: 'opaque', assertionReuse: false, profile: 'none' } as const;
  return {
    no,
    orgNo,
    id: `${name}-id`,
    userName: name,
    name,
    clientId: `${name}-client`,
    active: true,
    tokenGeneration: 0,
    ...times,
    ...settings,
  };
}

/** @returns the project with the applications */
async function seedProjects(orgNo: number): Promise<string> {
  const { no: projectNo, id } = await service.get(Projects).createProject(orgNo, { name: 'Portal' }, 'test');
  const input = { name: 'First', type: 'userAgent', redirectUris: ['https://app.example/callback'] } satisfies NewApplication;
  const { application } = await service.get(Applications).createApplication(orgNo, id, input, 'test');
  const names = (count: number) => Array.from({ length: count }, (_, at) => `thing ${(at * 787) % count}`);
  await service.get(Database).write('seed', async (tx) => {
    const projects = names(PROJECTS).map((name, at): SqlValue[] => {
      return [tx.nextNumber(), `project-${at}`, orgNo, name, name, at % 10 ? 'active' : 'inactive', 1_000_000 + at];
    });
    await insertRows(tx, 'projects', ['no', 'id', 'org_no', 'name', 'name_key', 'state', 'created_us'], projects);
    const columns = [
      'no',
      'id',
      'org_no',
      'project_no',
      'name',
      'name_key',
      'client_id',
      'state',
      'token_gen',
      'type',
      'config',
      'created_us',
    ];
    const applications = names(APPLICATIONS).map((name, at): SqlValue[] => {
      const type = APPLICATION_TYPES[at % APPLICATION_TYPES.length] ?? '';
      const config = JSON.stringify({ ...application.config, type });
      return [tx.nextNumber(), `app-${at}`, orgNo, projectNo, name, name, `client-${at}`, 'active', 0, type, config, 1_000_000 + at];
    });
    await insertRows(tx, 'applications', columns, applications);
  });
  return id;
}

type Statement = { sql: string; values: SqlValue[] };

/** The statements with which a list is read, besides that of the total. */
async function statementsOf(path: string): Promise<Statement[]> {
  const { search } = service.get(Database);
  const { rows } = search;
  const seen: Statement[] = [];
  Object.assign(search, {
    rows: (...[sql, values, cost]: Parameters<typeof rows>) => (seen.push({ sql, values }), rows.call(search, sql, values, cost)),
  });
  try {
    expect((await service.call('GET', path)).status, path).toBe(200);
  } finally {
    Object.assign(search, { rows });
  }
  return seen.filter(({ sql }) => sql.includes('ORDER BY'));
}

/** What the engine says of each step, and whether it sorts or reads a table from end to end. */
async function planOf({ sql, values }: Statement): Promise<string> {
  const { query } = service.get(Database);
  const rows = await query.rows<Record<'table' | 'type' | 'key' | 'Extra' | 'detail', string>>(`${EXPLAIN} ${sql}`, values);
  return rows.map((row) => (SERVER_URL ? `${row.table}: ${row.type} by ${row.key}, ${row.Extra}` : row.detail)).join('\n');
}
const BAD = /filesort|: ALL by|TEMP B-TREE|SCAN \w+$/m;

const organizations = [
  '',
  'sort=name',
  'sort=-name',
  'sort=createdAt',
  'sort=-changedAt',
  'name=org+1',
  'state=inactive',
  'createdAfter=1970-01-01T00:00:03Z',
];
const things = [
  '',
  'sort=name',
  'sort=-name',
  'sort=createdAt',
  'sort=-createdAt',
  'name=thing+1',
  'state=active',
  'createdAfter=1970-01-01T00:00:01.0001Z',
  'q=ing',
];
const serviceUsers = ['sort=userName', 'sort=-createdAt', 'sort=changedAt', 'userName=robot-1'];

it.each([
  ...organizations.map((query) => ['/admin/v1/organizations', query]),
  ...serviceUsers.map((query) => ['/admin/v1/organizations/{orgId}/service-users', query]),
  ...things.map((query) => ['/admin/v1/organizations/{orgId}/projects', query]),
  ...[...things, 'type=web', 'clientId=client-7'].map((query) => [
    '/admin/v1/organizations/{orgId}/projects/{projectId}/applications',
    query,
  ]),
])('%s?%s is read in the order of an index, from its beginning and behind a cursor', async (list, query) => {
  const path = `${list.replace('{orgId}', orgId).replace('{projectId}', projectId)}?limit=100&${query}`;
  const { nextCursor } = (await service.call('GET', path)).body;
  const pages = [path, ...(nextCursor ? [`${path}&cursor=${nextCursor}`] : [])];
  for (const page of pages) {
    const statements = await statementsOf(page);
    expect(statements).toHaveLength(1);
    for (const statement of statements) {
      const plan = await planOf(statement);
      expect(BAD.test(plan) ? `${plan}\n${statement.sql}` : 'good').toBe('good');
    }
  }
});
