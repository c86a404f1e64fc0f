// Everything that ends by itself is removed by a job, in small batches: no table grows because nobody looks after it.
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WRITER } from '../../src/common/common.module.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { Database } from '../../src/common/database/database.js';
import { STATEMENTS, UNITS } from '../../src/common/observation/topics.js';
import { Clock, DAY_US } from '../../src/common/primitives/clock.js';
import { ExpiredRowsRepository } from '../../src/common/work/expired-rows.repository.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A column that says when something ends, is due or has ended. */
const MOMENT = /(^|_)(expires|until|due|ended|retired|idle)_us$/;

/** Tables with such a column whose rows the purge does not remove, and the job that does. */
const OTHER_JOBS: Readonly<Record<string, string>> = {
  import_jobs: 'remove old imports',
  logout_notices: 'logout notices',
  mail_outbox: 'mail',
  removals: 'removals',
  signing_keys: 'key rotation',
  sms_outbox: 'sms',
};

/** Tables with such a column whose rows stay, and why that is no growth. */
const STAY: Readonly<Record<string, string>> = {
  leases: 'are taken over, one for each job; that of an import is removed with its end',
  client_secrets: 'are shown as expired until somebody removes them, ten at most for each owner',
  client_keys: 'are shown as expired until somebody removes them, twenty at most for each owner',
  registration_tokens: 'are shown as expired until somebody removes them, fifty at most for each project',
  personal_access_tokens: 'are shown as expired until somebody removes them, a hundred at most for each service user',
};

const tables = () => service.get<DataSource>(getDataSourceToken(WRITER) as never).entityMetadatas;
const columnsOf = ({ columns }: ReturnType<typeof tables>[number]) => columns.map(({ databaseName }) => databaseName);

