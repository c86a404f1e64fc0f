// Policies against people with more permissions than whoever decides them: what the service requires of them is a floor, and nobody weaker lowers it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Assurances } from '../../src/users/authentication/assurance/assurance.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Browser, fill } from '../support/browser.js';
import { addApp, type App } from '../support/factors.js';
import { createServiceUser } from '../support/service-users.js';
import { sentStatements } from '../support/sent-statements.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let owner: { token: string };
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  owner = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
});
afterAll(() => service.close());

const giveRole = async (person: Person, role: string, orgId?: string) => {
  const members = orgId === undefined ? '/admin/v1/members' : `/admin/v1/organizations/${orgId}/members`;
  expect((await service.call('POST', members, { userId: person.id, role })).status).toBeLessThan(300);
};
const policyOf = (kind: string) => `/admin/v1/organizations/${world.organization.id}/policies/${kind}`;
const asOwner = (method: string, kind: string, body?: unknown, query = '') =>
  service.call(method, `${policyOf(kind)}${query}`, body, { token: owner.token });
const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
const afterPassword = async (loginName = world.loginName) => {
  const browser = new Browser(service.url);
  return { browser, page: await browser.submit(await browser.open(`${service.url}/account`), loginName, PASSWORD) };
};

describe('an organization with somebody who holds a role in the whole service', () => {
  beforeEach(async () => {
    await giveRole(world.person, 'IAM_OWNER');
  });

  it.each([
    ['assurance', { secondFactor: 'off' }],
    ['assurance', { passkeys: 'required', passwordAllowed: false, graceDays: 0 }],
    ['assurance', { factors: ['mail'] }],
    ['assurance', { sessionSeconds: 864_000, rememberBrowserDays: 365 }],
    ['lockout', { maxAttempts: 50 }],
    ['lockout', { maxAttempts: 1, lockSeconds: 86_400 }],
    ['password', { minLength: 8 }],
    ['domain', { userLoginMustBeDomain: false }],
  ])('keeps what protects that person from its owner: %s %o', async (kind, change) => {
    for (const [method, query] of [
      ['PATCH', ''],
      ['PUT', ''],
      ['PATCH', '?dryRun=true'],
    ] as const) {
      const { status, body } = await asOwner(method, kind, change, query);
      expect([status, body.code, body.detail]).toEqual([403, 'policy.strongerPeople', expect.stringContaining('1 person')]);
    }
    expect((await service.call('GET', policyOf(kind))).body.own).toEqual({});
    expect((await service.call('PATCH', policyOf(kind), change)).status).toBe(200);
  });

  it('counts everybody whom the owner does not cover, also those with a role in another organization', async () => {
    const [mary, john] = [await world.addPerson({ userName: 'mary' }), await world.addPerson({ userName: 'john' })];
    await giveRole(mary, 'ORG_USER_MANAGER', (await makeWorld(service)).organization.id);
    await giveRole(john, 'ORG_OWNER', world.organization.id);
    const { status, body } = await asOwner('PATCH', 'assurance', { secondFactor: 'off' });
    expect([status, body.detail]).toEqual([403, expect.stringContaining('2 people')]);
  });

  it('is made stricter by its owner, who does not take that back', async () => {
    expect((await asOwner('PATCH', 'assurance', { secondFactor: 'required', sessionSeconds: 3_600 })).status).toBe(200);
    expect((await asOwner('PATCH', 'assurance', { secondFactor: null })).body.code).toBe('policy.strongerPeople');
    expect((await asOwner('DELETE', 'assurance')).body.code).toBe('policy.strongerPeople');
    expect((await service.call('DELETE', policyOf('assurance'))).status).toBe(200);
  });

  it('asks that person for what the service requires, whatever was decided there before', async () => {
    await decide({ secondFactor: 'off', factors: ['mail'], graceDays: 365 });
    await service.call('PATCH', '/admin/v1/policies/assurance', { graceDays: 0 });
    try {
      expect((await afterPassword()).page.html).toContain('authenticator app');
    } finally {
      await service.call('DELETE', '/admin/v1/policies/assurance');
    }
  });

  it('takes no password from that person that is shorter than the service wants', async () => {
    await service.get(Policies).set(world.organization.no, 'password', { minLength: 8, minLengthWithSecondFactor: 8 }, 'test');
    const set = (person: Person) =>
      service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${person.id}/_set-temporary-password`, {
        password: 'Kx7-vQm9z',
      });
    const mary = await world.addPerson({ userName: 'mary' });
    const [weak, fine] = [await set(world.person), await set(mary)];
    expect([weak.status, fine.status]).toEqual([400, 204]);
  });
});

it('a sign-in of somebody without a role beyond the organization costs no statement more where the policy is below the service', async () => {
  const { no: userNo, orgNo } = world.person;
  const count = async () => {
    const version = await service.get(ConfigVersion).current();
    const judge = () => service.get(Assurances).termsOf({ userNo, orgNo }, version);
    await judge();
    return (await sentStatements(judge)).length;
  };
  const inherited = await count();
  await decide({ secondFactor: 'optional', graceDays: 365 });
  expect([inherited, await count()]).toEqual([1, 1]);
});

describe('somebody with an authenticator app', () => {
  let app: App;
  beforeEach(async () => {
    app = await addApp(service, world.person);
  });

  it('is asked for it although the organization requires no second factor any more', async () => {
    expect((await asOwner('PATCH', 'assurance', { secondFactor: 'off' })).status).toBe(200);
    const { browser, page } = await afterPassword();
    expect(page.html).toContain('One more step');
    expect((await fill(browser, page, { code: app.code() })).url).toContain('/account');
  });

  it('is not asked where the service itself says so', async () => {
    await service.call('PATCH', '/admin/v1/policies/assurance', { secondFactor: 'off' });
    try {
      expect((await afterPassword()).page.url).toContain('/account');
      expect((await afterPassword()).page.html).not.toContain('One more step');
    } finally {
      await service.call('DELETE', '/admin/v1/policies/assurance');
    }
  });
});

describe('a floor', () => {
  it.each([
    ['lockout', { maxAttempts: 0 }, 'maxAttempts', '100'],
    ['lockout', { maxAttempts: 101 }, 'maxAttempts', '100'],
    ['password', { minLength: 1 }, 'minLength', '8'],
    ['impersonation', { enabled: true }, 'enabled', 'false'],
  ])('of the product holds while the service decides nothing: %s %o', async (kind, change, field, floor) => {
    const { status, body } = await asOwner('PATCH', kind, change);
    expect([status, body.code, body.field, body.detail]).toEqual([400, 'policy.belowFloor', field, expect.stringContaining(floor)]);
  });

  it('of the service refuses what is weaker, and raises what was decided before it came', async () => {
    expect((await asOwner('PATCH', 'password', { minLength: 10 })).status).toBe(200);
    await service.call('PATCH', '/admin/v1/policies/password', { minLength: 14 });
    try {
      const { body } = await asOwner('GET', 'password');
      expect(body).toMatchObject({ own: { minLength: 10 }, effective: { minLength: 14 } });
      expect(body.sources).toMatchObject({
        minLength: { from: 'organization', raisedBy: 'service' },
        minLengthWithSecondFactor: { from: 'organization', raisedBy: 'service' },
        digit: { from: 'default' },
      });
      const refused = await asOwner('PATCH', 'password', { minLength: 12 });
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([400, 'policy.belowFloor', expect.stringContaining('14')]);
      expect((await asOwner('PATCH', 'password', { minLength: 16, digit: true })).status).toBe(200);
    } finally {
      await service.call('DELETE', '/admin/v1/policies/password');
    }
  });

  it('of the product gives way to the service, which may decide less', async () => {
    await service.call('PATCH', '/admin/v1/policies/lockout', { maxAttempts: 0 });
    try {
      expect((await asOwner('PATCH', 'lockout', { maxAttempts: 0 })).status).toBe(200);
    } finally {
      await service.call('DELETE', '/admin/v1/policies/lockout');
    }
    const { body } = await asOwner('GET', 'lockout');
    expect(body).toMatchObject({
      own: { maxAttempts: 0 },
      effective: { maxAttempts: 100 },
      sources: { maxAttempts: { from: 'organization', raisedBy: 'product' } },
    });
  });

  it('that leaves nobody a way in leaves the policy to the service', async () => {
    await decide({ passkeys: 'off' });
    await service.call('PATCH', '/admin/v1/policies/assurance', { passwordAllowed: false });
    try {
      const { body } = await asOwner('GET', 'assurance');
      expect(body.effective).toEqual(body.inherited);
    } finally {
      await service.call('DELETE', '/admin/v1/policies/assurance');
    }
  });
});
