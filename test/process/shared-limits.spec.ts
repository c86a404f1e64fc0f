// Quotas over two processes on one database server: two services, because what a process knows is what its own objects know.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Quotas } from '../../src/common/limits/quotas.service.js';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { SERVER_URL } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

describe.skipIf(!SERVER_URL)('two processes', () => {
  let both: [TestService, TestService];
  let minute = Math.floor(Date.now() / 60_000) * 60_000;
  beforeAll(async () => {
    const one = await startService();
    const { database, masterKey } = one.settings;
    const env = { DATABASE_URL: 'url' in database ? database.url : '', MASTER_KEY: masterKey?.toString('base64') ?? '' };
    both = [one, await startService(env)];
  });
  afterAll(async () => {
    await both[1].close();
    await both[0].close();
  });

  /** A minute of its own that stands still. */
  const freeze = () => {
    minute += 60_000;
    for (const service of both) vi.spyOn(service.get(Clock), 'nowMs').mockReturnValue(minute);
  };
  const take = (on: 0 | 1, owner: string, quota: number) =>
    both[on].get(Quotas).take([{ name: 'token-client', owner, quota }]).refused === undefined;
  const tell = async () => {
    for (const service of both) await service.get(Quotas).tellNow();
    for (const service of both) await service.get(Quotas).tellNow();
  };

  it('share a quota when both come near it', async () => {
    freeze();
    const counted = [0, 0];
    for (let request = 0; request < 200; request++) {
      const on = (request % 2) as 0 | 1;
      if (take(on, 'near', 100)) counted[on] = (counted[on] ?? 0) + 1;
      await tell();
    }
    // A process learns of the others when it tells of itself: of the last one it may learn too late.
    const [all, least] = [(counted[0] ?? 0) + (counted[1] ?? 0), Math.min(...counted)];
    expect([100, 101]).toContain(all);
    expect(least).toBeGreaterThan(40);
  });

  it('let in a tenth more at most because one of them is not near', async () => {
    freeze();
    let admitted = 0;
    for (let request = 0; request < 9; request++) admitted += take(1, 'far', 100) ? 1 : 0;
    for (let request = 0; request < 200; request++) {
      admitted += take(0, 'far', 100) ? 1 : 0;
      await tell();
    }
    expect(admitted).toBe(109);
  });

  it('ask the database nothing while nobody is near a quota', async () => {
    freeze();
    await tell();
    const write = vi.spyOn(both[0].get(Database), 'write');
    for (let request = 0; request < 99; request++) expect(take(0, `alone-${request}`, 1_000)).toBe(true);
    await both[0].get(Quotas).tellNow();
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  it('keep of an owner a digest only, which the next purge removes', async () => {
    freeze();
    for (let request = 0; request < 10; request++) take(0, '198.51.100.77', 20);
    await tell();
    const rows = await both[0]
      .get(Database)
      .query.rows<{ key_digest: string; requests: number }>('SELECT key_digest, requests FROM request_counts');
    expect(rows.some(({ requests }) => Number(requests) === 10)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('198.51');
  });

  it('go on by themselves when the database does not take the counts', async () => {
    freeze();
    const write = vi.spyOn(both[0].get(Database), 'write').mockRejectedValueOnce(new Error('gone'));
    for (let request = 0; request < 30; request++) expect(take(0, 'lost', 30)).toBe(true);
    await both[0].get(Quotas).tellNow();
    expect(write).toHaveBeenCalledOnce();
    write.mockRestore();
    expect(take(0, 'lost', 30)).toBe(false);
    await both[0].get(Quotas).tellNow();
    expect(take(1, 'lost', 30)).toBe(true);
  });
});
