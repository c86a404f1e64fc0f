// The first of two hosts dies or cannot write: work goes on with the second, on every server. What only Galera has is not asked of others.
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/common/database/database.js';
import { nodesOf } from '../../src/common/database/dialect.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { onServer, SERVER_URL } from '../support/database.js';
import { migratedDatabase } from '../support/migrated-database.js';
import { openData, openDatabase, type OpenDatabase } from '../support/open-database.js';

let first: CuttingProxy;
let opened: OpenDatabase;
let address: string;
beforeEach(async () => {
  const { hostname, port, host } = new URL(SERVER_URL ?? '');
  first = await startCuttingProxy(hostname, Number(port));
  opened = await openDatabase((url) => (address = url).replace(host, `${hostname}:${first.port},${host}`), migratedDatabase);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
  await first.close();
});
const schema = () => new URL(address).pathname.slice(1);
/** Another process, on the same database. */
const openWith = (hosts: (url: string) => string) =>
  openData({ DATA_DIR: opened.settings.dataDir, DATABASE_URL: hosts(address), MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
const put = (name: string) =>
  opened.database.write('put', (tx) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, true]));

const agreeOn = (host: string) =>
  `UPDATE ${schema()}.database_node SET host = '${host}', epoch = epoch + 1, changed_s = UNIX_TIMESTAMP() WHERE id = 1`;
const fill = (database: Database) =>
  database.write('fill', async (tx) => {
    for (let row = 0; row < 1_000; row++) await tx.run('INSERT INTO small (text) VALUES (?)', ['x']);
  });
/** Another process works with the second host, and says so in the agreement. */
const leaveIt = () => onServer([agreeOn(new URL(SERVER_URL ?? '').host)]);

const connected = () => mysql.createConnection(SERVER_URL?.replace(/^mariadb:/, 'mysql:') ?? '');

/** Keeps everybody from reading features meanwhile. */
async function delayed(work: () => Promise<void>): Promise<void> {
  const holder = await connected();
  await holder.query(`LOCK TABLES ${schema()}.features WRITE`);
  try {
    await work();
  } finally {
    await holder.end();
  }
}

/** After a move from a server that still answers: reads go on, and nothing is written before every process has looked where to read. */
async function expectHandover(): Promise<void> {
  const nodes = nodesOf(opened.settings.database);
  expect(nodes?.handoverMs).toBeGreaterThan(0);
  const written = put('elsewhere');
  await opened.database.proveWrites(Date.now() * 1000);
  expect(nodes?.handoverMs).toBeGreaterThan(0);
  expect(await opened.database.query.rows('SELECT name FROM features WHERE name = ?', ['elsewhere'])).toEqual([]);
  await written;
  expect(nodes?.handoverMs).toBe(0);
}

const now = performance.now.bind(performance);
/** So much later by the monotonic clock. */
const later = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
/** Long enough for several probes of the servers. */
const probes = () => new Promise((resolve) => setTimeout(resolve, 3_000));

