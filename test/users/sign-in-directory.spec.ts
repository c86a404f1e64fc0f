import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PersonWriter } from '../../src/users/directory/people/person-writer.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { createPerson, freshName, patchOf, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let directory: SignInDirectory;
beforeAll(async () => {
  service = await sharedService();
  directory = service.get(SignInDirectory);
});
afterAll(() => service.close());

async function organization(): Promise<{ orgId: string; domain: string; no: number }> {
  const domain = `${freshName('d')}.test`;
  const { orgId } = (await service.call('POST', '/admin/v1/organizations', { name: domain, primaryDomain: domain })).body;
  const { no } = await service.get(Organizations).requireOrganization(orgId);
  return { orgId, domain, no };
}
const verify = (orgNo: number, id: string, address: string) =>
  service.get(Database).write('verify', async (tx) => {
    const person = await service.get(PersonWriter).lock(tx, orgNo, id);
    if (person) await service.get(PersonWriter).verifyEmail(tx, person, address, 'code', 'test');
  });
const find = async (typed: string, orgNo?: number) => (await directory.findByLogin(typed, orgNo))?.userId;

describe('what somebody types at sign-in', () => {
  it('may be the login name, in any case', async () => {
    const { orgId, domain } = await organization();
    const { id, userName } = await createPerson(service, {}, orgId);
    expect(await find(`${userName}@${domain}`)).toBe(id);
    expect(await find(` ${userName.toUpperCase()}@${domain.toUpperCase()} `)).toBe(id);
  });

  it('may be the userName or the e-mail address of exactly one person', async () => {
    const { orgId } = await organization();
    const { id, userName, emails } = await createPerson(service, {}, orgId);
    expect(await find(userName)).toBe(id);
    expect(await find(emails[0].value)).toBe(id);
  });

  it('is the name of somebody, whoever of another organization has written it down as an address that nobody verified', async () => {
    const [one, other] = [await organization(), await organization()];
    const userName = `${freshName('owner')}@free.example`;
    const { id } = await createPerson(service, { userName }, one.orgId);
    await createPerson(service, { emails: [{ value: userName, primary: true }] }, other.orgId);
    expect(await find(userName)).toBe(id);
  });

  it('means nobody when two people have it, unless the organization or the suffix tells them apart', async () => {
    const [one, other] = [await organization(), await organization()];
    const userName = freshName('twin');
    const twins = [];
    for (const { orgId } of [one, other])
      twins.push(await createPerson(service, { userName, emails: [{ value: 'twin@example.com', primary: true }] }, orgId));
    for (const typed of [userName, 'twin@example.com']) {
      expect(await find(typed)).toBeUndefined();
      expect(await find(typed, one.no)).toBe(twins[0]?.id);
      expect(await find(typed, other.no)).toBe(twins[1]?.id);
    }
    expect(await find(`${userName}@${other.domain}`)).toBe(twins[1]?.id);
    expect(await find(`${userName}@${other.domain}`, one.no)).toBeUndefined();
  });

  it('finds a userName that looks like an e-mail address, with and without the suffix', async () => {
    const { orgId, domain } = await organization();
    const userName = `${freshName()}@partner.example`;
    const { id } = await createPerson(service, { userName, emails: [{ value: 'else@example.org', primary: true }] }, orgId);
    expect(await find(userName)).toBe(id);
    expect(await find(`${userName}@${domain}`)).toBe(id);
  });

  it('means, outside of its own organization, somebody who has proven the address, whoever else has written it down', async () => {
    const [own, other, third] = [await organization(), await organization(), await organization()];
    const address = `${freshName()}@mail.example`;
    const emails = [{ value: address, primary: true }];
    const { id } = await createPerson(service, { emails }, own.orgId);
    const onPageOf = async ({ no }: { no: number }) => (await directory.findOnPageOf(no, address))?.userId;
    expect([await onPageOf(own), await onPageOf(third)]).toEqual([id, undefined]);
    await createPerson(service, { emails }, other.orgId);
    await createPerson(service, { userName: address }, other.orgId);
    expect(await onPageOf(own)).toBe(id);
    await verify(own.no, id, address);
    expect([await onPageOf(own), await onPageOf(third), await find(address)]).toEqual([id, id, id]);
  });

  it('means, in its own organization too, the person who has proven the address, whoever else has written it down', async () => {
    const { orgId, no } = await organization();
    const address = `${freshName()}@mail.example`;
    const emails = [{ value: address, primary: true }];
    await createPerson(service, { emails }, orgId);
    const { id } = await createPerson(service, { emails }, orgId);
    expect(await find(address, no)).toBeUndefined();
    await verify(no, id, address);
    expect([await find(address, no), await find(address)]).toEqual([id, id]);
  });

  it('never finds who is deactivated, a service user, or nothing at all', async () => {
    const { id, userName } = await createPerson(service);
    await service.call('PATCH', `${usersPath(service)}/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    for (const typed of [userName, 'bootstrap', 'bootstrap@gatehouse.localhost', '', '@', 'x@', '@gatehouse.localhost', 'x'.repeat(501)])
      expect(await find(typed), typed).toBeUndefined();
  });
});
