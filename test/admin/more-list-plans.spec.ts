// The plans of what reads an organization from end to end: exports, sessions, grants, authorizations, removed people, the provisioning log, and who has roles of a project. Each page by an index, none sorted where an index has its order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportsRepository } from '../../src/admin/exports/exports.repository.js';
import { PolicyEffectsRepository } from '../../src/admin/policies/policy-effects.repository.js';
import { Database } from '../../src/common/database/database.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { SessionEnd } from '../../src/oidc/sessions/session-end.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { PeopleRepository } from '../../src/users/directory/people/people.repository.js';
import { ServiceUsersRepository } from '../../src/users/directory/service-users/service-users.repository.js';
import { emptyPerson, type Person } from '../../src/users/directory/people/person/person.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { createOrganization } from '../support/people.js';
import { sentReads, type Read } from '../support/sent-statements.js';
import { startService, type TestService } from '../support/service.js';

const COUNT = 1_500;
const ROBOTS = 300;
const NEIGHBOURS = 300;
/** Seconds since 1970 UTC, long after every test. */
const NEVER_US = 4_000_000_000_000_000;

let service: TestService;
let database: Database;
let orgId: string;
let orgNo: number;
let projectId: string;
let people: Person[];
beforeAll(async () => {
  service = await startService();
  database = service.get(Database);
  orgId = await createOrganization(service);
  orgNo = (await service.get(Organizations).requireOrganization(orgId)).no;
  projectId = (await service.call('POST', `/admin/v1/organizations/${orgId}/projects`, { name: 'Portal' })).body.projectId;
  await service.call('POST', `/admin/v1/organizations/${orgId}/projects/${projectId}/roles`, { key: 'reader' });
  await seed();
  const tables = [
    'users',
    'passwords',
    'service_users',
    'user_groups',
    'projects',
    'applications',
    'authorizations',
    'authorization_roles',
  ];
  const all = [
    ...tables,
    'browser_sessions',
    'oidc_artifacts',
    'memberships',
    'organizations',
    'project_grants',
    'removed_people',
    'import_jobs',
    'provisioning_log',
  ];
  for (const sql of SERVER_URL ? [`ANALYZE TABLE ${all.join(', ')}`] : [])
    await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
});
afterAll(() => service.close());

