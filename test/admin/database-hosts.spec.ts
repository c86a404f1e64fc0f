// The servers in DATABASE_URL, as an administrator sees and chooses them. That all processes follow, and what a node's death does to them, is in
// test/database/server-hosts.long.system.spec.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { SERVER_URL } from '../support/database.js';
import { createServiceUser } from '../support/service-users.js';
import { freePort, startService, type TestService } from '../support/service.js';

const PATH = '/admin/v1/database';
const use = (service: TestService, host: string, query = '') => service.call('POST', `${PATH}/_use${query}`, { host });

describe('a database without a choice', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('is shown, and no other host is taken', async () => {
    const { status, body } = await service.call('GET', PATH);
    expect(status).toBe(200);
    const host = SERVER_URL === undefined ? undefined : hostOf(SERVER_URL);
    expect(body.hosts).toEqual(host === undefined ? [] : [{ host, inUse: true, usable: true }]);
    expect(body.engine).toMatch(/^(sqlite|mariadb|mysql)$/);
    expect(await use(service, 'db.example.com:3306')).toMatchObject({
      status: 400,
      body: { code: 'databaseHost.unknown', field: 'host' },
    });
  });

  it('is shown to those who may see the whole service, and chosen by its owner only', async () => {
    const viewer = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    expect((await service.call('GET', PATH, undefined, { token: viewer.token })).status).toBe(403);
    await service.call('POST', '/admin/v1/members', { userId: viewer.userId, role: 'IAM_OWNER_VIEWER' });
    expect((await service.call('GET', PATH, undefined, { token: viewer.token })).status).toBe(200);
    expect((await service.call('POST', `${PATH}/_use`, { host: 'db.example.com:3306' }, { token: viewer.token })).status).toBe(403);
  });
});

describe.skipIf(SERVER_URL === undefined)('a database with several hosts', () => {
  let [first, second]: TestService[] = [];
  let hosts: [string, string, string];
  beforeAll(async () => {
    first = await startService();
    const { database, masterKey } = first.settings;
    const url = new URL('url' in database ? database.url : '');
    // Two names of one server, and one of none.
    hosts = [`127.0.0.1:${url.port}`, `localhost:${url.port}`, `127.0.0.1:${await freePort()}`];
    const several = `${url.protocol}//${url.username}:${url.password}@${hosts.join(',')}${url.pathname}`;
    const env = { DATABASE_URL: several, MASTER_KEY: masterKey?.toString('base64') ?? '' };
    await first.get(Database).write('forget host', (tx) => tx.run("UPDATE database_node SET host = ''"));
    second = await startService(env);
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });

  const shown = async () => {
    const { body } = await (second as TestService).call('GET', PATH, undefined, { token: token() });
    return (body.hosts as Array<{ inUse: boolean; usable: boolean }>).map(({ inUse, usable }) => [inUse, usable]);
  };
  const token = () => (first as TestService).credentials.serviceUser.personalAccessToken;
  const choose = (host: string, query = '') => (second as TestService).call('POST', `${PATH}/_use${query}`, { host }, { token: token() });

  it('works with another one by the choice of an administrator, with an event that says who chose', async () => {
    expect(await shown()).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    expect((await choose(hosts[1], '?dryRun=true')).status).toBe(200);
    expect((await shown())[0]).toEqual([true, true]);
    expect((await choose(hosts[1])).body.hosts.map(({ inUse }: { inUse: boolean }) => inUse)).toEqual([false, true, false]);
    const { body } = await (second as TestService).call(
      'POST',
      '/admin/v1/events/_search',
      { eventTypes: ['instance.database.host.chosen'] },
      { token: token() },
    );
    expect(body.events.map(({ payload }: { payload: unknown }) => payload)).toEqual([{ host: hosts[1] }]);
  });

  it('stays where it is when the one that is wanted cannot be used', async () => {
    expect(await choose(hosts[2])).toMatchObject({ status: 409, body: { code: 'databaseHost.unusable' } });
    expect((await shown())[1]).toEqual([true, true]);
  });

  it('is moved in the read-only mode too', async () => {
    await (second as TestService).call('POST', '/admin/v1/read-only-mode/_begin', {}, { token: token() });
    expect((await choose(hosts[0])).body.hosts[0]).toMatchObject({ inUse: true });
    await (second as TestService).call('POST', '/admin/v1/read-only-mode/_end', undefined, { token: token() });
  });
});

function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 3306}`;
}
