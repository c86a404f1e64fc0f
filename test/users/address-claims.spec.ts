// Nobody comes by another person's address or login name through provisioning: applications link accounts by verified addresses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { createPerson, freshName, patchOf, scimUser } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let users: string;
let domain: string;
let manager: string;
beforeAll(async () => {
  service = await sharedService();
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

/** Imports people into the organization, as its owner does. */
async function importPeople(people: object[], query = '') {
  const { body } = await service.call('POST', `/admin/v1/imports${query}`, { dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
  const job = await ended(service, body.id);
  const faults = (await faultsOf(service, body.id)).filter(({ kind }) => kind !== 'org.exists');
  return { job, faults: faults.map(({ id, kind }) => [id, kind]) };
}
const imported = (id: string, address: string, more: object = {}) =>
  human(id, { email: { email: address, isEmailVerified: true }, ...more });

describe('an import', () => {
  it('vouches for no address that another person has, on trial as in earnest, and says so', async () => {
    const [shared, own] = [at(freshName('shared')), at(freshName('own'))];
    const first = (await post(withAddress(shared))).body.id;
    const ids = [freshName('a'), freshName('b'), freshName('c')] as const;
    const people = [imported(ids[0], shared.toUpperCase()), imported(ids[1], own), imported(ids[2], own)];
    const told = [ids[0], ids[2]].flatMap((id) => [
      [id, 'email.shared'],
      [id, 'email.unverified'],
    ]);
    expect((await importPeople(people, '?dryRun=true')).faults).toEqual(told);
    expect(await importPeople(people)).toMatchObject({ job: { added: 3, failed: 0 }, faults: told });
    expect(await Promise.all([first, ...ids].map(verified))).toEqual([[shared], [], [own], []]);
    // A later import does not make up for it as long as the other one has the address.
    await importPeople([imported(ids[2], own)], '?mode=upsert');
    expect(await verified(ids[2])).toEqual([]);
    await service.call('DELETE', `${users}/${ids[1]}`);
    await importPeople([imported(ids[2], own)], '?mode=upsert');
    expect(await verified(ids[2])).toEqual([own]);
  });

  it('gives nobody the login name or the address of somebody else, nor of somebody in the same batch', async () => {
    const [ada, bob, eve] = [freshName('ada'), freshName('bob'), freshName('eve')];
    await post(withAddress(at(ada)));
    await post(scimUser(bob));
    const ids = Array.from({ length: 6 }, () => freshName('i')) as [string, string, string, string, string, string];
    const { job, faults } = await importPeople([
      imported(ids[0], at(freshName('x')), { userName: ada.toUpperCase() }),
      imported(ids[1], at(bob)),
      imported(ids[2], at(eve)),
      imported(ids[3], at(freshName('x')), { userName: eve }),
      // Both are the same person's.
      imported(ids[4], at(ids[4])),
      imported(ids[5], at(ids[4])),
    ]);
    expect(job).toMatchObject({ added: 2, failed: 4 });
    expect(faults).toEqual([
      [ids[0], 'person.loginNameIsAddress'],
      [ids[1], 'person.addressIsLoginName'],
      [ids[3], 'person.loginNameIsAddress'],
      [ids[5], 'person.addressIsLoginName'],
    ]);
    // Somebody who has both already goes on having them.
    expect(
      (await importPeople([imported(ids[4], at(ids[4]), { profile: { firstName: 'Eve', lastName: 'X' } })], '?mode=upsert')).job,
    ).toMatchObject({
      changed: 1,
      failed: 0,
    });
  });

  it('vouches for an address once in two imports and provisioning at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const address = at(freshName('raced'));
      const ids = [freshName('a'), freshName('b')] as const;
      const [created] = await Promise.all([
        post(withAddress(address)),
        ...ids.map((id) =>
          service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers: [imported(id, address)] }] } }),
        ),
      ]);
      const marks = await Promise.all([created?.body.id as string, ...ids].map(verified));
      expect(marks.flat(), String(round)).toHaveLength(1);
    }
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