/** People who are signed in and have a role of a project, groups, projects and applications: as many of each; and some service users. */
async function seed(): Promise<void> {
  const [{ no: projectNo } = { no: 0 }] = await database.query.rows<{ no: number }>('SELECT no FROM projects WHERE id = ?', [projectId]);
  const [{ no: roleNo } = { no: 0 }] = await database.query.rows<{ no: number }>('SELECT no FROM project_roles WHERE project_no = ?', [
    projectNo,
  ]);
  const numbers = Array.from({ length: COUNT }, (_, at) => at);
  const robots = service.get(ServiceUsersRepository);
  for (let from = 0; from < ROBOTS; from += 50)
    await database.write('seed', async (tx) => {
      for (const at of numbers.slice(from, from + 50)) {
        const own = {
          no: tx.nextNumber(),
          orgNo,
          id: `r${at}`,
          userName: `robot-${at}`,
          name: `Robot ${at}`,
          clientId: `robot-client-${at}`,
        };
        const rest = {
          active: true,
          tokenGeneration: 0,
          createdUs: 1,
          modifiedUs: 1,
          accessTokenType: 'opaque',
          assertionReuse: false,
          profile: 'none',
        } as const;
        await robots.insertServiceUser(tx, { ...own, ...rest });
      }
    });
  await database.write('seed', async (tx) => {
    const values = { ...emptyPerson(), orgNo, version: 1, tokenGeneration: 0, createdUs: 1, modifiedUs: 1 };
    people = numbers.map((at) => ({ ...values, no: tx.nextNumber(), id: `p${at}`, userName: `person-${at}` }));
    await service.get(PeopleRepository).insertAll(tx, people, []);
    const given = people.map(({ no: holderNo }, at): SqlValue[] => {
      return [tx.nextNumber(), `z${at}`, orgNo, projectNo, 0, holderNo, 'person', 1, 1, 1];
    });
    const columns = ['no', 'id', 'org_no', 'project_no', 'grant_no', 'holder_no', 'holder_kind', 'created_us', 'modified_us', 'version'];
    await insertRows(tx, 'authorizations', columns, given);
    const roles = given.map(([no = 0]): SqlValue[] => [no, roleNo]);
    await insertRows(tx, 'authorization_roles', ['authorization_no', 'source_no'], roles);
    const payload = JSON.stringify({ loginTs: 1, holder: { generation: 0, organizationGeneration: 0 } });
    const sessions = people.map(({ no }, at): SqlValue[] => [
      `b${at}`,
      `s${at}`,
      no,
      orgNo,
      1_000_000 + ((at * 787) % COUNT),
      NEVER_US,
      `n${at}`,
    ]);
    await insertRows(tx, 'browser_sessions', ['browser', 'session_uid', 'user_no', 'org_no', 'used_us', 'expires_us', 'name'], sessions);
    const artifacts = numbers.map((at): SqlValue[] => ['Session', `a${at}`, `s${at}`, payload, NEVER_US]);
    await insertRows(tx, 'oidc_artifacts', ['kind', 'id', 'uid', 'payload', 'expires_us'], artifacts);
  });
  await database.write('seed', async (tx) => {
    const groups = numbers.map((at): SqlValue[] => [
      tx.nextNumber(),
      `g${at}`,
      orgNo,
      `Group ${at}`,
      `group ${at}`,
      `${at} puorg`,
      1,
      1,
      1,
    ]);
    await insertRows(
      tx,
      'user_groups',
      ['no', 'id', 'org_no', 'display_name', 'display_name_key', 'display_name_rev', 'version', 'created_us', 'modified_us'],
      groups,
    );
    const projects = numbers.map((at): SqlValue[] => [tx.nextNumber(), `j${at}`, orgNo, `Project ${at}`, 'active', 1]);
    await insertRows(tx, 'projects', ['no', 'id', 'org_no', 'name', 'state', 'created_us'], projects);
    const applications = numbers.map((at): SqlValue[] => [
      tx.nextNumber(),
      `a${at}`,
      orgNo,
      projectNo,
      `App ${at}`,
      `c${at}`,
      'active',
      0,
      '{}',
      1,
    ]);
    const ofApplication = ['no', 'id', 'org_no', 'project_no', 'name', 'client_id', 'state', 'token_gen', 'config', 'created_us'];
    await insertRows(tx, 'applications', ofApplication, applications);
    await insertRows(
      tx,
      'memberships',
      ['user_no', 'scope_no', 'role'],
      people.map(({ no }): SqlValue[] => [no, orgNo, 'ORG_OWNER_VIEWER']),
    );
  });
  await seedMore(projectNo);
}

/** The project granted to many organizations, many projects granted to this one; people who were removed, and imports. */
async function seedMore(projectNo: number): Promise<void> {
  await database.write('seed', async (tx) => {
    const numbers = Array.from({ length: COUNT }, (_, at) => at);
    const neighbours = numbers.slice(0, NEIGHBOURS).map((at): SqlValue[] => {
      return [tx.nextNumber(), `n${at}`, `Neighbour ${at}`, `neighbour ${at}`, `${at}.neighbour.test`, 'active', 0, 1, 1, 1];
    });
    const ofOrganization = ['no', 'id', 'name', 'name_key', 'primary_domain', 'state', 'token_gen', 'version', 'created_us', 'modified_us'];
    await insertRows(tx, 'organizations', ofOrganization, neighbours);
    const projects = await tx.rows<{ no: number }>('SELECT no FROM projects WHERE org_no = ? AND no <> ?', [orgNo, projectNo]);
    const grants = [...neighbours.map(([no = 0]) => [projectNo, no]), ...projects.map(({ no }) => [no, orgNo])].map(
      ([project = 0, granted = 0], at): SqlValue[] => [
        tx.nextNumber(),
        `t${at}`,
        project,
        orgNo,
        granted,
        1_000_000 + at,
        at % 2 ? 1 : null,
      ],
    );
    await insertRows(tx, 'project_grants', ['no', 'id', 'project_no', 'org_no', 'granted_org_no', 'created_us', 'accepted_us'], grants);
    const removed = numbers.map((at): SqlValue[] => {
      const name = `gone-${(at * 787) % COUNT}`;
      return [tx.nextNumber(), `x${at}`, orgNo, name, name, name, name, 1_000_000 + at, NEVER_US, '{}'];
    });
    const ofRemoved = [
      'user_no',
      'id',
      'org_no',
      'user_name',
      'user_name_key',
      'display_name',
      'display_name_key',
      'removed_us',
      'expires_us',
    ];
    await insertRows(tx, 'removed_people', [...ofRemoved, 'content'], removed);
    const imports = numbers.map((at): SqlValue[] => {
      return [
        tx.nextNumber(),
        `i${at}`,
        at % 10 ? 'done' : 'failed',
        '{"mode":"create","dryRun":false}',
        'test',
        1,
        1_000_000 + at,
        1,
        0,
        0,
        0,
        0,
        0,
      ];
    });
    const ofImport = ['no', 'id', 'state', 'options', 'editor', 'editor_no', 'created_us', 'updated_us', 'worked_us', 'records'];
    await insertRows(tx, 'import_jobs', [...ofImport, 'added', 'changed', 'failed'], imports);
    const places = [orgNo, ...neighbours.map(([no = 0]) => no)];
    const requests = numbers.map((at): SqlValue[] => {
      const [place = 0, status] = [places[at % 3], at % 20 ? 200 : 409];
      const [target, name] = [`u${at % 50}`, at % 50 === 8 ? 'u8' : `name-${at % 50}`];
      return [tx.nextNumber(), place, 1_000_000 + at, NEVER_US, `c${at % 7}`, 'patch', target, name, status, '[]', `r${at}`];
    });
    const ofRequest = ['no', 'org_no', 'created_us', 'expires_us', 'caller_id', 'operation', 'target_id', 'target_name', 'status'];
    await insertRows(tx, 'provisioning_log', [...ofRequest, 'changed', 'request_id'], requests);
  });
}

