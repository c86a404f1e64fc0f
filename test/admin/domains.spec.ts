// Domains of organizations: who may add, vouch for and use one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, eventsOf, freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let domains: string;
let owner: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  domains = `/admin/v1/organizations/${orgId}/domains`;
  owner = (await createServiceUser(service, orgId, 'ORG_OWNER')).token;
});
afterAll(() => service.close());

const add = (domain: string, token = owner) => service.call('POST', domains, { domain }, { token });
const freshDomain = () => `${freshName('d')}.example`;

describe('a domain', () => {
  it('is added by the owner of the organization, in lower case, and is not verified by that', async () => {
    const domain = freshDomain();
    const { status, body } = await add(domain.toUpperCase());
    expect([status, body]).toEqual([201, { domain, verified: false, primary: false }]);
    expect((await service.call('GET', domains, undefined, { token: owner })).body.domains).toContainEqual(body);
    expect((await service.call('GET', `${domains}/${domain.toUpperCase()}`, undefined, { token: owner })).body).toEqual(body);
  });

  it('is verified by those who manage the whole service, and by nobody else', async () => {
    const domain = freshDomain();
    await add(domain);
    const verify = (token?: string) => service.call('POST', `${domains}/${domain}/_verify`, undefined, token ? { token } : {});
    expect((await verify(owner)).status).toBe(403);
    expect((await verify()).body).toEqual({ domain, verified: true, primary: false });
    expect((await verify()).status).toBe(200);
    const types = (await eventsOf(service, orgId)).filter(({ payload }) => payload.domain === domain).map(({ type }) => type);
    expect(types).toEqual(['org.domain.added', 'org.domain.verified']);
  });

  it('that another organization claims or has is added all the same: nobody learns of it, and a claim does not block the owner', async () => {
    const [domain, taken] = [freshDomain(), freshDomain()];
    await service.call('POST', '/admin/v1/organizations', { name: 'Owner', primaryDomain: taken });
    const other = `/admin/v1/organizations/${await createOrganization(service)}/domains`;
    for (const name of [domain, taken]) {
      expect((await service.call('POST', other, { domain: name })).status).toBe(201);
      expect([(await add(name)).status, (await add(name)).body.code]).toEqual([201, 'domain.taken']);
    }
    expect((await service.call('POST', `${other}/${domain}/_verify`)).status).toBe(200);
    expect((await service.call('GET', domains)).body.domains).toContainEqual({ domain, verified: false, primary: false });
  });

  it('belongs, verified, to one organization only', async () => {
    const domain = freshDomain();
    await add(domain);
    const other = `/admin/v1/organizations/${await createOrganization(service)}/domains`;
    await service.call('POST', other, { domain });
    await service.call('POST', `${domains}/${domain}/_verify`);
    const answer = await service.call('POST', `${other}/${domain}/_verify`);
    expect([answer.status, answer.body.code]).toEqual([409, 'domain.taken']);
    expect((await service.call('POST', '/admin/v1/organizations', { name: 'x', primaryDomain: domain })).status).toBe(409);
    expect((await service.call('DELETE', `${other}/${domain}`)).status).toBe(204);
    expect((await service.call('GET', domains)).body.domains).toContainEqual({ domain, verified: true, primary: false });
  });

  it('signs people in by name@domain from when it is verified until it is removed', async () => {
    const domain = freshDomain();
    const { userName, id } = await createPerson(service, {}, orgId);
    const found = async () => (await service.get(SignInDirectory).findByLogin(`${userName}@${domain}`))?.userId;
    await add(domain);
    expect(await found()).toBeUndefined();
    await service.call('POST', `${domains}/${domain}/_verify`);
    expect(await found()).toBe(id);
    expect((await service.call('DELETE', `${domains}/${domain}`, undefined, { token: owner })).status).toBe(204);
    expect(await found()).toBeUndefined();
  });

  it('becomes the suffix of login names only when it is verified, and stays as long as it is', async () => {
    const domain = freshDomain();
    await add(domain);
    const setPrimary = () => service.call('POST', `${domains}/${domain}/_set-primary`, undefined, { token: owner });
    expect((await setPrimary()).body).toMatchObject({ status: 409, code: 'domain.unverified' });
    await service.call('POST', `${domains}/${domain}/_verify`);
    expect((await setPrimary()).body).toEqual({ domain, verified: true, primary: true });
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}`)).body.primaryDomain).toBe(domain);
    const all = (await service.call('GET', domains)).body.domains as Array<{ primary: boolean }>;
    expect(all.filter(({ primary }) => primary)).toHaveLength(1);
    const removed = await service.call('DELETE', `${domains}/${domain}`, undefined, { token: owner });
    expect(removed.body).toMatchObject({ status: 409, code: 'domain.primary' });
  });

  it.each(['', 'localhost', '-a.example', 'a b.example', 'ä.example', `${'x'.repeat(64)}.example`])('is not %j', async (domain) => {
    expect((await add(domain)).status).toBe(400);
  });

  it('that is unknown is 404', async () => {
    for (const [method, end] of [
      ['POST', '/_verify'],
      ['POST', '/_set-primary'],
      ['DELETE', ''],
      ['GET', ''],
    ] as const)
      expect((await service.call(method, `${domains}/nobody.example${end}`)).status).toBe(404);
  });
});
