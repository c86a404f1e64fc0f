// The first of two hosts dies: work goes on with the second, on every server. What only Galera has is not asked of others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

describe.skipIf(!SERVER_URL)('when the first of two hosts dies', () => {
  let first: CuttingProxy;
  let opened: OpenDatabase;
  beforeAll(async () => {
    const { hostname, port, host } = new URL(SERVER_URL ?? '');
    first = await startCuttingProxy(hostname, Number(port));
    opened = await openDatabase((url) => url.replace(host, `${hostname}:${first.port},${host}`));
  });
  afterAll(() => opened.close());

  it('units of work and reads go on with the second', async () => {
    const { database } = opened;
    const put = (name: string) => database.write('put', (tx) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, true]));
    const names = async () => (await database.query.rows<{ name: string }>('SELECT name FROM features')).map(({ name }) => name);
    await put('before');
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
  });
});
