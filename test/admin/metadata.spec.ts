// What other systems keep about people, service users and organizations: read, set and removed one by one and many at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserMetadata } from '../../src/users/directory/people/user-metadata.service.js';
import { UserDirectory, type AnyUser } from '../../src/users/roles/user-directory/user-directory.repository.js';
import { createOrganization, createPerson, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
const paths: Record<string, string> = {};
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  const base = `/admin/v1/organizations/${orgId}`;
  paths['a person'] = `${base}/people/${(await createPerson(service, {}, orgId)).id}`;
  paths['a service user'] = `${base}/service-users/${(await createServiceUser(service, orgId)).userId}`;
  paths['an organization'] = base;
});
afterAll(() => service.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe.each(['a person', 'a service user', 'an organization'])('metadata of %s', (owner) => {
  const call = async (method: string, path = '', body?: unknown) => service.call(method, `${paths[owner] ?? ''}/metadata${path}`, body);
  const keys = async () => (await call('GET')).body.metadata.map(({ key }: { key: string }) => key);

  it('is set, read and removed by key', async () => {
    expect((await call('PUT', '/cost%20center', { value: base64('4711') })).status).toBe(204);
    expect((await call('PUT', '/cost%20center', { value: base64('4712') })).status).toBe(204);
    expect((await call('GET', '/cost%20center')).body).toEqual({ key: 'cost center', value: base64('4712') });
    expect((await call('DELETE', '/cost%20center')).status).toBe(204);
    expect((await call('DELETE', '/cost%20center')).status).toBe(404);
    expect((await call('GET', '/cost%20center')).status).toBe(404);
  });

  it('is set and removed many at once, all or nothing, and the rest stays', async () => {
    const entries = (...names: string[]) => ({ metadata: names.map((key) => ({ key, value: base64(key) })) });
    expect((await call('PUT', '', entries('a', 'b'))).status).toBe(204);
    expect((await call('PUT', '', entries('c'))).status).toBe(204);
    expect(
      (
        await call('PUT', '', {
          metadata: [
            { key: 'd', value: base64('d') },
            { key: 'e', value: 'no base64!' },
          ],
        })
      ).status,
    ).toBe(400);
    expect(await keys()).toEqual(['a', 'b', 'c']);
    expect((await call('POST', '/_remove', { keys: ['a', 'c', 'unheard of'] })).status).toBe(204);
    expect(await keys()).toEqual(['b']);
  });

  it('is changed many at once only while the list is as it was read', async () => {
    const change = (method: string, path: string, body: object, tag: string) =>
      service.call(method, `${paths[owner] ?? ''}/metadata${path}`, body, { headers: { 'if-match': tag } });
    const tag = async () => (await call('GET')).headers.get('etag') ?? '';
    // In another order than the database has them in.
    for (const key of ['b', 'Z', 'é', 'z']) await call('PUT', `/${encodeURIComponent(key)}`, { value: base64(key) });
    const read = await tag();
    const sets = await Promise.all(['x', 'y'].map((key) => change('PUT', '', { metadata: [{ key, value: base64(key) }] }, read)));
    expect(sets.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 412]);
    expect((await change('POST', '/_remove', { keys: ['z'] }, read)).status).toBe(412);
    expect(await keys()).toContain('z');
    expect((await change('POST', '/_remove', { keys: (await keys()).filter((key: string) => key !== 'b') }, await tag())).status).toBe(204);
    expect(await keys()).toEqual(['b']);
  });

  it('is refused when it is too large or too much', async () => {
    expect((await call('PUT', '/large', { value: Buffer.alloc(65_537).toString('base64') })).status).toBe(400);
    const many = (from: number) => ({ metadata: Array.from({ length: 100 }, (_, at) => ({ key: `many-${from + at}`, value: '' })) });
    expect((await call('PUT', '', many(0))).status).toBe(204);
    expect((await call('PUT', '', many(100))).status).toBe(409);
    expect(await keys()).toHaveLength(101);
    expect((await call('PUT', '', { metadata: [...many(0).metadata, ...many(1).metadata] })).status).toBe(400);
  });

  it('leaves events that name the keys and no values', async () => {
    const id = owner === 'an organization' ? orgId : paths[owner]?.split('/').at(-1);
    const eventTypes = [`${owner === 'an organization' ? 'org' : 'user'}.metadata.*`];
    await call('PUT', '/told', { value: base64('secret value') });
    await call('DELETE', '/told');
    const { events } = (await service.call('POST', '/admin/v1/events/_search', { aggregateId: id, eventTypes, limit: 2, asc: false })).body;
    expect(events.map(({ type, payload }: { type: { type: string }; payload: unknown }) => [type.type.split('.').at(-1), payload])).toEqual(
      [
        ['removed', { key: 'told' }],
        ['set', { key: 'told' }],
      ],
    );
  });

  it('is not found under another organization', async () => {
    const other = await createOrganization(service);
    const path = (paths[owner] ?? '').replace(orgId, other);
    const status = (await service.call('GET', `${path}/metadata/told`)).status;
    expect(status).toBe(404);
  });
});

it('is not set for a person who was removed a moment before: nothing about them remains', async () => {
  const { id } = await createPerson(service, {}, orgId);
  const { no } = (await service.get(UserDirectory).findById(id)) as AnyUser;
  expect((await service.call('DELETE', `${usersPath(service, orgId)}/${id}`)).status).toBe(204);
  const set = service.get(UserMetadata).setEntries(no, [{ key: 'a', value: base64('a') }], 'test');
  await expect(set).rejects.toMatchObject({ kind: 'notFound' });
  expect(await service.get(UserMetadata).listMetadata(no)).toEqual([]);
});

it('two changes of one key at the same moment are both answered, and one of them stays', async () => {
  const path = `${paths['a person'] ?? ''}/metadata/contended`;
  const answers = await Promise.all(['1', '2', '3', '4'].map((text) => service.call('PUT', path, { value: base64(text) })));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect((await service.call('GET', path)).body.key).toBe('contended');
});
