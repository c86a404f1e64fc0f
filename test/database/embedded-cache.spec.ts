// The sizes with which the embedded database is opened: its defaults make an import read and write a multiple of what it adds (docs/databases.md).
// On SQLite alone: it is about the embedded database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { SERVER_URL } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it.skipIf(SERVER_URL !== undefined)(
  'the connection that writes has 64 MiB of page cache and copies the log every 4,096 pages',
  async () => {
    const pragma = (name: string) =>
      service
        .get(Database)
        .write('read pragma', async (tx) => Object.values((await tx.row<Record<string, number>>(`PRAGMA ${name}`)) ?? {})[0]);
    expect(await pragma('cache_size')).toBe(-65_536);
    expect(await pragma('wal_autocheckpoint')).toBe(4_096);
    expect(await pragma('synchronous')).toBe(2);
  },
);
