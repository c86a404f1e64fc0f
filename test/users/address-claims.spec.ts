// Nobody comes by another person's address or login name through provisioning: applications link accounts by verified addresses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { createPerson, freshName, patchOf, scimUser } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let orgId: string;
let users: string;
let domain: string;
let manager: string;
beforeAll(async () => {
  service = await startService();
  domain = `${freshName('claims')}.test`;
  orgId = (await service.call('POST', '/admin/v1/organizations', { name: freshName('claims'), primaryDomain: domain })).body.orgId;
  users = `/scim/v2/${orgId}/Users`;
  manager = (await createServiceUser(service, orgId, 'ORG_USER_MANAGER')).token;
});
afterAll(() => service.close());

const at = (local: string) => `${local}@${domain}`;
const withAddress = (...addresses: string[]) => scimUser(freshName(), { emails: addresses.map((value) => ({ value })) });
const post = (body: object) => service.call('POST', users, body, { token: manager });
const patch = (id: string, path: string, value: unknown) =>
  service.call('PATCH', `${users}/${id}`, patchOf({ op: 'replace', path, value }), { token: manager });
const codeOf = ({ status, body }: { status: number; body: Record<string, { id?: string }> }) => [
  status,
  Object.values(body).find((member) => member?.id)?.id,
];

async function verified(id: string): Promise<string[]> {
  const { lists } = (await service.get(Database).query.row<{ lists: string }>('SELECT lists FROM users WHERE id = ?', [id])) as {
    lists: string;
  };
  const { emails } = JSON.parse(lists) as { emails: Array<{ value: string; verified?: boolean }> };
  return emails.flatMap((email) => (email.verified ? email.value : []));
}

/** Somebody who holds a role that the manager does not cover. */
async function strongerWith(address: string): Promise<string> {
  const { id } = await createPerson(service, { emails: [{ value: address }] }, orgId);
  await service.call('POST', `/admin/v1/organizations/${orgId}/members`, { userId: id, role: 'ORG_OWNER' });
  return id;
}

describe('an address in a domain of the organization', () => {
  it('is verified for the one who has it, and not for another who is given it as well', async () => {
    const address = at(freshName('shared'));
    const first = (await post(withAddress(address))).body.id;
    const second = (await post(withAddress(address.toUpperCase()))).body.id;
    expect([await verified(first), await verified(second)]).toEqual([[address], []]);
    const third = (await post(withAddress(at(freshName('own'))))).body.id;
    await patch(third, 'emails', [{ value: address }]);
    expect(await verified(third)).toEqual([]);
    // No later change makes up for it as long as the other one has the address.
    await patch(third, 'title', 'Guide');
    expect(await verified(third)).toEqual([]);
    for (const id of [first, second]) await service.call('DELETE', `${users}/${id}`);
    await patch(third, 'title', 'Chief');
    expect(await verified(third)).toEqual([address]);
  });

  it('is verified for one at most of those who are added with it at the same moment', async () => {
    const address = at(freshName('raced'));
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(withAddress(address))));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
    const marks = await Promise.all(answers.map(({ body }) => verified(body.id)));
    expect(marks.flat().length).toBeLessThanOrEqual(1);
  });
});

describe('the address of somebody who may do more than the caller', () => {
  it('is refused for a new person, and for one who is changed', async () => {
    const address = `${freshName('owner')}@elsewhere.example`;
    await strongerWith(address);
    expect(codeOf(await post(withAddress(address)))).toEqual([409, 'person.addressTaken']);
    const { id } = (await post(withAddress(at(freshName('weak'))))).body;
    expect(codeOf(await patch(id, 'emails', [{ value: address }]))).toEqual([409, 'person.addressTaken']);
    // Whoever covers the other one may give it, unverified.
    expect((await service.call('POST', users, withAddress(address))).status).toBe(201);
  });

  it('stays with somebody who had it before', async () => {
    const address = `${freshName('both')}@elsewhere.example`;
    const { id } = (await post(withAddress(address))).body;
    await strongerWith(address);
    expect((await patch(id, 'title', 'Guide')).status).toBe(204);
  });
});

describe('a login name', () => {
  it('is not the address of somebody else', async () => {
    const [ada, bob] = [freshName('ada'), freshName('bob')];
    const { id } = (await post(withAddress(at(ada)))).body;
    expect(codeOf(await post(scimUser(ada)))).toEqual([409, 'person.loginNameIsAddress']);
    const other = (await post(scimUser(bob))).body;
    expect(codeOf(await patch(other.id, 'userName', ada.toUpperCase()))).toEqual([409, 'person.loginNameIsAddress']);
    // One's own it may be.
    expect((await patch(id, 'userName', ada)).status).toBe(204);
  });

  it('of somebody is not given to another as an address', async () => {
    const name = freshName('login');
    const { id } = (await post(scimUser(name, { emails: [{ value: at(name) }] }))).body;
    expect(await verified(id)).toEqual([at(name)]);
    expect(codeOf(await post(withAddress(at(name))))).toEqual([409, 'person.addressIsLoginName']);
    const { id: other } = (await post(withAddress(at(freshName('x'))))).body;
    expect(codeOf(await patch(other, 'emails', [{ value: at(name) }]))).toEqual([409, 'person.addressIsLoginName']);
  });
});
