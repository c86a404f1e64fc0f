// Whoever has stolen the session of an administrator has the API too, by `prompt=none`: it must not change what the owner signs in with.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { addClient, type Client } from '../support/clients.js';
import { addApp } from '../support/factors.js';
import { API_SCOPE, authorizeUrl, codeIn, redeem, signIn } from '../support/oauth.js';
import { patchOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let explorer: Client;
let token: string;
let path: string;
let scim: string;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  explorer = await addClient(world, { type: 'userAgent', grantTypes: ['authorization_code'], apiAccess: true });
  await service
    .get(Database)
    .write('test', (tx) =>
      service.get(Memberships).addToOrganization(tx, world.organization, { no: world.person.no, id: world.person.id }, 'ORG_OWNER', 'test'),
    );
  const { browser } = await signIn(service, world, explorer, 'openid');
  const { url } = await browser.open(authorizeUrl(service.url, explorer.clientId, `openid ${API_SCOPE}`, { prompt: 'none' }));
  token = (await redeem(service, explorer, codeIn(url))).body.access_token;
  path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}`;
  scim = `/scim/v2/${world.organization.id}/Users/${world.person.id}`;
});
afterAll(() => service.close());

const admin = (method: string, of: string, body?: unknown) => service.call(method, `${path}${of}`, body, { token });
const byScim = (method: string, body: unknown) => service.call(method, scim, body, { token });
const stored = async () => (await service.call('GET', scim)).body;
const REFUSED =
  'Users cannot change their own sign-in by the API: the primary e-mail address, the password and factors are changed at /account, anything else by another administrator.';

describe('whoever has stolen the session of an administrator', () => {
  it.each<[string, string, unknown]>([
    ['POST', '/_set-temporary-password', { password: 'Brand-new-Horse-9' }],
    ['POST', '/_unlock', undefined],
    ['POST', '/factors/_invite', {}],
    ['PATCH', '', { userName: 'thief' }],
    ['PATCH', '', { emails: [{ value: 'thief@elsewhere.example' }] }],
    ['PATCH', '', { title: 'Boss', userName: 'thief' }],
  ])('changes nothing of it by the API: %s %s', async (method, of, body) => {
    const before = await stored();
    const answer = await admin(method, of, body);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([403, 'access.ownAccount', REFUSED]);
    expect(await stored()).toEqual(before);
    expect((await signIn(service, world, explorer, 'openid')).tokens.access_token).toBeDefined();
  });

  it('removes no factor', async () => {
    await addApp(service, world.person);
    const [factor] = (await admin('GET', '/factors')).body.factors;
    const answer = await admin('DELETE', `/factors/${factor.factorId}`);
    expect([answer.status, answer.body.code]).toEqual([403, 'access.ownAccount']);
    expect((await admin('GET', '/factors')).body.factors).toEqual([factor]);
    // Somebody who may do as much removes it for a person who has lost it.
    const { token: other } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await service.call('DELETE', `${path}/factors/${factor.factorId}`, undefined, { token: other })).status).toBe(204);
  });

  it.each<[string, object]>([
    ['a password', { op: 'add', path: 'password', value: 'Brand-new-Horse-9' }],
    ['a userName', { op: 'replace', path: 'userName', value: 'thief' }],
    ['an address', { op: 'add', path: 'emails', value: [{ value: 'thief@elsewhere.example' }] }],
  ])('changes nothing of it by SCIM: %s', async (_, operation) => {
    const before = await stored();
    const answer = await byScim('PATCH', patchOf(operation as never));
    expect([answer.status, answer.body.detail]).toEqual([403, REFUSED]);
    expect(answer.body.schemas).toContain('urn:ietf:params:scim:api:messages:2.0:Error');
    expect((await byScim('PUT', { ...before, userName: 'thief' })).status).toBe(403);
    expect((await byScim('PUT', { ...before, password: PASSWORD })).status).toBe(403);
    expect(await stored()).toEqual(before);
  });
});

it('the owner changes the rest of the profile, also beside names and addresses that stay as they are', async () => {
  const before = await stored();
  expect((await admin('PATCH', '', { title: 'Boss', preferredLanguage: 'de', displayName: 'Babs' })).status).toBe(200);
  expect((await admin('PATCH', '', { userName: before.userName, nickName: 'B' })).status).toBe(200);
  expect((await admin('PATCH', '', { phoneNumbers: [{ value: '+15550100' }] })).status).toBe(200);
  expect((await byScim('PATCH', patchOf({ op: 'replace', path: 'title', value: 'Chief' }))).status).toBeLessThan(300);
  expect((await byScim('PATCH', patchOf({ op: 'add', path: 'phoneNumbers', value: [{ value: '+15550101' }] }))).status).toBeLessThan(300);
  expect((await stored()).phoneNumbers.map(({ value }: { value: string }) => value)).toEqual(['+15550100', '+15550101']);
  expect((await byScim('PUT', { ...(await stored()), nickName: 'Babs' })).status).toBe(200);
  expect(await stored()).toMatchObject({ title: 'Chief', nickName: 'Babs', displayName: 'Babs', emails: before.emails });
});
