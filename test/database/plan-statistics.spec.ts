// The statistics by which an embedded database plans: each index has one, from the first start on, and a start that finds them writes nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SHARED, statisticOf } from '../../src/common/database/engines/embedded-statistics.js';
import { loadSettings } from '../../src/common/settings/settings.js';
import { openStorage } from '../../src/storage.js';
import { SERVER_URL } from '../support/database.js';

describe('the statistic of an index', () => {
  it.each([
    [['no'], true, '1000000 1 noskipscan'],
    [['org_no'], false, '1000000 20000 noskipscan'],
    [['org_no', 'kind', 'email_key', 'no'], false, '1000000 20000 10000 10 5 noskipscan'],
    [['user_no', 'attr_no', 'ord'], true, '1000000 10 5 1 noskipscan'],
  ])('of %j, unique: %s, is %s', (columns, isUnique, statistic) => expect(statisticOf(columns, isUnique)).toBe(statistic));
});

/** Pages in an order that the index of what is asked for does not have: with too large a share, SQLite would walk the whole table in that order. */
const SHARED_SEARCHES = [
  ['SELECT * FROM events WHERE org_no = ? ORDER BY created_us DESC, tx_no DESC, ord DESC LIMIT 100', 'events_by_org (org_no=?'],
  ['SELECT * FROM events WHERE type_no = ? ORDER BY created_us DESC, tx_no DESC, ord DESC LIMIT 100', 'events_by_type (type_no=?'],
  ['SELECT DISTINCT user_no FROM memberships WHERE scope_no = ? ORDER BY user_no LIMIT 100', 'memberships_by_scope (scope_no=?'],
  ['SELECT no FROM project_roles WHERE project_no = ? ORDER BY no LIMIT 100', 'u_project_roles_key (project_no=?'],
  ["SELECT no FROM users WHERE org_no = ? AND kind = 'person' AND no IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)", 'sqlite_autoindex_users_1 (no=?'],
] as const;

describe.skipIf(SERVER_URL)('the statistics of a database', () => {
  const dataDir = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-statistics-'));
  const settings = loadSettings({ DATA_DIR: dataDir, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  let found: { indexes: number; statistics: number; changes: number; columns: ReadonlySet<string>; plans: string[] };

  /** Opens the database as a start does, and counts. */
  async function start(): Promise<typeof found> {
    const { writer, reader, release } = await openStorage(settings);
    const count = async (sql: string) => Number((await writer.query<Array<{ n: number }>>(sql))[0]?.n);
    const counted = {
      indexes: await count("SELECT COUNT(*) AS n FROM sqlite_schema WHERE type = 'index' AND tbl_name NOT LIKE 'sqlite!_%' ESCAPE '!'"),
      statistics: await count('SELECT COUNT(*) AS n FROM sqlite_stat1'),
      changes: await count('SELECT total_changes() AS n'),
    };
    const columns = await writer.query<Array<{ name: string }>>(
      "SELECT DISTINCT i.name FROM sqlite_schema s JOIN pragma_index_info(s.name) i WHERE s.type = 'index'",
    );
    const plans = await Promise.all(
      SHARED_SEARCHES.map(
        async ([sql]) => (await writer.query<Array<{ detail: string }>>(`EXPLAIN QUERY PLAN ${sql}`, ['1']))[0]?.detail ?? '',
      ),
    );
    await reader.destroy();
    await writer.destroy();
    release();
    return { ...counted, columns: new Set(columns.map(({ name }) => name)), plans };
  }

  beforeAll(async () => {
    found = await start();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('are there for every index after the first start', () => expect(found.statistics).toBe(found.indexes));

  it('know columns of indexes only', () => expect([...SHARED].filter((column) => !found.columns.has(column))).toEqual([]));

  it.each(SHARED_SEARCHES.map(([sql, search], at) => [sql, search, at] as const))('lead %s to %s)', (_, search, at) =>
    expect(found.plans[at]).toContain(search),
  );

  it('are written once', async () => {
    const { statistics, changes } = await start();
    expect(statistics).toBe(found.indexes);
    // What is left is the lock of the migrations.
    expect(changes).toBeLessThan(5);
  });

  it('that cannot be written are a warning, and no reason not to start', async () => {
    const query = DataSource.prototype.query;
    vi.spyOn(DataSource.prototype, 'query').mockImplementation(function (this: DataSource, sql, ...more) {
      return sql.startsWith('ANALYZE') ? Promise.reject(new Error('database or disk is full')) : query.call(this, sql, ...more);
    });
    const { writer, reader, warnings, release } = await openStorage(settings).finally(() => vi.restoreAllMocks());
    expect(warnings).toEqual([expect.stringContaining('database or disk is full')]);
    await reader.destroy();
    await writer.destroy();
    release();
  });
});
