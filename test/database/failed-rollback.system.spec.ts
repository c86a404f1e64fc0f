// A server that takes no statement any more, not even ROLLBACK, as a Galera node without its cluster: what it did not undo is never committed.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import { openData, type OpenDatabase } from '../support/open-database.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { freePort } from '../support/service.js';

/** A cluster of one node. */
const cluster = (port: number) => `binlog_format=ROW
innodb_autoinc_lock_mode=2
wsrep_on=ON
wsrep_provider=/usr/lib/galera/libgalera_smm.so
wsrep_cluster_address=gcomm://
wsrep_node_address=127.0.0.1:${port}
wsrep_provider_options="base_host=127.0.0.1;base_port=${port};gmcast.listen_addr=tcp://127.0.0.1:${port};gcache.size=16M"`;

let dataDir: string;
let server: PrivateServer;
let opened: OpenDatabase;
beforeAll(async () => {
  const port = await freePort();
  server = await startPrivateServer(() => cluster(port));
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const MASTER_KEY = randomBytes(32).toString('base64');
  opened = await openData({ DATA_DIR: dataDir, DATABASE_URL: server.url, DATABASE_CONNECTIONS: '1', MASTER_KEY });
});
afterAll(async () => {
  await opened?.close();
  server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const put = (tx: Transaction, name: string) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, true]);

it('a unit of work whose ROLLBACK is refused is not committed by the next one on its connection', async () => {
  const { database }: { database: Database } = opened;
  await database.write('before', (tx) => put(tx, 'before'));
  const failing = database.write('half', async (tx) => {
    await put(tx, 'half');
    await server.run('SET GLOBAL wsrep_reject_queries = ALL');
    await put(tx, 'the other half');
  });
  await expect(failing).rejects.toMatchObject({ kind: 'unavailable' });
  await server.run('SET GLOBAL wsrep_reject_queries = NONE');
  // More than the pool has connections.
  for (let at = 0; at < 6; at++) await database.write('next', (tx) => put(tx, `next ${at}`));
  const rows = await database.query.rows<{ name: string }>("SELECT name FROM features WHERE name LIKE '%half'");
  expect(rows).toEqual([]);
});
