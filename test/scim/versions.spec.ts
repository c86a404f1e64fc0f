// Where a resource lives and which version it is: Location, Content-Location, entity tags and what depends on them (RFC 7644 section 3.14).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { URN } from '../../src/scim/protocol/wire/messages.js';
import { createOrganization, createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let users: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  users = usersPath(service, orgId);
});
afterAll(() => service.close());

const rename = (displayName: string) => patchOf({ op: 'replace', path: 'displayName', value: displayName });

describe('an answer that carries one resource', () => {
  it('says where it lives and which version it is', async () => {
    const made = await service.call('POST', users, scimUser(freshName('v')));
    const address = new URL(made.body.meta.location).pathname;
    const replaced = await service.call('PUT', address, made.body);
    const patched = await service.call('PATCH', `${address}?attributes=title`, patchOf({ op: 'replace', path: 'title', value: 'Guide' }));
    for (const { headers, body, status } of [made, await service.call('GET', address), replaced, patched]) {
      expect([200, 201]).toContain(status);
      expect(headers.get('location')).toBe(made.body.meta.location);
      expect(headers.get('content-location')).toBe(made.body.meta.location);
      expect(headers.get('etag')).toBe(body.meta?.version ?? 'W/"2"');
    }
  });
});

describe('If-Match', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('keeps a %s away from a version it was not meant for', async (method) => {
    const { id } = await createPerson(service, {}, orgId);
    const before = await service.call('GET', `${users}/${id}`);
    const { version: stale } = before.body.meta;
    await service.call('PATCH', `${users}/${id}`, rename('changed meanwhile'));
    const body = method === 'PUT' ? { ...before.body, displayName: 'mine' } : method === 'PATCH' ? rename('mine') : undefined;
    for (const tag of [stale, '"foreign"', 'W/"77", W/"78"']) {
      const refused = await service.call(method, `${users}/${id}`, body, { headers: { 'if-match': tag } });
      expect([refused.status, refused.body.status, Object.values(refused.body).at(-1)]).toEqual([
        412,
        '412',
        expect.objectContaining({ id: 'SCIM-VERSION' }),
      ]);
    }
    const now = await service.call('GET', `${users}/${id}`);
    expect(now.body.displayName).toBe('changed meanwhile');
    const done = await service.call(method, `${users}/${id}`, body, { headers: { 'if-match': `"0", ${now.body.meta.version}` } });
    expect(done.status).toBeLessThan(300);
  });

  it('keeps a GET from answering with another version', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const { body } = await service.call('GET', `${users}/${id}`);
    const read = (tag: string) => service.call('GET', `${users}/${id}`, undefined, { headers: { 'if-match': tag } });
    expect((await read(body.meta.version)).body).toEqual(body);
    const refused = await read('W/"77"');
    expect([refused.status, Object.values(refused.body).at(-1)]).toEqual([412, expect.objectContaining({ id: 'SCIM-VERSION' })]);
  });

  it('with a star asks only that there is a resource', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const headers = { 'if-match': '*' };
    expect((await service.call('PATCH', `${users}/${id}`, rename('any'), { headers })).status).toBe(204);
    expect((await service.call('PATCH', `${users}/nobody`, rename('any'), { headers })).status).toBe(404);
  });

  it('lets one of two changes of the same version through', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const { body } = await service.call('GET', `${users}/${id}`);
    const headers = { 'if-match': body.meta.version };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => service.call('PATCH', `${users}/${id}`, rename(`racer ${index}`), { headers })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array<number>(7).fill(412)]);
  });
});

