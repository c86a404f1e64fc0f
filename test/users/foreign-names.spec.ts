// Names in a domain that an organization has verified are its own: nobody else is called so, and signs in by it.
import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { human } from '../support/imports.js';
import { createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let ours: { orgId: string; domain: string };
let theirs: { orgId: string; domain: string };
beforeAll(async () => {
  service = await sharedService();
  [ours, theirs] = [await organization(), await organization()];
});
afterAll(() => service.close());

async function organization(): Promise<{ orgId: string; domain: string }> {
  const domain = `${freshName('d')}.test`;
  const { orgId } = (await service.call('POST', '/admin/v1/organizations', { name: domain, primaryDomain: domain })).body;
  return { orgId, domain };
}
const FOREIGN = 'This userName ends in a domain that belongs to another organization.';
/** Letters that look broader and fold to ASCII. */
const wide = (text: string) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const named = (userName: string) => scimUser(userName, { emails: [{ value: `${freshName()}@example.com` }] });
const find = async (typed: string) => (await service.get(SignInDirectory).findByLogin(typed))?.userId;

describe("a userName in another organization's domain", () => {
  it('is refused to a new person, and the organization itself may use it', async () => {
    const body = named(`ceo@${theirs.domain}`);
    expect(await service.call('POST', usersPath(service, ours.orgId), body)).toMatchObject({ status: 400, body: { detail: FOREIGN } });
    expect((await service.call('POST', usersPath(service, theirs.orgId), body)).status).toBe(201);
  });

  it.each([
    ['after a fullwidth at sign', (domain: string) => `ceo\uff20${domain}`],
    ['in fullwidth letters', (domain: string) => `ceo@${wide(domain)}`],
    ['behind the full stops of another script', (domain: string) => `ceo@${domain.replaceAll('.', '\u3002')}`],
  ])('is refused %s', async (_, disguised) => {
    expect(await service.call('POST', usersPath(service, ours.orgId), named(disguised(theirs.domain)))).toMatchObject({
      status: 400,
      body: { detail: FOREIGN },
    });
  });

  it('is refused in the letters of its own script, which the organization names in ASCII', async () => {
    const domain = `b\u00fccher-${freshName('d')}.test`;
    const domains = `/admin/v1/organizations/${theirs.orgId}/domains`;
    await service.call('POST', domains, { domain: domainToASCII(domain) });
    await service.call('POST', `${domains}/${domainToASCII(domain)}/_verify`);
    expect((await service.call('POST', usersPath(service, ours.orgId), named(`ceo@${domain}`))).status).toBe(400);
    const owner = await createPerson(service, { userName: `cto@${domain}` }, theirs.orgId);
    await createPerson(service, { emails: [{ value: `cto@${domain}`, primary: true }] }, ours.orgId);
    expect(await find(`cto@${domain}`)).toBe(owner.id);
  });

  it('is refused to whoever is renamed; who has had it before the domain was verified keeps it and can be changed', async () => {
    const domain = `${freshName('later')}.test`;
    const { id } = await createPerson(service, { userName: `early@${domain}` }, ours.orgId);
    const domains = `/admin/v1/organizations/${theirs.orgId}/domains`;
    await service.call('POST', domains, { domain });
    // A domain that was only claimed takes nothing from anybody.
    expect((await service.call('POST', usersPath(service, ours.orgId), named(`second@${domain}`))).status).toBe(201);
    await service.call('POST', `${domains}/${domain}/_verify`);
    const path = `${usersPath(service, ours.orgId)}/${id}`;
    const rename = (userName: string) => service.call('PATCH', path, patchOf({ op: 'replace', path: 'userName', value: userName }));
    expect((await service.call('PATCH', path, patchOf({ op: 'replace', path: 'title', value: 'Boss' }))).status).toBe(204);
    expect((await rename(`EARLY@${domain}`)).status).toBe(204);
    expect(await rename(`other@${domain}`)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect((await service.call('PUT', path, named(`other@${domain}`))).status).toBe(400);
  });

  it('of somebody who registered elsewhere and proved the address is left to the organization as well, and means its own person', async () => {
    const address = `customer@${theirs.domain}`;
    const elsewhere = await service.get(Organizations).requireOrganization(ours.orgId);
    const values = { ...emptyPerson(), userName: address, emails: [{ value: address, primary: true }] };
    const registered = await service
      .get(Database)
      .write('register', (tx) =>
        service.get(People).createIn(tx, elsewhere, { values, passwordHash: 'none', proven: [address] }, 'registration'),
      );
    const { id } = await createPerson(service, { userName: address, emails: [{ value: address, primary: true }] }, theirs.orgId);
    expect(await find(address)).toBe(id);
    expect((await service.get(SignInDirectory).findByLogin(address, elsewhere.no))?.userId).toBe(registered.id);
  });

  it('is an entry in the errors of an import, and the others are added', async () => {
    const [bad, good] = [`cfo@${theirs.domain}`, `cfo@${ours.domain}`];
    const humanUsers = [bad, good].map((userName) => human(freshName('id'), { userName }));
    const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId: ours.orgId, humanUsers }] } });
    expect(body.success.orgs[0].humanUserIds).toEqual([humanUsers[1]?.userId]);
    expect(body.errors).toContainEqual({ type: 'human_user', id: humanUsers[0]?.userId, message: FOREIGN });
  });
});

describe('an address in a domain that an organization has verified', () => {
  it('means its own people at sign-in, whoever else has it', async () => {
    const address = `shared@${theirs.domain}`;
    const emails = [{ value: address, primary: true }];
    const stranger = await createPerson(service, { emails }, ours.orgId);
    // Nobody there has it: whether there is somebody is not told by what it means elsewhere.
    expect(await find(address)).toBeUndefined();
    const { id } = await createPerson(service, { emails }, theirs.orgId);
    expect(await find(address)).toBe(id);
    expect(await find(stranger.userName)).toBe(stranger.id);
  });
});