describe.skipIf(!SERVER_URL)('when the first of two hosts', () => {
  it('dies, units of work and reads go on with the second, and a search that waits there is not called too long', async () => {
    const { database } = opened;
    const names = async () => (await database.query.rows<{ name: string }>('SELECT name FROM features')).map(({ name }) => name);
    await put('before');
    const number = () => database.write('number', async (tx) => tx.nextNumber());
    const before = await number();
    await first.close();
    await expect
      .poll(() =>
        put('after').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect((await names()).toSorted()).toEqual(['after', 'before']);
    expect(database.moves).toBe(1);
    // What the first had leased, a second that lags behind would lease again.
    expect(await number()).toBeGreaterThan(before + 10_000);

    // Galera counts the wait for other nodes as time of a search that was prepared before: the caller is not asked to be more specific then.
    const search = () => database.search.rows('SELECT name FROM features', [], 'many');
    await delayed(() => expect(search()).rejects.toMatchObject({ kind: 'unavailable', code: 'database.unread' }));
    expect(await search()).toHaveLength(2);
  });

  it('dies under a unit of work, it runs again with numbers that the second has leased', async () => {
    const { database } = opened;
    const taken: number[] = [];
    await database.write('cut off', async (tx) => {
      taken.push(tx.nextNumber());
      if (taken.length === 1) await first.close();
      await tx.row('SELECT 1 AS one');
    });
    expect(taken).toHaveLength(2);
    const [before = 0, after = 0] = taken;
    expect(after).toBeGreaterThan(before + 10_000);
    expect(database.moves).toBe(1);
  });

  it('does not apply any more what others write after they have moved, they are followed', async () => {
    const { database } = opened;
    await put('before');
    // As Galera does where reads wait for what does not come.
    first.muteAfter('wsrep_sync_wait');
    await leaveIt();
    await expect.poll(() => database.moves, { timeout: 15_000 }).toBe(1);
    await expectHandover();
  });

  it('is left by another process, whoever follows writes as late as that one: a third may still read there', async () => {
    const { database } = opened;
    await put('before');
    await leaveIt();
    await expect.poll(() => database.moves, { timeout: 15_000 }).toBe(1);
    await expectHandover();
  });

  it('is left for one that this process does not reach, its answers are not used until the processes agree again', async () => {
    await put('before');
    const alone = await openWith((url) => url.replace(new URL(url).host, `127.0.0.1:${first.port},127.0.0.1:1`));
    const read = async ({ database }: OpenDatabase) => {
      expect(await database.query.rows('SELECT name FROM features')).toEqual([{ name: 'before' }]);
      const [agreement] = await database.query.rows<{ host: string }>('SELECT host FROM database_node');
      expect(database.moves).toBe(0);
      return agreement?.host;
    };
    // With connections that wait for work.
    const reads = () => Promise.all([opened, opened, opened, alone, alone, alone].map(read));
    await reads();
    await onServer([agreeOn('elsewhere.example:3306')]);
    // As long as what was seen before may be trusted.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(new Set(await reads())).toEqual(new Set([`127.0.0.1:${first.port}`]));
    await alone.close();
  });

  it('is behind, what it says counts only as long as nobody has left it', async () => {
    const { database } = opened;
    await put('before');
    first.muteAfter('wsrep_sync_wait');
    await probes();
    await nodesOf(opened.settings.database)?.recheck();
    await leaveIt();
    expect(await database.query.rows('SELECT name FROM features')).toEqual([{ name: 'before' }]);
    expect(database.moves).toBe(1);
  });

  it('is behind, reads and units of work go on there, slower, with connections for all of them', async () => {
    const { database } = opened;
    await put('before');
    first.muteAfter('wsrep_sync_wait');
    await probes();
    const reads = Array.from({ length: 40 }, () => database.query.rows('SELECT name FROM features'));
    const unit = database.write('several statements', async (tx) => {
      for (let statement = 0; statement < 6; statement++) await tx.row('SELECT 1 AS one');
    });
    expect(await Promise.all(reads)).toHaveLength(40);
    await unit;
    expect(database.moves).toBe(0);
  });

  it('is left while reads wait in line for a connection there, they go to the second', async () => {
    const { database } = opened;
    await put('before');
    const holder = await connected();
    await holder.query(`LOCK TABLES ${schema()}.features WRITE`);
    const ids = Array.from({ length: 40 }, () => database.query.rows<{ id: number }>('SELECT CONNECTION_ID() AS id FROM features'));
    const begun = async () =>
      (await holder.query<RowDataPacket[]>('SHOW PROCESSLIST'))[0].filter(({ Info: sql }) => /AS id FROM features/.test(String(sql)));
    const { reader } = database.load.pools;
    await expect.poll(async () => (await begun()).length, { timeout: 2_000 }).toBe(reader?.open);
    const began = new Set((await begun()).map(({ Id: id }) => Number(id)));
    await leaveIt();
    await expect.poll(() => database.moves, { timeout: 15_000 }).toBe(1);
    const taken = first.taken();
    await holder.end();
    const answered = (await Promise.all(ids)).map(([row]) => Number(row?.id));
    expect(answered.filter((id) => began.has(id)).length).toBeLessThanOrEqual(began.size);
    expect(first.taken()).toBe(taken);
  });

  it('is left a moment before somebody starts: that one writes as late as the others', async () => {
    const { database } = opened;
    await put('before');
    // Tables that were made just now hold no agreement yet, and the first one of all follows none.
    await expect.poll(() => database.query.row('SELECT host FROM database_node WHERE id = 1')).not.toEqual({ host: '' });
    const leftMs = performance.now();
    await leaveIt();
    const another = await openWith((url) => url.replace(new URL(url).host, (host) => `127.0.0.1:${first.port},${host}`));
    await another.database.write('put', (tx) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', ['late', true]));
    expect(performance.now() - leftMs).toBeGreaterThanOrEqual(2_750);
    await another.close();
  });

  it('was in use before there was an agreement, it is written down, so that whoever goes elsewhere waits', async () => {
    const [host] = [`127.0.0.1:${first.port}`];
    await put('before');
    await onServer([`UPDATE ${schema()}.database_node SET host = ''`]);
    const agreed = async () => (await opened.database.query.rows<{ host: string }>('SELECT host FROM database_node'))[0]?.host;
    await expect.poll(agreed, { timeout: 5_000 }).toBe(host);
    expect(opened.database.moves).toBe(0);
  });

  it('dies, and somebody else is faster to agree on the second, it is followed at once', async () => {
    const nodes = nodesOf(opened.settings.database);
    const faster = await connected();
    await faster.query('START TRANSACTION');
    await faster.query(agreeOn(new URL(SERVER_URL ?? '').host));
    await first.close();
    const looked = nodes?.recheck();
    await expect
      .poll(async () => (await faster.query('SHOW PROCESSLIST'))[0], { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ Info: expect.stringContaining('UPDATE database_node') as string }));
    await faster.query('COMMIT');
    await faster.end();
    await looked;
    expect(opened.database.moves).toBe(1);
  });

  it('is slow and silent when it is looked at, no agreement is sought there, which would take until it has caught up', async () => {
    const nodes = nodesOf(opened.settings.database);
    await put('before');
    first.muteAfter('wsrep_sync_wait');
    await first.silenceNext();
    let isSettled = false;
    void nodes?.recheck().then(() => (isSettled = true));
    await expect.poll(() => isSettled, { timeout: 8_000 }).toBe(true);
    expect(opened.database.moves).toBe(0);
  });

  it('is slow as well, it is stayed there for as long as nobody has left it', async () => {
    await put('before');
    first.muteAfter('wsrep_sync_wait');
    // Five answers until it is asked for the agreement.
    first.delay(110);
    await probes();
    expect(opened.database.moves).toBe(0);
  });

  it('is slow and not in use, whoever starts asks the other one what was agreed', async () => {
    await put('before');
    await leaveIt();
    await expect.poll(() => opened.database.moves, { timeout: 15_000 }).toBe(1);
    first.muteAfter('wsrep_sync_wait');
    const another = await openWith((url) => url.replace(new URL(url).host, (host) => `127.0.0.1:${first.port},${host}`));
    expect(await another.database.query.rows('SELECT name FROM features')).toEqual([{ name: 'before' }]);
    await another.close();
  });

  it('has no room for a row a moment after it was agreed on, reads go on there until that may be changed', async () => {
    const { database } = opened;
    await put('before');
    await onServer(['SET SESSION max_heap_table_size = 16384', `CREATE TABLE ${schema()}.small (text CHAR(200)) ENGINE=MEMORY`]);
    const until = performance.now() + 3_500;
    await onServer([agreeOn(`127.0.0.1:${first.port}`)]);
    await expect(fill(database)).rejects.toMatchObject({ code: 'database.unavailable', cause: { errno: 1114 } });
    while (performance.now() < until) {
      expect(await database.query.rows('SELECT name FROM features')).toHaveLength(1);
      expect(database.moves).toBe(0);
    }
    await expect.poll(() => database.moves, { timeout: 15_000 }).toBe(1);
  });

  it('has no room for a row, the second is worked with; when that has none either, nobody moves', async () => {
    const { database } = opened;
    // The error of a full disk, from a table that has its room in memory.
    await onServer(['SET SESSION max_heap_table_size = 16384', `CREATE TABLE ${schema()}.small (text CHAR(200)) ENGINE=MEMORY`]);
    const failed = () => fill(database).catch((error: unknown) => error);
    expect(await failed()).toMatchObject({ kind: 'unavailable', code: 'database.unavailable', cause: { errno: 1114 } });
    await expect.poll(() => database.moves, { timeout: 15_000 }).toBe(1);
    await expectHandover();
    // Nobody has room: it is stayed where it is.
    expect(await failed()).toMatchObject({ code: 'database.unavailable' });
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(database.moves).toBe(1);
    await put('still');

    // Nor does whoever writes now and then: the other one is tried once in a minute, and by nobody whose writes succeed.
    later(21_000);
    expect(await failed()).toMatchObject({ code: 'database.unavailable' });
    await probes();
    expect(database.moves).toBe(1);
    later(91_000);
    await put('with room again');
    await probes();
    expect(database.moves).toBe(1);
    await failed();
    await expect.poll(() => database.moves, { timeout: 15_000 }).toBe(2);
  });
});