async function planOf({ sql, values }: Read): Promise<string> {
  const rows = await database.query.rows<Record<'table' | 'type' | 'key' | 'Extra' | 'detail', string>>(`${EXPLAIN} ${sql}`, values);
  return rows.map((row) => (SERVER_URL ? `${row.table}: ${row.type} by ${row.key}, ${row.Extra}` : row.detail)).join('\n');
}
const BAD = /filesort|: ALL by|TEMP B-TREE|SCAN \w+$/m;
const judged = (plan: string, sql: string) => (BAD.test(plan) ? `${plan}\n${sql}` : 'good');

// Before the plans: on the embedded engine, a statement that was explained keeps the reader at the state of that moment.
describe('sessions that are ended together', () => {
  it('are ended without a look at each person: whom the caller may not shut out is asked once', async () => {
    const few = people.slice(0, 20).map(({ no }) => no);
    await service.get(SessionEnd).endSessionsOf(few, 'endedByAdministrator', 'test');
    const seen = await sentReads(service, async () => {
      expect((await service.call('DELETE', `/admin/v1/organizations/${orgId}/sessions?dryRun=true`)).body).toEqual({
        signedOut: COUNT - 20,
        kept: 0,
      });
    });
    expect(seen.filter(({ sql }) => sql.includes('memberships')).length).toBeLessThan(10);
    expect(seen.length).toBeLessThan(COUNT / 10);
  });
});

describe('an export reads', () => {
  it.each([
    ['people', (exports: ExportsRepository) => exports.listPeople(orgNo, 'p5', 100)],
    ['service users', (exports: ExportsRepository) => exports.listServiceUsers(orgNo, 'p5', 100)],
    ['projects', (exports: ExportsRepository) => exports.listProjects(orgNo, 5, 100)],
    ['groups', (exports: ExportsRepository) => exports.listGroups(orgNo, 5, 100)],
  ])('%s page by page in the order of an index', async (_, read) => {
    const [statement, ...others] = await sentReads(service, () => read(service.get(ExportsRepository)));
    expect([others, statement && judged(await planOf(statement), statement.sql)]).toEqual([[], 'good']);
  });

  it.each([
    ['applications', (exports: ExportsRepository) => exports.listApplications(orgNo, 5, 100)],
    ['holders of a role', (exports: ExportsRepository) => exports.listRoleHolders(orgNo, 'ORG_OWNER_VIEWER', 5, 100)],
  ])('%s of the organization alone, which the embedded engine sorts', async (_, read) => {
    const [statement, ...others] = await sentReads(service, () => read(service.get(ExportsRepository)));
    const verdict = statement && judged(await planOf(statement), statement.sql);
    if (SERVER_URL) expect([others, verdict]).toEqual([[], 'good']);
    else expect([others, verdict]).toEqual([[], expect.not.stringContaining('SCAN')]);
  });
});

it('what a policy would do reads people page by page in the order of an index', async () => {
  const [statement, ...others] = await sentReads(service, () => service.get(PolicyEffectsRepository).listWays(orgNo, 'p5', 100));
  expect([others, statement && judged(await planOf(statement), statement.sql)]).toEqual([[], 'good']);
});

