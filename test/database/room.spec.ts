// A database is ready again once everything that its disk had no room for fits, not the smallest of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { onServer, SERVER_URL } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

describe.skipIf(!SERVER_URL)('after several statements for which the disk had no room', () => {
  let service: TestService;
  let database: Database;
  beforeAll(async () => {
    service = await startService();
    database = service.get(Database);
  });
  afterAll(() => service.close());

  const schema = () => new URL('url' in service.settings.database ? service.settings.database.url : '').pathname.slice(1);
  const trigger = (table: string) => `${schema()}.full_${table}`;
  /** A table whose file cannot grow, as the server reports it. */
  const fill = (table: string) =>
    onServer([
      `CREATE TRIGGER ${trigger(table)} BEFORE INSERT ON ${schema()}.${table} FOR EACH ROW
         SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'`,
    ]);
  const makeRoom = (table: string) => onServer([`DROP TRIGGER ${trigger(table)}`]);
  const insert = {
    claimed_ids: () => database.write('test', (tx) => tx.run("INSERT INTO claimed_ids (id) VALUES ('room')")),
    write_proofs: () => database.write('test', (tx) => tx.run('INSERT INTO write_proofs (id, proved_us) VALUES (2, 0)')),
  };
  const prove = () => database.proveWrites(service.get(Clock).nowUs());

  it.each([
    ['claimed_ids', 'write_proofs'],
    ['write_proofs', 'claimed_ids'],
  ] as const)('writes are proven once %s and %s have room', async (first, second) => {
    for (const table of [first, second]) {
      await fill(table);
      await expect(insert[table]()).rejects.toMatchObject({ kind: 'unavailable' });
    }
    await expect(prove()).rejects.toThrow();
    await makeRoom(second);
    await expect(prove()).rejects.toThrow();
    await makeRoom(first);
    await expect(prove()).resolves.toBeUndefined();
  });

  it('many statements of one table leave room for the one of another', async () => {
    await fill('claimed_ids');
    await fill('write_proofs');
    for (let rows = 1; rows <= 20; rows++) {
      const values = Array.from({ length: rows }, (_, at) => `('room${at}')`).join(', ');
      await expect(database.write('test', (tx) => tx.run(`INSERT INTO claimed_ids (id) VALUES ${values}`))).rejects.toThrow();
    }
    await expect(insert.write_proofs()).rejects.toThrow();
    await makeRoom('claimed_ids');
    await expect(prove()).rejects.toThrow();
    await makeRoom('write_proofs');
    await expect(prove()).resolves.toBeUndefined();
  });
});
