// PATCH of the admin API: JSON Merge Patch (RFC 7396), with organizations as the example.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
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

const patch = (body: unknown, type?: string) => service.call('PATCH', path, body, type === undefined ? {} : { type });
const read = async () => (await service.call('GET', path)).body;

describe('an organization', () => {
  it('is renamed, and is found by its new name; one event says who did it', async () => {
    const before = await read();
    const { status, body } = await patch({ name: ' Renamed Ltd ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Renamed Ltd', modifiedAt: expect.any(String) });
    expect(body.modifiedAt > before.modifiedAt).toBe(true);
    expect(await read()).toEqual(body);
    expect((await service.call('GET', '/admin/v1/organizations?name=renamed')).body.organizations).toEqual([body]);
    const changes = (await eventsOf(service, orgId)).filter(({ type }) => type === 'org.changed');
    expect(changes).toMatchObject([{ payload: { name: 'Renamed Ltd' } }]);
    const { body: found } = await service.call('POST', '/admin/v1/events/_search', { aggregateId: orgId, eventTypes: ['org.changed'] });
    expect(found.events[0].editor.userId).toBe(service.credentials.serviceUser.userId);
  });

  it('stays as it is, without an event, when nothing is said or the name is the same', async () => {
    const before = await read();
    const count = (await eventsOf(service, orgId)).length;
    for (const body of [{}, { name: before.name }]) expect((await patch(body)).body).toEqual(before);
    expect(await eventsOf(service, orgId)).toHaveLength(count);
  });

  it('is renamed by its owners, not by others', async () => {
    const owner = await createServiceUser(service, orgId, 'ORG_OWNER');
    const stranger = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    expect((await service.call('PATCH', path, { name: 'Mine' }, { token: owner.token })).body.name).toBe('Mine');
    expect((await service.call('PATCH', path, { name: 'Theirs' }, { token: stranger.token })).status).toBe(404);
  });
});

describe('a merge patch', () => {
  it('comes as application/merge-patch+json or as plain JSON', async () => {
    for (const [index, type] of [
      'application/merge-patch+json',
      'application/json',
      'application/merge-patch+json; charset=utf-8',
    ].entries())
      expect((await patch({ name: `Name ${index}` }, type)).body.name).toBe(`Name ${index}`);
  });

  it('is 415 in any other media type, with those that are accepted', async () => {
    for (const type of ['application/json-patch+json', 'text/plain', 'application/scim+json']) {
      const { status, headers, body } = await patch('{"name":"x"}', type);
      expect([status, body.code, headers.get('accept-patch')]).toEqual([
        415,
        'body.mediaType',
        'application/merge-patch+json, application/json',
      ]);
    }
  });

  it('is no body of another method', async () => {
    const { status } = await service.call('POST', '/admin/v1/organizations', { name: 'x' }, { type: 'application/merge-patch+json' });
    expect(status).toBe(415);
  });

  it('refuses unknown members, those that never change, and null for what cannot be unset, by name', async () => {
    const { status, body } = await patch({ name: null, orgId: 'other', colour: 'red' });
    expect(status).toBe(400);
    expect(Object.fromEntries(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]))).toEqual({
      '/name': 'body.invalid',
      '/orgId': 'body.unknown',
      '/colour': 'body.unknown',
    });
  });
});