describe('the sessions of an organization', () => {
  const path = () => `/admin/v1/organizations/${orgId}/sessions`;

  it.each(['', 'sort=lastUsedAt', 'sort=-lastUsedAt', 'usedAfter=1970-01-01T00:00:01.0001Z', 'userId=p77'])(
    'are one statement in the order of their use, however many there are (%s)',
    async (query) => {
      const first = await service.call('GET', `${path()}?limit=100&${query}`);
      expect(first.body.sessions.length).toBe(query.startsWith('userId') ? 1 : 100);
      const { nextCursor } = first.body;
      for (const cursor of ['', ...(nextCursor ? [`&cursor=${nextCursor}`] : [])]) {
        const seen = await sentReads(service, () => service.call('GET', `${path()}?limit=100&${query}${cursor}`));
        const listing = seen.filter(({ sql }) => sql.includes('browser_sessions'));
        expect(listing).toHaveLength(1);
        for (const statement of listing) expect(judged(await planOf(statement), statement.sql)).toBe('good');
      }
    },
  );
});

it('who has roles of a project is read by an index, as many as a page has', async () => {
  const path = `/admin/v1/organizations/${orgId}/projects/${projectId}/role-holders?limit=50`;
  const { body } = await service.call('GET', path);
  expect(body.roleHolders).toHaveLength(50);
  for (const query of ['', `&cursor=${body.nextCursor}`, '&role=reader', '&via=direct']) {
    const [statement] = (await sentReads(service, () => service.call('GET', path + query))).filter(({ sql }) => sql.includes('further'));
    const plan = statement ? await planOf(statement) : '';
    expect(plan).toMatch(
      SERVER_URL
        ? /^a: range by authorizations_by_kind, Using (where; Using )?index condition/m
        : /^SEARCH a USING INDEX authorizations_by_kind \(project_no=\? AND holder_kind=\? AND holder_no>\?\)/m,
    );
    expect(plan).not.toMatch(/^(a|x|u|r): ALL|SCAN (a|x|u|r)\b/m);
  }
});

const AFTER = '1970-01-01T00:00:01.0001Z';
const TIMES = ['', 'sort=createdAt', 'sort=-createdAt', `createdAfter=${AFTER}`, `createdBefore=${AFTER}`];
const withQueries = (path: string, queries: readonly string[]) => queries.map((query) => [path, query] as const);

/** The statements that read one page of a list: from its beginning, and behind a cursor. */
async function pagesOf(path: string, query: string): Promise<Read[]> {
  const list = `/admin/v1${path.replace('{orgId}', orgId).replace('{projectId}', projectId)}?limit=100&${query}`;
  const { nextCursor } = (await service.call('GET', list)).body;
  const seen: Read[] = [];
  for (const cursor of ['', ...(nextCursor ? [`&cursor=${nextCursor}`] : [])]) {
    const statements = await sentReads(service, async () => expect((await service.call('GET', list + cursor)).status).toBe(200));
    seen.push(...statements.filter(({ sql }) => sql.includes('AS list_no')));
  }
  return seen;
}

describe('a page of a list is read in the order of an index', () => {
  it.each([
    ...withQueries('/organizations/{orgId}/authorizations', TIMES),
    ...withQueries('/organizations/{orgId}/projects/{projectId}/authorizations', TIMES),
    ...withQueries('/organizations/{orgId}/projects/{projectId}/grants', [...TIMES, 'accepted=true']),
    ...withQueries('/organizations/{orgId}/granted-projects', [...TIMES, 'accepted=false', 'name=project+1', 'q=ject+1']),
    ...withQueries('/organizations/{orgId}/people/_removed', ['', 'sort=-userName', 'userName=gone-1', 'q=one-1', `removedAfter=${AFTER}`]),
    ...withQueries('/imports', [...TIMES, 'state=failed']),
  ])('%s?%s', async (path, query) => {
    const statements = await pagesOf(path, query);
    expect(statements.length).toBeGreaterThanOrEqual(1);
    for (const statement of statements) expect(judged(await planOf(statement), statement.sql)).toBe('good');
  });

  it.each([
    ['/organizations/{orgId}/authorizations', 'holderId=p77', 'authorizations_by_holder'],
    ['/organizations/{orgId}/authorizations', 'holderId=p77&createdAfter=1970-01-01T00:00:00Z', 'authorizations_by_holder'],
    ['/organizations/{orgId}/authorizations', 'holderId=p77&sort=-createdAt', 'authorizations_by_holder'],
    ['/organizations/{orgId}/projects/{projectId}/authorizations', 'holderId=p77', 'u_authorizations_holder'],
    ['/organizations/{orgId}/projects/{projectId}/authorizations', 'holderId=p77&sort=createdAt', 'u_authorizations_holder'],
    ['/organizations/{orgId}/projects/{projectId}/grants', 'grantedOrgId=n7', 'u_project_grants_org'],
    ['/organizations/{orgId}/projects/{projectId}/grants', `grantedOrgId=n7&createdBefore=${AFTER}`, 'u_project_grants_org'],
  ])('%s?%s begins with the few that there can be, by %s', async (path, query, index) => {
    const [statement] = await pagesOf(path, query);
    expect(statement && (await planOf(statement))).toContain(index);
  });
});

