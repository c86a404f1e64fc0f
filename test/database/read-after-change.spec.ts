// A query that fails after a change is durable, such as that for the answer: no answer says that nothing was changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

describe.skipIf(!SERVER_URL)('a group whose members cannot be read for the answer', () => {
  let proxy: CuttingProxy;
  let database: FreshDatabase;
  let service: TestService;
  beforeAll(async () => {
    database = await freshDatabase('');
    const { hostname, port } = new URL(database.url);
    proxy = await startCuttingProxy(hostname, Number(port));
    const through = new URL(database.url);
    through.port = String(proxy.port);
    service = await startService({ DATABASE_URL: through.href });
  });
  afterAll(async () => {
    await service.close();
    await proxy.close();
    await database.drop();
  });

  it('was made, and the answer does not deny it', async () => {
    const groups = `/scim/v2/${service.credentials.orgId}/Groups`;
    const group = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'made',
      members: [{ value: service.credentials.admin.userId }],
    };
    proxy.cutNext('FROM group_members m JOIN', 'before', Infinity);
    const { status, text } = await service.call('POST', groups, group);
    proxy.cutNext('', 'before', 0);
    expect([status, text]).toEqual([503, expect.stringContaining('database.unread')]);
    expect(text).not.toContain('Nothing was changed');
    const { body } = await service.call('GET', `${groups}?filter=${encodeURIComponent('displayName eq "made"')}`);
    expect(body.totalResults).toBe(1);
  });
});
