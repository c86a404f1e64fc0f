import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DuplicateKeyError, type Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import { collectMetrics } from '../../src/common/metrics/collect.js';
import type { ServerPool } from '../../src/common/database/servers/pool.js';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

let opened: OpenDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openDatabase();
  ({ database } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  await database.write('clean', async (tx) => {
    await tx.run('DELETE FROM features');
  });
});

const put = (tx: Transaction, name: string) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, true]);
const names = async () => (await database.query.rows<{ name: string }>('SELECT name FROM features ORDER BY name')).map(({ name }) => name);

function latch(): { open: () => void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a single statement', () => {
  const change = () =>
    database.change(
      'change',
      { sql: 'UPDATE features SET enabled = ? WHERE name = ? AND enabled = ?', values: [false, 'a', true] },
      { sql: 'SELECT name FROM features WHERE name = ? AND enabled = ?', values: ['a', false] },
    );
  /** Time runs ahead: before its permission is looked for, and between that and the statement. */
  const changeLate = async (beforeMs: number, lateMs: number) => {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    database.writeGate.invalidate();
    await database.writeGate.currentBan();
    const ask = database.writeGate.assertMayWrite.bind(database.writeGate);
    const mayWrite = vi.spyOn(database.writeGate, 'assertMayWrite').mockImplementation(async (...mode) => {
      aheadMs += beforeMs;
      const untilMs = await ask(...mode);
      aheadMs += lateMs;
      return untilMs;
    });
    try {
      return await change();
    } finally {
      mayWrite.mockRestore();
      clock.mockRestore();
      database.writeGate.invalidate();
    }
  };

  it('is sent with a permission that is nearly a second old, also by a process that is busy for nearly another', async () => {
    await database.write('a', (tx) => put(tx, 'a'));
    expect(await changeLate(900, 900)).toBe(1);
  });

  it('is not sent, and says so, once its permission is too old', async () => {
    await database.write('a', (tx) => put(tx, 'a'));
    await expect(changeLate(900, 1_200)).rejects.toMatchObject({ code: 'database.unavailable', message: /Nothing was changed; try again/ });
    expect(await change()).toBe(1);
  });
});