describe('the provisioning log', () => {
  const search = (body: object, inOrganization: boolean) =>
    service.call('POST', `/admin/v1${inOrganization ? `/organizations/${orgId}` : ''}/provisioning/_search`, body);
  const ABOUT = ['provisioning_log_by_target', 'provisioning_log_by_name'];

  it.each([
    ['everything', {}, true, ['provisioning_log_by_org'], 'few'],
    ['everything', {}, false, ['provisioning_log_by_time'], 'few'],
    ['target', { target: 'u7' }, true, ABOUT, 'few'],
    ['target', { target: 'u7' }, false, ABOUT, 'all'],
    ['failedOnly', { failedOnly: true }, true, ['provisioning_log_by_org'], 'all'],
    ['failedOnly', { failedOnly: true }, false, ['provisioning_log_by_time'], 'all'],
    ['callerId', { callerId: 'c3' }, false, ['provisioning_log_by_time'], 'all'],
    ['operations', { operations: ['patch'] }, true, ['provisioning_log_by_org'], 'all'],
  ] as const)('is searched by an index: %s %j, in one organization: %s', async (_, body, inOrganization, indexes, cost) => {
    const { nextPage } = (await search({ ...body, limit: 3 }, inOrganization)).body;
    for (const page of [{}, { page: nextPage }]) {
      const seen = await sentReads(service, async () =>
        expect((await search({ ...body, ...page, limit: 3 }, inOrganization)).body.entries).toHaveLength(3),
      );
      const [statement, ...others] = seen.filter(({ sql }) => sql.includes('provisioning_log'));
      expect([statement?.cost, others]).toEqual([cost, []]);
      const lines = (statement ? await planOf(statement) : '').split('\n');
      const reads = lines.filter((line) => /^(l: (?!eq_ref)|(SCAN|SEARCH) l USING (COVERING )?INDEX (?!sqlite_))/.test(line));
      expect(reads.map((line) => /provisioning_log_\w+/.exec(line)?.[0])).toEqual(indexes);
      // What was found of all is put in order once more. Entries about one target in all organizations come one organization after the other.
      const sorts = lines.filter((line) => /filesort|TEMP B-TREE FOR ORDER BY/.test(line));
      expect(sorts, lines.join('\n')).toHaveLength('target' in body && !inOrganization ? 3 : 1);
    }
  });

  it('has what is about a target by its id and by its name, each entry once, newest first', async () => {
    const found = async (target: string, inOrganization: boolean) =>
      (await search({ target }, inOrganization)).body.entries.map(({ requestId }: { requestId: string }) => requestId);
    const about = (no: number) =>
      Array.from({ length: COUNT }, (_, at) => at)
        .filter((at) => at % 50 === no)
        .toReversed();
    const names = (places: number[]) => places.map((at) => `r${at}`);
    for (const [target, no] of [
      ['u7', 7],
      ['name-7', 7],
      ['u8', 8],
    ] as const) {
      expect(await found(target, false)).toEqual(names(about(no)));
      expect(await found(target, true)).toEqual(names(about(no).filter((at) => at % 3 === 0)));
    }
  });

  it('takes turns for what may read many entries, one for each organization', async () => {
    const { search: searcher } = database;
    const searched = searcher.rows;
    let [running, most] = [0, 0];
    const watched = async (...given: Parameters<typeof searched>) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return searched.apply(searcher, given).finally(() => running--);
    };
    Object.assign(searcher, { rows: watched });
    try {
      const answers = await Promise.all(Array.from({ length: 4 }, () => search({ failedOnly: true }, true)));
      expect([answers.map(({ status }) => status), most]).toEqual([[200, 200, 200, 200], 1]);
    } finally {
      Object.assign(searcher, { rows: searched });
    }
  });
});
