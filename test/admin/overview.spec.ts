// What an administrator sees first: numbers, sign-ins by day, and what needs attention.
// On a server too: the figures are counted and grouped there.
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Clock, DAY_US } from '../../src/common/primitives/clock.js';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { ProvisioningLog } from '../../src/scim/provisioning/provisioning-log.service.js';
import { COUNTED, SignInCounts } from '../../src/users/events/sign-in-counts.service.js';
import { EVENT_TYPES, type EventTypeName } from '../../src/users/events/event-types.js';
import { EventLog } from '../../src/users/events/events.service.js';
import { Browser } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { createPerson, freshName, scimUser, usersPath } from '../support/people.js';
import { samlKey } from '../support/saml-identity-provider.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, startTwin } from '../support/service.js';
import { authorizeUrl, signIn } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';

const DAY_MS = DAY_US / 1_000;

useWorld(startService);

let orgId: string;
let client: Client;
let jobFails = false;
beforeAll(async () => {
  orgId = world.organization.id;
  client = await addClient(world);
  const runUnderLease = () => (jobFails ? Promise.reject(new Error('a fault')) : Promise.resolve());
  service.get(Jobs).register({ name: 'test job', everyMs: 3_600_000, leaseMs: 1_000, runUnderLease });
});

const path = (id = orgId) => `/admin/v1/organizations/${id}/overview`;
const overview = async (at = path(), token?: string) => (await service.call('GET', at, undefined, token ? { token } : {})).body;
const kinds = async (token?: string): Promise<string[]> =>
  (await overview(path(), token)).attention.map(({ kind }: { kind: string }) => kind);
const item = async (kind: string, at = path()) => (await overview(at)).attention.find((one: { kind: string }) => one.kind === kind);
const admin = (method: string, to: string, body?: unknown) => service.call(method, `/admin/v1/organizations/${orgId}${to}`, body);

/** The clock of a service never goes back. */
const later = (days: number) => service.get(Clock).advance(days * DAY_MS);

describe('sign-ins by day', () => {
  const counts = () => service.get(SignInCounts);
  const append = (...types: EventTypeName[]) =>
    service.get(Database).write('test', async (tx) => {
      for (const type of types) await service.get(EventLog).appendAboutUser(tx, world.person.no, { type, editor: 'test', payload: {} });
    });
  const today = async (at = path()) => (await overview(at)).signIns.at(-1);

  it('count every event that says that a check of a sign-in failed', () => {
    const failing = Object.keys(EVENT_TYPES).filter((type) => type.startsWith('user.human.') && type.endsWith('.check.failed'));
    const counted = Object.entries(COUNTED).filter(([, as]) => as === 'failed');
    expect(counted.map(([type]) => type).toSorted()).toEqual(failing.toSorted());
  });

  it('are 30 days, today last, with zeros where nobody came', async () => {
    const { signIns } = await overview();
    expect(signIns).toHaveLength(30);
    const day = new Date(service.get(Clock).nowMs()).toISOString().slice(0, 10);
    expect(signIns.at(-1)).toEqual({ day, succeeded: 0, failed: 0 });
  });

  it('count a real sign-in once, in its organization and in the service', async () => {
    await counts().countNow();
    const before = await today('/admin/v1/overview');
    await signIn(service, world, client);
    await counts().countNow();
    await counts().countNow();
    expect(await today()).toMatchObject({ succeeded: 1, failed: 0 });
    expect(await today('/admin/v1/overview')).toMatchObject({ succeeded: before.succeeded + 1 });
    expect(await today(path(service.credentials.orgId))).toMatchObject({ succeeded: 0 });
  });

  it('lose none of a batch and count none twice, also when another process counts at the same moment', async () => {
    const before = await today();
    await append(...Array.from({ length: 1_203 }, () => 'user.human.password.check.failed' as const), 'user.session.added');
    await append('user.human.factor.check.failed', 'user.human.password.check.succeeded');
    const twin = await startTwin(service);
    await Promise.all([counts().countNow(), twin?.get(SignInCounts).countNow()]);
    await counts().countNow();
    await twin?.close();
    expect(await today()).toMatchObject({ succeeded: before.succeeded + 1, failed: before.failed + 1_204 });
  });

  it('belong to the UTC day on which they happened', async () => {
    const before = await today();
    later(1);
    await append('user.session.added');
    await counts().countNow();
    const { signIns } = await overview();
    expect(signIns.at(-1)).toMatchObject({ succeeded: 1, failed: 0 });
    expect(signIns.at(-2)).toEqual(before);
  });
});

describe('the counts of an organization', () => {
  it('are its people by state, and what else it has', async () => {
    await createPerson(service, { active: false }, orgId);
    const { people, ...others } = (await overview()).counts;
    expect(people).toEqual({
      total: 2,
      active: 1,
      deactivated: { count: 1, atLeast: false },
      invited: { count: 0, atLeast: false },
    });
    expect(others).toMatchObject({ groups: 0, projects: 1, serviceUsers: 0, domains: 1 });
  });

  it('of the whole service are those of all', async () => {
    const { counts } = await overview('/admin/v1/overview');
    expect(counts.people).toBeGreaterThanOrEqual(3);
    expect(counts.organizations).toBe(2);
  });
});