describe('If-None-Match', () => {
  it('answers 304 to whoever has the version already', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const { body } = await service.call('GET', `${users}/${id}`);
    const headers = { 'if-none-match': body.meta.version };
    const same = await service.call('GET', `${users}/${id}`, undefined, { headers });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', body.meta.version]);
    expect(same.headers.get('content-location')).toBe(body.meta.location);
    await service.call('PATCH', `${users}/${id}`, rename('another version'));
    expect((await service.call('GET', `${users}/${id}`, undefined, { headers })).status).toBe(200);
  });

  it('answers anew where only the groups of somebody have changed, which give the person no new version', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const addGroup = async (value: string) => {
      const group = { schemas: [URN.group], displayName: freshName('group'), members: [{ value }] };
      return (await service.call('POST', `/scim/v2/${orgId}/Groups`, group)).body as { id: string; displayName: string };
    };
    const inner = await addGroup(id);
    const read = (tag?: string, query = '') =>
      service.call('GET', `${users}/${id}${query}`, undefined, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
    const tagOf = (answer: { headers: Headers }) => String(answer.headers.get('etag'));
    const first = await read();
    expect(first.body.meta.version).toBe(tagOf(first));
    for (const tag of [tagOf(first), tagOf(first).replace('W/', ''), `"other", ${tagOf(first)}`, '*']) {
      const known = await read(tag);
      expect([known.status, known.text, tagOf(known)]).toEqual([304, '', tagOf(first)]);
      expect(known.headers.get('content-location')).toBe(first.body.meta.location);
    }
    const outer = await addGroup(inner.id);
    const second = await read(tagOf(first));
    expect(second.status).toBe(200);
    expect(second.body.groups).toHaveLength(2);
    await service.call('PATCH', `/scim/v2/${orgId}/Groups/${outer.id}`, rename(freshName('renamed')));
    const third = await read(tagOf(second));
    expect(third.status).toBe(200);
    await service.call('DELETE', `/scim/v2/${orgId}/Groups/${inner.id}`);
    const fourth = await read(tagOf(third));
    expect([fourth.status, fourth.body.groups ?? []]).toEqual([200, []]);
    // What does not show groups does not change with them; and a change of the person is about the person alone, whatever was shown.
    expect(tagOf(await read(undefined, '?excludedAttributes=groups'))).toBe(tagOf(fourth));
    const headers = { 'if-match': tagOf(first) };
    expect((await service.call('PATCH', `${users}/${id}`, rename('of the version'), { headers })).status).toBe(204);
    expect((await service.call('PATCH', `${users}/${id}`, rename('of an older one'), { headers })).status).toBe(412);
  });

  it('with a star refuses to change what is there', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const refused = await service.call('PUT', `${users}/${id}`, scimUser(freshName('v')), { headers: { 'if-none-match': '*' } });
    expect(refused.status).toBe(412);
  });
});

describe('the version of a bulk operation', () => {
  it('is what If-Match is for a request of its own', async () => {
    const [{ id: stale }, { id: current }] = [await createPerson(service, {}, orgId), await createPerson(service, {}, orgId)];
    const operation = (id: string, version: string) => ({ method: 'PATCH', path: `/Users/${id}`, version, data: rename('by bulk') });
    const { body } = await service.call('POST', `/scim/v2/${orgId}/Bulk`, {
      schemas: [URN.bulkRequest],
      Operations: [operation(stale, 'W/"9"'), operation(current, 'W/"1"')],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['412', '204']);
  });
});

describe('meta.version', () => {
  it.each(['W/"1"', '"1"', '1'])('is found as %s', async (version) => {
    const { id, userName } = await createPerson(service, {}, orgId);
    const filter = `userName eq "${userName}" and meta.version eq ${JSON.stringify(version)}`;
    const found = await service.call('GET', `${users}?filter=${encodeURIComponent(filter)}`);
    expect(found.body.Resources).toMatchObject([{ id }]);
  });
});

describe('entity tags in the configuration', () => {
  it('are announced where the setting says so', async () => {
    const etag = async (one: TestService) => (await one.call('GET', '/scim/v2/any/ServiceProviderConfig')).body.etag;
    expect(await etag(service)).toEqual({ supported: false });
    const announcing = await startService({ SCIM_ETAG: 'true' });
    expect(await etag(announcing)).toEqual({ supported: true });
    await announcing.close();
  });
});
