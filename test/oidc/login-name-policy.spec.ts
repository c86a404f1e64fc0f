// What a login name looks like is a decision of the organization: with the primary domain behind it, or the userName alone.
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { LoginNames } from '../../src/users/organizations/policies/login-names.service.js';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { Subjects } from '../../src/oidc/tokens/content/subjects.service.js';
import { signInToNewClient, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
});
afterAll(() => service.close());

const policy = () => `/admin/v1/organizations/${world.organization.id}/policies/domain`;
const loginNameOf = async (userNo: number) => (await service.get(Subjects).person(userNo))?.loginName;
const signIn = (loginName: string) =>
  service.get(PasswordSignIn).checkCredentials({ loginName, password: PASSWORD, clientOrgNo: undefined, address: '203.0.113.1' });

describe('the login name of somebody whose userName is an address', () => {
  it('has the primary domain behind it by default, and is the userName alone where the organization decides so', async () => {
    const userName = `ada@${world.organization.primaryDomain}`;
    const person = await world.addPerson({ userName });
    expect((await service.call('GET', policy())).body.effective).toEqual({ userLoginMustBeDomain: true });
    expect(await loginNameOf(person.no)).toBe(`${userName}@${world.organization.primaryDomain}`);
    expect((await service.call('PUT', policy(), { userLoginMustBeDomain: false })).body.effective).toEqual({
      userLoginMustBeDomain: false,
    });
    expect(await loginNameOf(person.no)).toBe(userName);
    const { tokens } = await signInToNewClient(service, { ...world, loginName: userName }, { type: 'web' }, 'openid profile');
    expect((await userinfo(service, tokens.access_token)).body.preferred_username).toBe(userName);
    expect(await service.get(LoginNames).loginNameOf(person, world.organization)).toBe(userName);
    for (const typed of [userName, `${userName}@${world.organization.primaryDomain}`])
      expect(await signIn(typed), typed).toMatchObject({ kind: 'ok', subject: { userId: person.id } });
    expect((await service.call('DELETE', policy())).body.effective).toEqual({ userLoginMustBeDomain: true });
    expect(await loginNameOf(person.no)).toBe(`${userName}@${world.organization.primaryDomain}`);
  });
});