describe('what needs attention', () => {
  it('is nothing in a new organization', async () => {
    expect(await kinds()).toEqual([]);
  });

  it('is a person who is locked, until unlocked', async () => {
    const { id } = await createPerson(service, {}, orgId);
    await admin('POST', `/people/${id}/_lock`);
    expect(await item('person.lockedOut')).toEqual({
      kind: 'person.lockedOut',
      count: 1,
      atLeast: false,
      targets: [{ type: 'person', id, name: 'Given Family' }],
      message: 'A person is locked, or was locked out within 24 hours.',
    });
    // And of no other organization.
    expect(await item('person.lockedOut', path(service.credentials.orgId))).toBeUndefined();
    await admin('POST', `/people/${id}/_unlock`);
    expect(await kinds()).toEqual([]);
  });

  it('is a person who was locked out by wrong passwords, for a day or until unlocked', async () => {
    await admin('PUT', '/policies/lockout', { maxAttempts: 1, lockSeconds: 3_600 });
    const fail = async () => {
      const browser = new Browser(service.url);
      await browser.submit(await browser.open(authorizeUrl(service.url, client.clientId, 'openid')), world.loginName, 'Wrong-Password-1');
      expect(await item('person.lockedOut')).toMatchObject({ count: 1, targets: [{ id: world.person.id }] });
    };
    await fail();
    await admin('POST', `/people/${world.person.id}/_unlock`);
    expect(await kinds()).toEqual([]);
    await fail();
    later(1.1);
    expect(await kinds()).toEqual([]);
  });

  it('is an invitation that has expired, and people who were invited are counted', async () => {
    const userName = freshName();
    const body = {
      userName,
      givenName: 'Ida',
      familyName: 'Rhodes',
      emails: [{ value: `${userName}@example.com`, primary: true }],
      invitation: {},
    };
    const added = await admin('POST', '/people', body);
    expect(added.status).toBe(201);
    expect((await overview()).counts.people.invited).toEqual({ count: 1, atLeast: false });
    expect(await kinds()).toEqual([]);
    later(7.1);
    expect(await item('invitation.expired')).toMatchObject({ count: 1, targets: [] });
    await admin('DELETE', `/people/${added.body.userId}`);
  });

  it('is a credential that ends soon, unless a later one is there', async () => {
    const { userId } = await createServiceUser(service, orgId);
    const inDays = (days: number) => new Date(service.get(Clock).nowMs() + days * DAY_MS).toISOString();
    await admin('POST', `/service-users/${userId}/secrets`, { expiresAt: inDays(40) });
    expect(await kinds()).toEqual([]);
    later(20);
    expect(await item('credential.ending')).toMatchObject({ count: 1, targets: [{ type: 'serviceUser', id: userId }] });
    await admin('POST', `/service-users/${userId}/secrets`, { expiresAt: inDays(400) });
    expect(await kinds()).toEqual([]);
  });

  it('is a certificate of a SAML provider that ends, unless a later one is there', async () => {
    const ending = (days: number) => samlKey({ type: 'ec', notAfter: new Date(service.get(Clock).nowMs() + days * DAY_MS) });
    const [soon, later] = [(await ending(10)).certificate, (await ending(100)).certificate];
    const body = { kind: 'saml', name: 'Partner', entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso' };
    const { identityProviderId: id } = (await admin('POST', '/identity-providers', { ...body, certificates: [soon] })).body;
    expect(await item('identityProvider.certificateEnding')).toMatchObject({
      count: 1,
      targets: [{ type: 'identityProvider', id, name: 'Partner' }],
    });
    await admin('PATCH', `/identity-providers/${id}`, { certificates: [soon, later] });
    expect(await kinds()).toEqual([]);
  });

  it('is a provisioning connection whose changes were refused, but not one that only asked', async () => {
    const { connectionId, token } = (await admin('POST', '/connections', { name: 'Entra' })).body;
    await service.call('GET', `${usersPath(service, orgId)}/nobody`, undefined, { token });
    await service.get(ProvisioningLog).flushEntries();
    expect(await kinds()).toEqual([]);
    await service.call('POST', usersPath(service, orgId), scimUser(''), { token });
    await service.get(ProvisioningLog).flushEntries();
    expect(await item('connection.refused')).toMatchObject({
      count: 1,
      targets: [{ type: 'connection', id: connectionId, name: 'Entra' }],
    });
  });

  it('is a job that failed, for those who may read jobs', async () => {
    expect(await item('job.failed', '/admin/v1/overview')).toBeUndefined();
    jobFails = true;
    await service.call('POST', '/admin/v1/jobs/test-job/_run');
    await expect
      .poll(() => item('job.failed', '/admin/v1/overview'))
      .toMatchObject({
        count: 1,
        targets: [{ type: 'job', id: 'test-job', name: 'test job' }],
      });
    const { token } = await createServiceUser(service, service.credentials.orgId, 'IAM_ORG_MANAGER');
    expect((await overview('/admin/v1/overview', token)).attention).toEqual([]);
  });
});

describe('a caller', () => {
  it('with the role of a user manager sees people alone', async () => {
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const { counts, attention } = await overview(path(), token);
    expect(Object.keys(counts)).toEqual(['people', 'groups']);
    expect(await kinds()).toContain('connection.refused');
    expect(attention.map(({ kind }: { kind: string }) => kind)).not.toContain('connection.refused');
  });

  it('without a role, or of another organization, sees nothing', async () => {
    const { token } = await createServiceUser(service, orgId);
    expect((await service.call('GET', path(), undefined, { token })).status).toBe(404);
    const { token: owner } = await createServiceUser(service, orgId, 'ORG_OWNER');
    expect((await service.call('GET', path(service.credentials.orgId), undefined, { token: owner })).status).toBe(404);
    expect((await service.call('GET', '/admin/v1/overview', undefined, { token: owner })).status).toBe(403);
  });
});