describe('a unit of work', () => {
  it('keeps the rows of another unit when it is rolled back beside it', async () => {
    const release = latch();
    const failing = database.write('a', async (tx) => {
      await put(tx, 'a');
      await release.opened;
      throw new Error('no');
    });
    const lasting = database.write('b', (tx) => put(tx, 'b'));
    const third = database.write('c', (tx) => put(tx, 'c'));
    setTimeout(release.open, 50);
    await expect(failing).rejects.toThrow('no');
    await Promise.all([lasting, third]);
    expect(await names()).toEqual(['b', 'c']);
  });

  it('leaves the event loop a turn before the next one, so that a line of them keeps no connection waiting until its end', async () => {
    await database.write('first', (tx) => put(tx, 'first'));
    let done = 0;
    const line = Array.from({ length: 50 }, (_, i) => database.write('next', (tx) => put(tx, `n${i}`)).then(() => done++));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBeLessThan(10);
    await Promise.all(line);
  });

  it('is dead after its end: a promise left behind throws and writes nothing', async () => {
    let late: Promise<unknown> | undefined;
    const release = latch();
    await database.write('leaky', async (tx) => {
      late = release.opened.then(() => put(tx, 'late'));
      await put(tx, 'in time');
    });
    const next = database.write('next', async (tx) => {
      release.open();
      await expect(late).rejects.toThrow('This transaction has ended');
      await put(tx, 'next');
    });
    await next;
    expect(await names()).toEqual(['in time', 'next']);
  });

  it('shows nothing to others before its end and everything after', async () => {
    await database.write('shown', async (tx) => {
      await put(tx, 'x');
      expect(await names()).toEqual([]);
      expect(await tx.rows('SELECT name FROM features')).toHaveLength(1);
    });
    expect(await names()).toEqual(['x']);
  });

  it('names the unique index that refused a row, and stays usable', async () => {
    await database.write('numbers', async (tx) => {
      await tx.run(
        'INSERT INTO organizations (no, id, name, primary_domain, state, token_gen, version, created_us, modified_us) VALUES (?, ?, ?, ?, ?, 0, 1, 1, 1)',
        [tx.nextNumber(), 'same', 'a', 'a.test', 'active'],
      );
      const again = tx.run(
        'INSERT INTO organizations (no, id, name, primary_domain, state, token_gen, version, created_us, modified_us) VALUES (?, ?, ?, ?, ?, 0, 1, 1, 1)',
        [tx.nextNumber(), 'same', 'b', 'b.test', 'active'],
      );
      await expect(again).rejects.toThrow(DuplicateKeyError);
      await expect(again).rejects.toMatchObject({ index: 'u_organizations_id' });
      await tx.run("DELETE FROM organizations WHERE id = 'same'");
      await put(tx, 'after');
    });
    expect(await names()).toEqual(['after']);
  });

  it('runs what it was given for afterwards only when it is durable', async () => {
    const done: string[] = [];
    await database.write('ok', async (tx) => tx.afterCommit(() => void done.push('ok')));
    await database
      .write('not ok', async (tx) => {
        tx.afterCommit(() => void done.push('not ok'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(done).toEqual(['ok']);
  });

  it('leaves one commit row however often it is recorded', async () => {
    const no = await database.write('recorded', async (tx) => {
      tx.record();
      tx.record();
      return tx.no;
    });
    expect(await database.query.rows('SELECT tx_no FROM event_commits WHERE tx_no = ?', [no])).toHaveLength(1);
  });

  it('never gives a number twice, also over many units at once', async () => {
    const lists = await Promise.all(
      Array.from({ length: 50 }, () => database.write('number', async (tx) => Array.from({ length: 20 }, () => tx.nextNumber()))),
    );
    expect(new Set(lists.flat()).size).toBe(1000);
  });

  it('adds up when fifty units change one row at once', async () => {
    await database.write('start', (tx) => tx.run("INSERT INTO sequences (name, next_no) VALUES ('counted', 0)"));
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.write('count', async (tx) => {
          const row = await tx.row<{ next_no: number }>(`SELECT next_no FROM sequences WHERE name = 'counted'${tx.forUpdate}`);
          await tx.run("UPDATE sequences SET next_no = ? WHERE name = 'counted'", [(row?.next_no ?? 0) + 1]);
        }),
      ),
    );
    expect(await database.query.row("SELECT next_no FROM sequences WHERE name = 'counted'")).toEqual({ next_no: 50 });
    await database.write('end', (tx) => tx.run("DELETE FROM sequences WHERE name = 'counted'"));
  });

  it('is undone and given up after five seconds', async () => {
    const never = database.write('endless', async (tx) => {
      await put(tx, 'endless');
      await new Promise(() => undefined);
    });
    await expect(never).rejects.toMatchObject({ kind: 'unavailable', code: 'database.slow' });
    expect(await names()).toEqual([]);
    await database.write('next', (tx) => put(tx, 'next'));
    expect(await names()).toEqual(['next']);
  });

  it('is undone when its COMMIT comes so late that nobody may be writing any more', async () => {
    const now = performance.now.bind(performance);
    const delayed = database.write('held up', async (tx) => {
      await put(tx, 'late');
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 7_800);
    });
    await expect(delayed).rejects.toMatchObject({ kind: 'unavailable', code: 'database.slow' });
    vi.restoreAllMocks();
    expect(await names()).toEqual([]);
    await database.write('next', (tx) => put(tx, 'next'));
  });

  it('can use TypeORM on its own connection', async () => {
    await database.write('orm', async (tx) => {
      await tx.manager.getRepository('features').insert({ name: 'orm', enabled: true });
      expect(await tx.manager.getRepository('features').findOneBy({ name: 'orm' })).toEqual({ name: 'orm', enabled: true });
    });
    expect(await names()).toEqual(['orm']);
  });

  it('refuses more than a bounded number of waiting units', async () => {
    const release = latch();
    const holders = Array.from({ length: 10 }, () => database.write('hold', () => release.opened));
    const waiting = Array.from({ length: 2_100 }, () => database.write('wait', async () => undefined));
    const outcomes = Promise.allSettled(waiting);
    release.open();
    await Promise.all(holders);
    const refused = (await outcomes).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.length).toBeGreaterThanOrEqual(90);
    expect(refused[0]?.reason).toMatchObject({ kind: 'busy' });
  });
});

