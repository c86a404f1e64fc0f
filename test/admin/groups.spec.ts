// The groups of an organization by the admin API: a page at a time, whatever their number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, createPerson, freshName } from '../support/people.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';

let service: TestService;
let orgId: string;
let path: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  path = `/admin/v1/organizations/${orgId}/groups`;
});
afterAll(() => service.close());

async function make(...ids: string[]): Promise<{ id: string; displayName: string }> {
  const answer = await service.call('POST', `/scim/v2/${orgId}/Groups`, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: freshName('Group'),
    members: ids.map((value) => ({ value })),
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Every entry of a list, two at a time. */
async function walk(list: string, name: string): Promise<Array<Record<string, string>>> {
  const found: Array<Record<string, string>> = [];
  for (let after: number | null = 0; after !== null;) {
    const { body } = await service.call('GET', `${list}?limit=2&after=${after}`);
    found.push(...body[name]);
    after = body.after;
  }
  return found;
}

describe('groups', () => {
  it('are listed with their members, page by page', async () => {
    const people = await Promise.all([1, 2, 3].map(async () => (await createPerson(service, {}, orgId)).id as string));
    const inner = await make();
    const outer = await make(...people, inner.id);
    const third = await make();
    const listed = await walk(path, 'groups');
    expect(listed.map(({ groupId }) => groupId)).toEqual([inner.id, outer.id, third.id]);
    const { body } = await service.call('GET', `${path}/${outer.id}`);
    expect(body).toEqual({
      groupId: outer.id,
      displayName: outer.displayName,
      createdAt: expect.any(String),
      modifiedAt: expect.any(String),
    });
    expect(listed[1]).toEqual(body);
    const members = await walk(`${path}/${outer.id}/members`, 'members');
    expect(new Set(members.map(({ memberId }) => memberId))).toEqual(new Set([...people, inner.id]));
    expect(members.find(({ memberId }) => memberId === inner.id)).toEqual({
      memberId: inner.id,
      type: 'group',
      displayName: inner.displayName,
    });
    expect(await walk(`${path}/${inner.id}/members`, 'members')).toEqual([]);
  });

  it('of another organization do not exist here', async () => {
    const { id } = await make();
    const elsewhere = `/admin/v1/organizations/${await createOrganization(service)}/groups`;
    for (const suffix of [`/${id}`, `/${id}/members`]) expect((await service.call('GET', `${elsewhere}${suffix}`)).status).toBe(404);
    expect((await service.call('GET', elsewhere)).body).toEqual({ groups: [], after: null });
  });
});