describe('every table with an expiry', () => {
  it('has a job that removes its rows, or says why they stay', () => {
    const ending = tables().filter((table) => columnsOf(table).some((column) => MOMENT.test(column)));
    const purged = service.get(ExpiredRows).registered();
    const known = [...purged.map(({ name }) => name), ...Object.keys(OTHER_JOBS), ...Object.keys(STAY)];
    expect(ending.map(({ tableName }) => tableName).toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(OTHER_JOBS))('%s: the job "%s" is there', async (_, job) => {
    expect((await service.get(Jobs).listJobs()).map(({ name }) => name)).toContain(job);
  });

  it('is purged by an index that begins with its expiry, so that a batch reads no more than it removes', () => {
    const purged = service.get(ExpiredRows).registered();
    expect(purged.length).toBeGreaterThan(10);
    const without = purged.filter(({ name, expiry }) => {
      const table = tables().find(({ tableName }) => tableName === name);
      return !table?.indices.some(({ columns: [first] }) => first?.databaseName === expiry);
    });
    expect(without).toEqual([]);
  });
});

it.each([
  ['request_counts', ['key_digest'], 'expires_us', { requests: 1 }],
  ['grant_origins', ['jti', 'grant_no'], 'until_us', {}],
] as const)('expired rows of %s leave hundreds by a statement, and what lives on stays', async (table, key, expiry, rest) => {
  const [database, nowUs] = [service.get(Database), service.get(Clock).nowUs()];
  const columns = [...key, expiry, ...Object.keys(rest)];
  // Keys of two columns share the first, and each second one, so that neither alone tells rows apart.
  const row = (no: number, untilUs: number) => [
    ...(key.length === 1 ? [`d${no}`] : [`j${no >> 1}`, no % 2]),
    untilUs,
    ...Object.values(rest),
  ];
  const expired = Array.from({ length: 1_101 }, (_, no) => row(2 * no, nowUs - DAY_US));
  const alive = Array.from({ length: 1_101 }, (_, no) => row(2 * no + 1, nowUs + DAY_US));
  await database.write('fill', (tx) => insertRows(tx, table, columns, [...expired, ...alive]));
  let statements = 0;
  const end = STATEMENTS.listen(({ sql }) => void (statements += sql.startsWith(`DELETE FROM ${table} `) ? 1 : 0));
  await service.get(ExpiredRows).purgeNow();
  end();
  const left = await database.query.rows<Record<string, number>>(`SELECT ${expiry} AS until_us FROM ${table}`);
  expect([left.length, left.filter(({ until_us: untilUs = 0 }) => Number(untilUs) < nowUs).length]).toEqual([alive.length, 0]);
  // 150 by a statement (src/common/database/multi-row.ts).
  expect(statements).toBeLessThan(10);
});

it('a table that cannot be purged does not keep the others', async () => {
  const [database, nowUs] = [service.get(Database), service.get(Clock).nowUs()];
  const [failing] = service.get(ExpiredRows).registered();
  expect(failing?.name).not.toBe('grant_origins');
  await database.write('fill', (tx) => insertRows(tx, 'grant_origins', ['jti', 'grant_no', 'until_us'], [['old', 1, nowUs - DAY_US]]));
  const repository = service.get(ExpiredRowsRepository);
  const { removeExpired } = repository;
  const spy = vi.spyOn(repository, 'removeExpired').mockImplementation((tx, table, ...rest) => {
    if (table === failing) throw new Error('This table cannot be purged.');
    return removeExpired.call(repository, tx, table, ...rest);
  });
  await service
    .get(ExpiredRows)
    .purgeNow()
    .catch(() => undefined);
  spy.mockRestore();
  expect(await database.query.rows("SELECT jti FROM grant_origins WHERE jti = 'old'")).toEqual([]);
});

it('the faults and the dry run of an old import leave in batches, however many they are', async () => {
  const [database, now] = [service.get(Database), service.get(Clock).nowUs()];
  const [jobNo, rows] = [77, 1_100];
  await database.write('fill', async (tx) => {
    const old = now - 31 * DAY_US;
    await insertRows(
      tx,
      'import_jobs',
      [
        'no',
        'id',
        'state',
        'options',
        'editor',
        'editor_no',
        'created_us',
        'updated_us',
        'worked_us',
        'records',
        'added',
        'changed',
        'failed',
      ],
      [[jobNo, 'old', 'done', '{}', 'somebody', 1, old, old, 0, rows, 0, 0, rows]],
    );
    const faults = Array.from({ length: rows }, (_, no) => [jobNo, no, no, 'user', 'person.invalid', 'x', 'no']);
    await insertRows(tx, 'import_errors', ['job_no', 'no', 'line', 'type', 'kind', 'ref_id', 'message'], faults);
    const seen = Array.from({ length: rows }, (_, no) => [jobNo, `digest-${no}`]);
    await insertRows(tx, 'import_seen', ['job_no', 'entry'], seen);
  });
  let batches = 0;
  const end = UNITS.listen(({ unit }) => void (batches += unit === 'delete related rows' ? 1 : 0));
  service.get(Jobs).startJob('remove old imports');
  const left = async (table: string) => (await database.query.rows(`SELECT job_no FROM ${table} WHERE job_no = ${jobNo}`)).length;
  await expect.poll(() => database.query.row('SELECT no FROM import_jobs WHERE no = ?', [jobNo])).toBeUndefined();
  await service.get(Removals).deleteRelatedRows();
  end();
  expect([await left('import_errors'), await left('import_seen')]).toEqual([0, 0]);
  expect(batches).toBeGreaterThan(10);
});

it('what a newer build beside this one has removed waits for it, and keeps nothing else waiting', async () => {
  const [database, then] = [service.get(Database), service.get(Clock).nowUs() - DAY_US];
  const removals = [
    [78, 'of a later build', 'somebody', then, then],
    [79, 'group', 'somebody', then, then + 1],
  ];
  await database.write('remove', (tx) => insertRows(tx, 'removals', ['no', 'kind', 'editor', 'created_us', 'due_us'], removals));
  for (const _ of ['found', 'found again']) {
    await service.get(Removals).deleteRelatedRows();
    expect(await database.query.rows('SELECT no FROM removals WHERE no IN (78, 79)')).toEqual([{ no: 78 }]);
    service.get(Clock).advance(61_000);
  }
});