describe.skipIf(!SERVER_URL)('a unit of work on a server', () => {
  it('has less time when it waited for its connection: an allowed write is sent within the time that the check allows', async () => {
    const { pool } = opened.storage.writer.driver as unknown as { pool: ServerPool };
    const [get, now] = [pool.getConnection.bind(pool), performance.now.bind(performance)];
    let aheadMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    vi.spyOn(pool, 'getConnection').mockImplementationOnce((done) => {
      aheadMs += 2_700;
      get(done);
    });
    database.writeGate.invalidate();
    await database.writeGate.currentBan();
    aheadMs += 600;
    const late = database
      .write('late', async (tx) => {
        await put(tx, 'late');
        aheadMs += 4_700;
      })
      .finally(() => {
        vi.restoreAllMocks();
        database.writeGate.invalidate();
      });
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'database.slow' });
    expect(await names()).toEqual([]);
  });

  it('sees what was committed meanwhile, on every connection, also on those that were opened for the migrations', async () => {
    const all = latch();
    let waiting = 0;
    const isolations = Array.from({ length: 10 }, () =>
      database.write('look', async (tx) => {
        // Each unit holds its connection until all of them have one.
        if (++waiting === 10) all.open();
        await all.opened;
        const rows = await tx.rows<{ Variable_name: string; Value: string }>("SHOW VARIABLES LIKE '%isolation'");
        return rows.find(({ Variable_name }) => /^(tx|transaction)_isolation$/.test(Variable_name))?.Value;
      }),
    );
    expect(new Set(await Promise.all(isolations))).toEqual(new Set(['READ-COMMITTED']));
  });

  it('runs again when it lost a deadlock, so that both are done', async () => {
    await database.write('two rows', async (tx) => {
      await put(tx, 'left');
      await put(tx, 'right');
    });
    const barrier = { waiting: 0, ...latch() };
    let runs = 0;
    const cross = (first: string, second: string) =>
      database.write('cross', async (tx) => {
        runs++;
        await tx.run('UPDATE features SET enabled = ? WHERE name = ?', [false, first]);
        if (++barrier.waiting === 2) barrier.open();
        await barrier.opened;
        await tx.run('UPDATE features SET enabled = ? WHERE name = ?', [false, second]);
        await tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [`from ${first}`, true]);
      });
    await Promise.all([cross('left', 'right'), cross('right', 'left')]);
    expect(runs).toBeGreaterThan(2);
    expect(await names()).toEqual(['from left', 'from right', 'left', 'right']);
  });

  it('runs again when its connection is lost before the end, and writes once', async () => {
    let runs = 0;
    const counted = collectMetrics(new Map(), () => ({}));
    await database.write('cut off', async (tx) => {
      await put(tx, 'once');
      if (++runs === 1) {
        const { id } = (await tx.row<{ id: number }>('SELECT CONNECTION_ID() AS id')) ?? { id: 0 };
        await database.query.rows(`KILL ${id}`).catch(() => undefined);
        await tx.row('SELECT 1');
      }
    });
    expect(runs).toBe(2);
    expect(await names()).toEqual(['once']);
    expect(await counted.text()).toContain('gatehouse_database_repeats_total{of="unit"} 1\n');
    counted.end();
  });
});
