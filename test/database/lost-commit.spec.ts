// The connection breaks while COMMIT is under way: the commit row tells what happened, so that nothing is done twice or lost.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database, DuplicateKeyError } from '../../src/common/database/database.js';
import { DomainError } from '../../src/common/primitives/domain-error.js';
import { REPEATS } from '../../src/common/observation/topics.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

describe.skipIf(!SERVER_URL)('a COMMIT whose answer is lost', () => {
  let proxy: CuttingProxy;
  let opened: OpenDatabase;
  beforeAll(async () => {
    const { hostname, port } = new URL(SERVER_URL ?? '');
    proxy = await startCuttingProxy(hostname, Number(port));
    opened = await openDatabase((url) => {
      const proxied = new URL(url);
      proxied.port = String(proxy.port);
      return proxied.href;
    });
    // Leases the numbers, which is a unit of its own.
    await opened.database.write('first', async () => undefined);
  });
  afterAll(async () => {
    await opened.close();
    await proxy.close();
  });

  const unit = (name: string, record: boolean, count: { runs: number; nos?: number[] }) =>
    opened.database.write(name, async (tx) => {
      count.runs++;
      count.nos?.push(tx.no);
      if (record) tx.record();
      await tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, true]);
    });
  const rows = async (name: string) => (await opened.database.query.rows('SELECT name FROM features WHERE name = ?', [name])).length;

  it('is known to have happened by its commit row, and not done again', async () => {
    const count = { runs: 0 };
    proxy.cutNextCommit('after');
    await unit('after', true, count);
    expect(count.runs).toBe(1);
    expect(await rows('after')).toBe(1);
  });

  it('is known not to have happened by the lack of it, and done again', async () => {
    const count = { runs: 0 };
    proxy.cutNextCommit('before');
    await unit('before', true, count);
    expect(count.runs).toBe(2);
    expect(await rows('before')).toBe(1);
  });

  it('is known not to have happened for good: where it arrives after that, its number is taken', async () => {
    const count = { runs: 0, nos: [] as number[] };
    proxy.cutNextCommit('before');
    await unit('never', true, count);
    const [no = 0, again = 0] = count.nos;
    // As the COMMIT would that reaches another node of a cluster.
    const arrives = opened.database.write('late', (tx) => tx.run('INSERT INTO event_commits (tx_no, position) VALUES (?, NULL)', [no]));
    await expect(arrives).rejects.toThrow(DuplicateKeyError);
    // Nobody follows it.
    const followed = 'SELECT tx_no FROM event_commits WHERE (position IS NULL OR position > 0) AND tx_no IN (?, ?)';
    expect(await opened.database.query.rows(followed, [no, again])).toEqual([{ tx_no: again }]);
  });

  it.each(['before', 'after'] as const)('is known though that of its proof is lost as well, %s the server saw it', async (when) => {
    const undone = { runs: 0 };
    proxy.cutNextCommit('before', when);
    await unit(`undone ${when}`, true, undone);
    expect([undone.runs, await rows(`undone ${when}`)]).toEqual([2, 1]);
  });

  it('is waited for while the server is still busy with it', async () => {
    const count = { runs: 0 };
    proxy.cutNextCommit('after');
    await Promise.all(Array.from({ length: 8 }, (_, i) => unit(`crowd ${i}`, true, count)));
    expect(count.runs).toBe(8);
    for (let i = 0; i < 8; i++) expect(await rows(`crowd ${i}`)).toBe(1);
  });

  it('of leasing numbers is leased again, since an unused block does no harm', async () => {
    const other = new Database(opened.storage.writer, opened.storage.reader);
    proxy.cutNextCommit('after');
    expect(await other.write('second', async (tx) => tx.nextNumber())).toBeGreaterThan(0);
  });

  it('of a unit without a commit row is reported as unknown, never guessed', async () => {
    for (const when of ['before', 'after'] as const) {
      proxy.cutNextCommit(when);
      await expect(unit(`unknown ${when}`, false, { runs: 0 })).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'database.outcomeUnknown',
      });
    }
  });

  const MARK = 'UPDATE features SET enabled';
  const change = (name: string) =>
    opened.database.change(
      'change',
      { sql: `${MARK} = ? WHERE name = ? AND enabled = ?`, values: [true, name, false] },
      { sql: 'SELECT name FROM features WHERE name = ? AND enabled = ?', values: [name, true] },
    );
  const off = (name: string) =>
    opened.database.write('off', (tx) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, false]));

  it.each(['before', 'after'] as const)(
    'of a single statement is known by what it left, when it is cut %s the server saw it',
    async (when) => {
      await off(`single ${when}`);
      proxy.cutNext(MARK, when);
      expect(await change(`single ${when}`)).toBe(1);
      expect(await change(`single ${when}`)).toBe(0);
    },
  );

  it.each([
    ['after', 1],
    ['before', undefined],
  ] as const)(
    'of a single statement that is cut %s the server saw it is only proven once nothing may be written any more',
    async (when, outcome) => {
      const name = `outrun ${when}`;
      await off(name);
      const ban = new DomainError('unavailable', 'service.readOnly', 'no');
      const mayWrite = vi.spyOn(opened.database.writeGate, 'assertMayWrite');
      const ending = REPEATS.listen(() => mayWrite.mockRejectedValue(ban));
      try {
        proxy.cutNext(MARK, when);
        const changed = change(name);
        if (outcome === undefined) await expect(changed).rejects.toMatchObject({ code: 'database.outcomeUnknown' });
        else expect(await changed).toBe(outcome);
        expect(mayWrite).toHaveBeenCalledTimes(2);
      } finally {
        ending();
        mayWrite.mockRestore();
      }
      expect(await change(name)).toBe(outcome === undefined ? 1 : 0);
    },
  );

  it('of a single statement is reported as unknown when the server stays away', async () => {
    await off('away');
    proxy.cutNext(MARK, 'after', Infinity);
    await expect(change('away')).rejects.toMatchObject({ kind: 'unavailable', code: 'database.outcomeUnknown' });
    proxy.cutNext(MARK, 'after', 0);
  });
});
