// Entity tags of the admin API (RFC 9110 sections 8.8.3 and 13): what was read is what is changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, eventsOf } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let path: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  path = `/admin/v1/organizations/${orgId}`;
});
afterAll(() => service.close());

const get = (ifNoneMatch?: string) =>
  service.call('GET', path, undefined, { headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } });
const tag = async () => (await get()).headers.get('etag') ?? '';
const rename = (name: string, ifMatch: string) => service.call('PATCH', path, { name }, { headers: { 'if-match': ifMatch } });

describe('a tag', () => {
  it('is strong, the same while nothing changes, and another after a change, which answers it', async () => {
    const before = await tag();
    expect(before).toMatch(/^"[\w-]{22}"$/);
    expect(await tag()).toBe(before);
    const changed = await rename('Other', before);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, await tag()]);
    expect(await tag()).not.toBe(before);
  });

  it('saves sending again what the caller has: 304 without a body', async () => {
    const known = await tag();
    for (const header of [known, `W/${known}`, `"x", ${known}`, '*']) {
      const { status, text, headers } = await get(header);
      expect([status, text, headers.get('etag')], header).toEqual([304, '', known]);
    }
    expect((await get('"x"')).status).toBe(200);
  });

  it('comes with HEAD as with GET', async () => {
    const known = await tag();
    const head = await service.call('HEAD', path);
    expect([head.status, head.headers.get('etag'), head.headers.get('cache-control')]).toEqual([200, known, 'private, no-cache']);
    expect((await service.call('HEAD', path, undefined, { headers: { 'if-none-match': known } })).status).toBe(304);
  });
});

describe('a change with If-Match', () => {
  it('is 412 once the resource is another, and changes nothing', async () => {
    const old = await tag();
    await rename('Newer', old);
    const count = (await eventsOf(service, orgId)).length;
    for (const header of [old, '"nonsense"', `W/${await tag()}`]) {
      const { status, body } = await rename('Lost', header);
      expect([status, body.code, body.title]).toEqual([412, 'precondition.etag', 'Precondition Failed']);
    }
    expect((await get()).body.name).toBe('Newer');
    expect(await eventsOf(service, orgId)).toHaveLength(count);
  });

  it('goes through with the tag, one of several, or any', async () => {
    expect((await rename('By the tag', await tag())).status).toBe(200);
    expect((await rename('By one of several', `"x", ${await tag()}`)).status).toBe(200);
    expect((await rename('By any', '*')).status).toBe(200);
  });

  it('lets one of many win that read the same', async () => {
    const read = await tag();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => rename(`Racer ${index}`, read)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    expect((await get()).body.name).toBe(answers.find(({ status }) => status === 200)?.body.name);
  });

  it('guards actions as well', async () => {
    const act = (action: string, ifMatch: string) =>
      service.call('POST', `${path}/${action}`, undefined, { headers: { 'if-match': ifMatch } });
    const read = await tag();
    expect((await act('_deactivate', '"x"')).status).toBe(412);
    expect((await act('_deactivate', read)).status).toBe(200);
    expect((await act('_reactivate', read)).status).toBe(412);
    expect((await act('_reactivate', await tag())).status).toBe(200);
  });

  it('guards connections with their tokens', async () => {
    const { connectionId } = (await service.call('POST', `${path}/connections`, { name: 'Entra ID' })).body;
    const at = `${path}/connections/${connectionId}`;
    const read = async () => (await service.call('GET', at)).headers.get('etag') ?? '';
    const send = (method: string, ifMatch: string, body?: object) => service.call(method, at, body, { headers: { 'if-match': ifMatch } });
    const first = await read();
    const answers = await Promise.all(['entra', 'entra2'].map((preset) => send('PATCH', first, { provisioningDomain: preset })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const changed = answers.find(({ status }) => status === 200);
    expect(changed?.headers.get('etag')).toBe(await read());
    const beforeRotation = await read();
    await service.call('POST', `${at}/tokens`, {});
    expect((await send('DELETE', beforeRotation)).status).toBe(412);
    expect((await send('DELETE', await read())).status).toBe(204);
  });

  it('is refused where nothing compares it, so that it is never ignored', async () => {
    const { status, body } = await service.call('POST', '/admin/v1/organizations', { name: 'x' }, { headers: { 'if-match': '"x"' } });
    expect([status, body.code]).toEqual([400, 'precondition.unsupported']);
  });
});

describe('If-None-Match', () => {
  it.each([
    ['PUT', '/metadata/once', { value: 'MQ==' }],
    ['PATCH', '', { name: 'Not this' }],
    ['DELETE', '', undefined],
  ])('is refused with %s %s, which would overwrite what is there', async (method, below, content) => {
    const before = await tag();
    const { status, body } = await service.call(method, path + below, content, { headers: { 'if-none-match': '*' } });
    expect([status, body.code, body.detail]).toEqual([400, 'precondition.unsupported', expect.stringContaining('If-None-Match')]);
    expect(await tag()).toBe(before);
  });
});
