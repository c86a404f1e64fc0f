// Login names: `userName@primaryDomain`, or the userName alone where it is an address that is unique as a login name (ADR 0063).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { Subjects } from '../../src/oidc/tokens/content/subjects.service.js';
import { Domains } from '../../src/users/organizations/domains.service.js';
import { LoginNames } from '../../src/users/organizations/login-names.service.js';
import type { Organization } from '../../src/users/organizations/organizations.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { PersonWriter } from '../../src/users/directory/people/person-writer.service.js';
import type { Person, PersonValues } from '../../src/users/directory/people/person/person.js';
import { introspect, signInToNewClient, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let here: World;
let there: World;
beforeAll(async () => {
  service = await sharedService();
  [here, there] = [await makeWorld(service), await makeWorld(service)];
});
afterAll(() => service.close());

const freshAddress = (domain = `${randomUUID().slice(0, 8)}.example`) => `mary-${randomUUID().slice(0, 8)}@${domain}`;
const policy = ({ organization }: World) => `/admin/v1/organizations/${organization.id}/policies/domain`;
const loginNameOf = async ({ no }: Person) => (await service.get(Subjects).person(no))?.loginName;
const suffixed = (userName: string, { organization }: World) => `${userName}@${organization.primaryDomain}`;
const withMark = (userName: string, verifiedBy: 'code' | 'domain' | 'unknown' = 'code'): Partial<PersonValues> => ({
  userName,
  emails: [{ value: userName, primary: true, verifiedBy }],
});
const withoutProof = (userName: string): Partial<PersonValues> => ({ userName, emails: [{ value: userName, primary: true }] });
const signIn = async (loginName: string) => {
  const result = await service
    .get(PasswordSignIn)
    .checkCredentials({ loginName, password: PASSWORD, clientOrgNo: undefined, address: '203.0.113.1' });
  return result.kind === 'ok' ? result.subject.userId : undefined;
};
const prove = ({ organization }: World, { id }: Person, address: string) =>
  service.get(Database).write('prove', async (tx) => {
    const writer = service.get(PersonWriter);
    const locked = (await writer.lock(tx, organization.no, id)) as Person;
    await writer.verifyEmail(tx, locked, address, 'code', id);
  });
const rename = ({ organization }: World, { id }: Person, userName: string) =>
  service.get(People).update(organization, id, (current) => ({ values: { ...current, userName } }), 'test');
const verifyDomain = async (organization: Organization, domain: string) => {
  await service.get(Domains).addDomain(organization, domain, 'test');
  await service.get(Domains).verifyDomain(organization, domain, 'test');
};

describe('the login name', () => {
  it('of a userName without an @ is userName@primaryDomain', async () => {
    expect(await loginNameOf(here.person)).toBe(here.loginName);
  });

  it('of a userName in a domain of the organization is the userName, in tokens, introspection and the admin API, and both forms sign in', async () => {
    const userName = freshAddress(here.organization.primaryDomain);
    const person = await here.addPerson({ userName });
    const { tokens, client } = await signInToNewClient(service, { ...here, loginName: userName }, { type: 'web' }, 'openid profile');
    expect((await userinfo(service, tokens.access_token)).body.preferred_username).toBe(userName);
    expect((await introspect(service, client, tokens.access_token)).body.username).toBe(userName);
    const { body } = await service.call('GET', `/admin/v1/organizations/${here.organization.id}/people/${person.id}`);
    expect(body.loginName).toBe(userName);
    for (const typed of [userName, suffixed(userName, here)]) expect(await signIn(typed), typed).toBe(person.id);
  });

  it('of an address elsewhere has the suffix until the person has proved the address', async () => {
    const userName = freshAddress();
    const person = await here.addPerson(withoutProof(userName));
    expect(await loginNameOf(person)).toBe(suffixed(userName, here));
    await prove(here, person, userName);
    expect(await loginNameOf(person)).toBe(userName);
    for (const typed of [userName, suffixed(userName, here)]) expect(await signIn(typed), typed).toBe(person.id);
  });

  it.each(['domain', 'unknown'] as const)('keeps the suffix where the address is verified by %s, which proves no mailbox', async (by) => {
    const userName = freshAddress();
    expect(await loginNameOf(await here.addPerson(withMark(userName, by)))).toBe(suffixed(userName, here));
  });

  it('has the suffix again without the proof, and with another userName', async () => {
    const [address, other] = [freshAddress(), freshAddress()];
    const person = await here.addPerson(withMark(address));
    expect(await loginNameOf(person)).toBe(address);
    await rename(here, person, other);
    expect(await loginNameOf(person)).toBe(suffixed(other, here));
    await rename(here, person, address);
    expect(await loginNameOf(person)).toBe(address);
    await service.get(People).update(here.organization, person.id, (current) => ({ values: { ...current, emails: [] } }), 'test');
    expect(await loginNameOf(person)).toBe(suffixed(address, here));
  });

  it('follows the policy of the organization', async () => {
    const world = await makeWorld(service);
    const userName = freshAddress(world.organization.primaryDomain);
    const person = await world.addPerson({ userName });
    const decided = async (body: object) => (await service.call('PUT', policy(world), body)).body.effective;
    expect(await decided({ suffixAddresses: true })).toEqual({ userLoginMustBeDomain: true, suffixAddresses: true });
    expect(await loginNameOf(person)).toBe(suffixed(userName, world));
    expect(await decided({ userLoginMustBeDomain: false })).toEqual({ userLoginMustBeDomain: false, suffixAddresses: true });
    expect(await loginNameOf(world.person)).toBe(world.person.userName);
    expect((await service.call('DELETE', policy(world))).body.effective).toEqual({ userLoginMustBeDomain: true, suffixAddresses: false });
    expect([await loginNameOf(world.person), await loginNameOf(person)]).toEqual([world.loginName, userName]);
    expect(await service.get(LoginNames).loginNameOf(person, world.organization)).toBe(userName);
  });
});

describe('an address that people of two organizations have proved', () => {
  it('is the login name of the first, and signs that person in', async () => {
    const address = freshAddress();
    const [first, second] = [await here.addPerson(withMark(address)), await there.addPerson(withMark(address))];
    expect([await loginNameOf(first), await loginNameOf(second)]).toEqual([address, suffixed(address, there)]);
    expect([await signIn(address), await signIn(suffixed(address, there))]).toEqual([first.id, second.id]);
    await service.get(People).remove(here.organization, first.id, 'test');
    await rename(there, second, address.toUpperCase());
    expect(await loginNameOf((await service.get(People).findByNo(second.no)) as Person)).toBe(address.toUpperCase());
  });

  it('is the login name of one of them where both prove it at the same moment, and neither is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const address = freshAddress();
      const people = [await here.addPerson(withoutProof(address)), await there.addPerson(withoutProof(address))] as const;
      await Promise.all([prove(here, people[0], address), prove(there, people[1], address)]);
      const names = await Promise.all(people.map(loginNameOf));
      expect(
        names.filter((name) => name === address),
        String(round),
      ).toHaveLength(1);
    }
  });

  it('is the login name of one of them where both are added at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const address = freshAddress();
      const people = await Promise.all([here.addPerson(withMark(address)), there.addPerson(withMark(address))]);
      const names = await Promise.all(people.map(loginNameOf));
      expect(
        names.filter((name) => name === address),
        String(round),
      ).toHaveLength(1);
    }
  });
});

