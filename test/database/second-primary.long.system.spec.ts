// A primary and its replica, which was promoted: the old primary comes back and takes writes again, with the agreement from before.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Logger } from '@nestjs/common';
import { nodesOf } from '../../src/common/database/dialect.js';
import { startCuttingProxy } from '../support/cutting-proxy.js';
import { openData } from '../support/open-database.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';

const MASTER_KEY = randomBytes(32).toString('base64');
let folder: string;
let servers: PrivateServer[] = [];
const hosts = () => servers.map(({ port }) => `127.0.0.1:${port}`);
const open = (url: string) => openData({ DATA_DIR: folder, DATABASE_URL: url, MASTER_KEY });
const agree = (server: PrivateServer | undefined, host: string | undefined, epoch: number, changed = '1') =>
  server?.run(`UPDATE gatehouse.database_node SET host = '${host}', epoch = ${epoch}, changed_s = ${changed} WHERE id = 1`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-primary-'));
  servers = [await startPrivateServer(), await startPrivateServer()];
  // Nothing is replicated here: both have the same tables, and an agreement each.
  for (const { url } of servers) await (await open(url)).close();
});
afterAll(() => {
  for (const server of servers) server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('whoever starts goes where the others went last, and says that two take writes', async () => {
  const [old, promoted] = hosts();
  await agree(servers[0], old, 5);
  await agree(servers[1], promoted, 6);
  const errors = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const { database, settings, close } = await open(`mariadb://app:app@${old},${promoted}/gatehouse`);
  try {
    expect(await database.query.row('SELECT @@port AS port')).toEqual({ port: servers[1]?.port });
    await database.write('put', (tx) => tx.run("INSERT INTO features (name, enabled) VALUES ('promoted', TRUE)"));
    expect(await servers[1]?.run('SELECT name FROM gatehouse.features')).toEqual([{ name: 'promoted' }]);
    expect(await servers[0]?.run('SELECT name FROM gatehouse.features')).toEqual([]);
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('read_only'), servers: [old, promoted] }),
    );
    expect((await nodesOf(settings.database)?.survey())?.map(({ isUsed }) => isUsed)).toEqual([false, true]);
  } finally {
    errors.mockRestore();
    await close();
  }
});

it('nobody goes back to the old one while the other answers, be it slowly', async () => {
  const [old] = hosts();
  const promoted = await startCuttingProxy('127.0.0.1', servers[1]?.port ?? 0);
  await agree(servers[0], old, 5);
  await agree(servers[1], `127.0.0.1:${promoted.port}`, 6);
  const { database, close } = await open(`mariadb://app:app@${old},127.0.0.1:${promoted.port}/gatehouse`);
  expect(await database.query.row('SELECT @@port AS port')).toEqual({ port: servers[1]?.port });
  // A statement that each probe sends takes too long from now on.
  promoted.muteAfter('wsrep_sync_wait');
  // Several probes.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(database.moves).toBe(0);
  await close();
  await promoted.close();
});

it('what both know is followed, whatever the order of the list', async () => {
  const [old, promoted] = hosts();
  await agree(servers[0], old, 6);
  await agree(servers[1], old, 6);
  const { database, close } = await open(`mariadb://app:app@${promoted},${old}/gatehouse`);
  expect(await database.query.row('SELECT @@port AS port')).toEqual({ port: servers[0]?.port });
  await close();
});

it('what was agreed on with a clock that is far ahead does not keep anybody from agreeing again', async () => {
  const [old, promoted] = hosts();
  for (const server of servers) await agree(server, 'gone.example:3306', 7, 'UNIX_TIMESTAMP() + 86400');
  const { database, close } = await open(`mariadb://app:app@${promoted},${old}/gatehouse`);
  expect(await database.query.row('SELECT @@port AS port')).toEqual({ port: servers[1]?.port });
  await close();
});
