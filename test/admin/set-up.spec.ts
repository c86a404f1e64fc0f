// A whole set-up of an organization by the admin API alone, as infrastructure tools make it: created, applied again, changed, destroyed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportSPKI, generateKeyPair } from 'jose';
import { startService, type TestService } from '../support/service.js';
import { apply, carryOut, destroy, plan, type Resource, type SetUp, type State } from '../support/set-up.js';

let service: TestService;
let setUp: SetUp;
const state: State = { run: randomUUID(), resources: {} };

beforeAll(async () => {
  service = await startService();
  const { publicKey } = await generateKeyPair('ES256');
  setUp = wanted(await exportSPKI(publicKey));
});
afterAll(() => service.close());

/** An organization with everything that an application and a directory need. */
function wanted(publicKeyPem: string): SetUp {
  const [org, project] = ['/organizations/{acme}', '/organizations/{acme}/projects/{portal}'];
  return [
    { key: 'acme', kind: 'organization', body: { name: 'Acme', primaryDomain: 'acme.example' } },
    { key: 'mail-domain', kind: 'domain', within: org, body: { domain: 'mail.acme.example', verified: true } },
    { key: 'passwords', kind: 'passwordPolicy', within: org, body: { minLength: 14 } },
    { key: 'lockout', kind: 'lockoutPolicy', within: org, body: { maxAttempts: 6 } },
    { key: 'factors', kind: 'assurancePolicy', within: org, body: { secondFactor: 'required', factors: ['totp'] } },
    { key: 'portal', kind: 'project', within: org, body: { name: 'Portal', projectRoleAssertion: true } },
    { key: 'reader', kind: 'role', within: project, body: { key: 'reader', name: 'May read' } },
    { key: 'editor', kind: 'role', within: project, body: { key: 'editor', name: 'May edit', section: 'Staff' } },
    {
      key: 'web',
      kind: 'application',
      within: project,
      body: {
        name: 'Web',
        redirectUris: ['https://portal.acme.example/callback'],
        grantTypes: ['authorization_code', 'refresh_token'],
        loginPage: { registration: false, language: 'de' },
      },
    },
    {
      key: 'spa',
      kind: 'application',
      within: project,
      body: { name: 'Browser', type: 'userAgent', redirectUris: ['https://portal.acme.example/'], accessTokenType: 'jwt' },
    },
    { key: 'reporting', kind: 'serviceUser', within: org, body: { userName: 'reporting', description: 'Nightly figures' } },
    { key: 'reporting-key', kind: 'key', within: `${org}/service-users/{reporting}`, body: { publicKeyPem } },
    { key: 'accountants', kind: 'group', within: org, body: { displayName: 'Accountants' } },
    { key: 'finance', kind: 'group', within: org, body: { displayName: 'Finance', memberIds: ['{accountants}'] } },
    { key: 'finance-edits', kind: 'authorization', within: project, body: { holderId: '{finance}', roleKeys: ['editor'] } },
    { key: 'reporting-reads', kind: 'authorization', within: project, body: { holderId: '{reporting}', roleKeys: ['reader'] } },
    { key: 'entra', kind: 'connection', within: org, body: { name: 'Entra ID', preset: 'entra' } },
  ];
}

/** The set-up with another body for one resource, or without it. */
const instead = (key: string, body?: Resource['body']): SetUp =>
  setUp.flatMap((resource) => (resource.key !== key ? [resource] : body ? [{ ...resource, body: { ...resource.body, ...body } }] : []));

/** The event written last. */
const lastEvent = async () => (await service.call('POST', '/admin/v1/events/_search', { limit: 1 })).body.events[0];

// One tool, run after run.
describe('a set-up of an organization', () => {
  it('is created by one run, in order', async () => {
    expect(await apply(service, setUp, state)).toEqual(setUp.map(({ key }) => `create ${key}`));
    expect(state.resources['web']?.answer).toMatchObject({ clientSecret: expect.any(String) });
    expect(state.resources['entra']?.answer).toMatchObject({ token: expect.any(String) });
  });

  it('is found complete by the next run, which writes no event', async () => {
    const before = await lastEvent();
    expect(await apply(service, setUp, state)).toEqual([]);
    expect(await lastEvent()).toEqual(before);
  });

  it('is made once though its run was cut off before it noted what it did: the same ids and secrets again, and no event', async () => {
    const before = await lastEvent();
    const [again, creations] = [{ run: state.run, resources: {} } as State, setUp.filter(({ kind }) => !/Policy|domain/.test(kind))];
    expect(await apply(service, creations, again)).toHaveLength(creations.length);
    for (const { key } of creations) expect(again.resources[key]).toEqual(state.resources[key]);
    expect(await lastEvent()).toEqual(before);
  });

  it.each([
    ['a role', 'editor', { name: 'May change' }],
    ['an application', 'web', { redirectUris: ['https://portal.acme.example/signed-in'] }],
    ['what a sign-in page offers', 'web', { loginPage: { registration: true } }],
    ['what a group may do', 'finance-edits', { roleKeys: ['editor', 'reader'] }],
    ['a policy', 'passwords', { minLength: 16 }],
    ['a connection', 'entra', { preset: 'okta' }],
    ['a description', 'reporting', { description: 'Weekly figures' }],
  ] as const)('follows a change of %s by one event, and the way back by another', async (_, key, body) => {
    const before = await lastEvent();
    const changed = instead(key, body);
    expect(await apply(service, changed, state)).toEqual([`change ${key}`]);
    const { events } = (await service.call('POST', '/admin/v1/events/_search', { limit: 2 })).body;
    expect(events[1]).toEqual(before);
    expect(await apply(service, changed, state)).toEqual([]);
    expect(await apply(service, setUp, state)).toEqual([`change ${key}`]);
  });

  it('refuses a plan that is older than what somebody else did', async () => {
    const steps = await plan(service, instead('reader', { name: 'May look' }), state);
    const { address } = state.resources['reader'] as State['resources'][string];
    expect((await service.call('PATCH', address, { name: 'May see' })).status).toBe(200);
    await expect(carryOut(steps)).rejects.toThrow('412');
    expect((await service.call('GET', address)).body.name).toBe('May see');
    expect(await apply(service, setUp, state)).toEqual(['change reader']);
  });

  it('creates again what somebody removed, and removes what is no longer wanted', async () => {
    expect((await service.call('DELETE', state.resources['spa']?.address ?? '')).status).toBe(204);
    state.run = randomUUID();
    expect(await apply(service, setUp, state)).toEqual(['create spa']);
    expect(await apply(service, instead('spa'), state)).toEqual(['delete spa']);
  });

  it('is destroyed whole: nothing of it is there to be removed again', async () => {
    const made = { ...state.resources };
    const keys = Object.keys(made);
    expect(await destroy(service, state)).toEqual(keys.toReversed().map((key) => `delete ${key}`));
    for (const { address } of Object.values(made))
      expect([address, (await service.call('DELETE', address)).status]).toEqual([address, 404]);
    const { organizations } = (await service.call('GET', '/admin/v1/organizations?name=Acme')).body;
    expect(organizations.map(({ name }: { name: string }) => name)).toEqual([]);
  });
});