describe('a prepared userName', () => {
  it('of an address that another person has proved keeps its suffix, and does not sign in by the address', async () => {
    const address = freshAddress();
    const squatter = await here.addPerson(withoutProof(address));
    const owner = await there.addPerson({ userName: `owner-${randomUUID()}`, emails: [{ value: address, verifiedBy: 'code' }] });
    expect(await loginNameOf(squatter)).toBe(suffixed(address, here));
    expect(await signIn(address)).toBe(owner.id);
  });

  it('gets the suffix when another organization verifies its domain, and signs nobody in there', async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`;
    const address = freshAddress(domain);
    const before = await here.addPerson(withMark(address));
    expect(await loginNameOf(before)).toBe(address);
    await verifyDomain(there.organization, domain);
    const own = await there.addPerson({ userName: address });
    expect([await loginNameOf(before), await loginNameOf(own)]).toEqual([suffixed(address, here), address]);
    expect(await signIn(address)).toBe(own.id);
    const { body } = await service.call('GET', `/admin/v1/organizations/${here.organization.id}/people?userName=${address}`);
    expect(body.people[0].loginName).toBe(suffixed(address, here));
  });

  it.each(['there first', 'with the domain first'])(
    'is refused where two people would have one login name, the plain one %s',
    async (order) => {
      const world = await makeWorld(service);
      const plain = `ada-${randomUUID()}`;
      const full = suffixed(plain, world);
      const [first, second] = order === 'there first' ? [plain, full] : [full, plain];
      const people = `/admin/v1/organizations/${world.organization.id}/people`;
      const person = (userName: string) => ({ userName, givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: freshAddress() }] });
      expect((await service.call('POST', people, person(first))).status).toBe(201);
      const refused = await service.call('POST', people, person(second.toUpperCase()));
      expect([refused.status, refused.body.code]).toEqual([409, 'person.loginNameTaken']);
      const other = await world.addPerson({ userName: 'other' });
      await expect(rename(world, other, second)).rejects.toMatchObject({ code: 'person.loginNameTaken' });
      const humanUsers = [second, `x${first}`, `x${second}`].map((userName) => ({
        userId: randomUUID(),
        user: { userName, profile: { firstName: 'A', lastName: 'B' }, email: { email: freshAddress() } },
      }));
      const { body } = await service.call('POST', '/admin/v1/import', {
        dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers }] },
      });
      expect(body.success.orgs[0].humanUserIds).toEqual([humanUsers[1]?.userId]);
    },
  );

  it('keeps a domain from being verified in which two people would have one login name', async () => {
    const world = await makeWorld(service);
    const domain = `${randomUUID().slice(0, 8)}.example`;
    await world.addPerson({ userName: 'mary' });
    await world.addPerson({ userName: `mary@${domain}` });
    await expect(verifyDomain(world.organization, domain)).rejects.toMatchObject({ code: 'domain.loginNames' });
  });
});
