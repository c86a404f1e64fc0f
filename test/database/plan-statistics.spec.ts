// The statistics by which an embedded database plans: each index has one, from the first start on, and a start that finds them writes nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statisticOf } from '../../src/common/database/embedded-statistics.js';
import { loadSettings } from '../../src/common/settings/settings.js';
import { openStorage } from '../../src/storage.js';
import { SERVER_URL } from '../support/database.js';

describe('the statistic of an index', () => {
  it.each([
    [['no'], true, '1000000 1 noskipscan'],
    [['org_no'], false, '1000000 250000 noskipscan'],
    [['org_no', 'kind', 'email_key', 'no'], false, '1000000 250000 62500 10 5 noskipscan'],
    [['user_no', 'attr_no', 'ord'], true, '1000000 10 5 1 noskipscan'],
  ])('of %j, unique: %s, is %s', (columns, isUnique, statistic) => expect(statisticOf(columns, isUnique)).toBe(statistic));
});

describe.skipIf(SERVER_URL)('the statistics of a database', () => {
  const dataDir = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-statistics-'));
  const settings = loadSettings({ DATA_DIR: dataDir, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  let found: { indexes: number; statistics: number; changes: number };

  /** Opens the database as a start does, and counts. */
  async function start(): Promise<typeof found> {
    const { writer, reader, release } = await openStorage(settings);
    const count = async (sql: string) => Number((await writer.query<Array<{ n: number }>>(sql))[0]?.n);
    const counted = {
      indexes: await count("SELECT COUNT(*) AS n FROM sqlite_schema WHERE type = 'index' AND tbl_name NOT LIKE 'sqlite!_%' ESCAPE '!'"),
      statistics: await count('SELECT COUNT(*) AS n FROM sqlite_stat1'),
      changes: await count('SELECT total_changes() AS n'),
    };
    await reader.destroy();
    await writer.destroy();
    release();
    return counted;
  }

  beforeAll(async () => {
    found = await start();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('are there for every index after the first start', () => expect(found.statistics).toBe(found.indexes));

  it('are written once', async () => {
    const { statistics, changes } = await start();
    expect(statistics).toBe(found.indexes);
    // What is left is the lock of the migrations.
    expect(changes).toBeLessThan(5);
  });
});
