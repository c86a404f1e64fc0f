// A build that does not know a derived column writes beside one that does, while an upgrade is under way: what it wrote is found all the same, soon.
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { beforeAll, describe, expect, it } from 'vitest';
import { WRITER } from '../../src/common/common.module.js';
import { Database } from '../../src/common/database/database.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { STATEMENTS, UNITS } from '../../src/common/observation/topics.js';
import { DerivedColumns } from '../../src/common/work/derived-columns.service.js';
import { freshName } from '../support/people.js';
import { startService } from '../support/service.js';
import { createServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

let organization: string;
beforeAll(async () => {
  organization = `/admin/v1/organizations/${world.organization.id}`;
});

/** As the statement of an older build, which names none of the derived columns. */
const write = (sql: string, values: SqlValue[]) => service.get(Database).write('older build', (tx) => tx.run(sql, values));
const runJob = () => service.get(DerivedColumns).deriveNow();
const idsIn = async (path: string, list: string, id: string) => {
  const { status, body } = await service.call('GET', path);
  expect(status).toBe(200);
  return (body[list] as Array<Record<string, string>>).map((entry) => entry[id]);
};

describe('a derived column', () => {
  it('is looked after wherever a row may come without it', () => {
    const tables = service.get<DataSource>(getDataSourceToken(WRITER) as never).entityMetadatas;
    const missing = tables.flatMap(({ tableName, columns }) =>
      columns
        .filter(({ databaseName, default: value }) => databaseName.endsWith('_key') && value === '')
        .map((column) => [tableName, column.databaseName]),
    );
    const registered = service.get(DerivedColumns).registered();
    const known = registered.flatMap(({ name, derived }) => Object.keys(derived).map((column) => [name, column]));
    expect(missing.length).toBeGreaterThan(5);
    expect(known).toEqual(expect.arrayContaining(missing));
  });

  it.each<
    [of: string, make: () => Promise<{ id: string; table: string }>, list: (name: string) => [path: string, list: string, id: string]]
  >([
    [
      'an organization',
      async () => {
        const { body } = await service.call('POST', '/admin/v1/organizations', { name: freshName() });
        return { id: body.orgId, table: 'organizations' };
      },
      (name) => [`/admin/v1/organizations?name=${name}`, 'organizations', 'orgId'],
    ],
    [
      'a project',
      async () => {
        const { body } = await service.call('POST', `${organization}/projects`, { name: freshName() });
        return { id: body.projectId, table: 'projects' };
      },
      (name) => [`${organization}/projects?name=${name}`, 'projects', 'projectId'],
    ],
    [
      'an application',
      async () => ({ id: (await world.addApplication({ name: freshName() })).application.id, table: 'applications' }),
      (name) => [`${organization}/projects/${world.projectId}/applications?type=web&name=${name}`, 'applications', 'applicationId'],
    ],
  ])('of %s that an older build renames, or makes, follows from its name', async (_, make, list) => {
    const renamed = await make();
    const made = await make();
    const name = freshName();
    // Whatever the case: what is compared is folded.
    const title = name.toUpperCase();
    await write(`UPDATE ${renamed.table} SET name = ? WHERE id = ?`, [title, renamed.id]);
    const others = renamed.table === 'applications' ? ", type = ''" : '';
    await write(`UPDATE ${made.table} SET name = ?, name_key = ''${others} WHERE id = ?`, [title, made.id]);
    expect(await idsIn(...list(name))).toEqual([]);
    await runJob();
    expect(new Set(await idsIn(...list(name)))).toEqual(new Set([renamed.id, made.id]));
  });

  it('of a removed person follows from the names', async () => {
    const { id } = await world.addPerson({ userName: freshName() });
    await service.call('PUT', `${organization}/policies/removedPeople`, { days: 7 });
    expect((await service.call('DELETE', `${organization}/people/${id}`)).status).toBe(204);
    await write("UPDATE removed_people SET user_name_key = '', display_name_key = '', user_name = ? WHERE id = ?", ['Æthel', id]);
    const path = `${organization}/people/_removed?userName=${encodeURIComponent('æTHEL')}`;
    expect(await idsIn(path, 'people', 'userId')).toEqual([]);
    await runJob();
    expect(await idsIn(path, 'people', 'userId')).toEqual([id]);
  });

  it('of a service user follows from the name', async () => {
    const { userId } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    await write('UPDATE service_users SET name = ? WHERE user_no = (SELECT no FROM users WHERE id = ?)', ['Ölpumpe', userId]);
    const path = `${organization}/service-users?q=${encodeURIComponent('öLPUMPE')}`;
    expect(await idsIn(path, 'serviceUsers', 'userId')).toEqual([]);
    await runJob();
    expect(await idsIn(path, 'serviceUsers', 'userId')).toEqual([userId]);
  });

  it('is looked at page by page, each in a unit of its own, and written where it differs only', async () => {
    const { no } = world.organization;
    const rows = Array.from({ length: 1_200 }, (_, at) => [
      9_000_000 + at,
      `page-${at}`,
      no,
      `Page ${at}`,
      at === 1_100 ? '' : `page ${at}`,
    ]);
    for (const row of rows)
      await write("INSERT INTO projects (no, id, org_no, name, name_key, state, created_us) VALUES (?, ?, ?, ?, ?, 'active', 1)", row);
    const units: string[] = [];
    const updates: string[] = [];
    const endings = [
      UNITS.listen(({ unit }) => void (unit === 'derive projects' && units.push(unit))),
      STATEMENTS.listen(({ sql }) => void (sql.startsWith('UPDATE projects') && updates.push(sql))),
    ];
    await runJob();
    for (const end of endings) end();
    expect([units.length, updates.length]).toEqual([5, 1]);
    expect(await idsIn(`${organization}/projects?name=page%201100`, 'projects', 'projectId')).toEqual(['page-1100']);
  });
});
