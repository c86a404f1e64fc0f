// dryRun=true: the answer that a request would get, and nothing else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { WRITER } from '../../src/common/common.module.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { createOrganization, createPerson, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let base: string;
let ids: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  const { orgId } = service.credentials;
  base = `/admin/v1/organizations/${orgId}`;
  const post = async (path: string, body: unknown = {}) => {
    const answer = await service.call('POST', base + path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const { projectId } = await post('/projects', { name: 'Intranet' });
  const { applicationId } = await post(`/projects/${projectId}/applications`, { name: 'Web', redirectUris: ['https://a.example/cb'] });
  await post(`/projects/${projectId}/roles`, { key: 'reader' });
  const { userId } = await createServiceUser(service, orgId);
  const { secretId } = await post(`/service-users/${userId}/secrets`);
  const { tokenId } = await post(`/service-users/${userId}/personal-access-tokens`);
  const { groupId } = await post('/groups', { displayName: 'Everybody' });
  const { connectionId } = await post('/connections', { name: 'Directory' });
  const { id: personId } = await createPerson(service, { password: 'Correct-h0rse' });
  const { id: invitedId } = await createPerson(service);
  const { authorizationId } = await post(`/projects/${projectId}/authorizations`, { holderId: personId, roleKeys: ['reader'] });
  const { orgId: otherId } = (await service.call('POST', '/admin/v1/organizations', { name: 'Other' })).body;
  const { grantId } = await post(`/projects/${projectId}/grants`, { grantedOrgId: otherId, roleKeys: ['reader'] });
  await post('/members', { userId, role: 'ORG_OWNER_VIEWER' });
  await post('/domains', { domain: 'second.test' });
  ids = {
    orgId,
    otherId,
    projectId,
    applicationId,
    userId,
    secretId,
    tokenId,
    groupId,
    connectionId,
    personId,
    invitedId,
    authorizationId,
    grantId,
  };
});
afterAll(() => service.close());

/** Every row of every table, but what reading and background work write by themselves. */
async function tables(): Promise<Record<string, string>> {
  const { query } = service.get(Database);
  const writer: DataSource = service.get(getDataSourceToken(WRITER) as never);
  const found: Record<string, string> = {};
  for (const { tableName } of writer.entityMetadatas.filter(({ tableName: name }) => !BY_THEMSELVES.includes(name)))
    found[tableName] = JSON.stringify(await query.rows(`SELECT * FROM ${tableName}`));
  return found;
}
const BY_THEMSELVES = ['sequences', 'leases', 'event_head', 'event_commits', 'personal_access_tokens', 'provisioning_log'];

type Row = [method: string, path: string, status: number, body?: unknown];
const WRITES: Row[] = [
  ['POST', '/admin/v1/organizations', 201, { name: 'Planned', primaryDomain: 'planned.test' }],
  ['PATCH', '{base}', 200, { name: 'Renamed' }],
  ['POST', '/admin/v1/organizations/{otherId}/_deactivate', 200],
  ['POST', '{base}/domains', 201, { domain: 'third.test' }],
  ['POST', '{base}/domains/second.test/_verify', 200],
  ['DELETE', '{base}/domains/second.test', 204],
  ['POST', '{base}/projects', 201, { name: 'Planned' }],
  ['PATCH', '{base}/projects/{projectId}', 200, { name: 'Renamed' }],
  ['POST', '{base}/projects/{projectId}/_deactivate', 200],
  ['POST', '{base}/projects/{projectId}/roles', 201, { key: 'writer' }],
  ['PATCH', '{base}/projects/{projectId}/roles/reader', 200, { name: 'Reader' }],
  ['DELETE', '{base}/projects/{projectId}/roles/reader', 204],
  ['PUT', '{base}/projects/{projectId}/grants/{grantId}', 200, { roleKeys: [] }],
  ['DELETE', '{base}/projects/{projectId}/grants/{grantId}', 204],
  ['POST', '/admin/v1/organizations/{otherId}/granted-projects/{grantId}/_accept', 200],
  ['DELETE', '{base}/projects/{projectId}/authorizations/{authorizationId}', 204],
  ['POST', '{base}/projects/{projectId}/members', 201, { userId: '{userId}', role: 'PROJECT_OWNER' }],
  ['POST', '{base}/projects/{projectId}/applications', 201, { name: 'New', redirectUris: ['https://b.example/cb'] }],
  ['PATCH', '{base}/projects/{projectId}/applications/{applicationId}', 200, { name: 'Renamed' }],
  ['POST', '{base}/projects/{projectId}/applications/{applicationId}/_deactivate', 200],
  ['POST', '{base}/projects/{projectId}/applications/{applicationId}/secrets', 201, {}],
  ['POST', '{base}/service-users', 201, { userName: 'planned' }],
  ['PATCH', '{base}/service-users/{userId}', 200, { description: 'cleans' }],
  ['POST', '{base}/service-users/{userId}/_deactivate', 200],
  ['POST', '{base}/service-users/{userId}/secrets', 201, {}],
  ['DELETE', '{base}/service-users/{userId}/secrets/{secretId}', 204],
  ['POST', '{base}/service-users/{userId}/personal-access-tokens', 201, {}],
  ['DELETE', '{base}/service-users/{userId}/personal-access-tokens/{tokenId}', 204],
  ['POST', '{base}/members', 201, { userId: '{userId}', role: 'ORG_OWNER' }],
  ['DELETE', '{base}/members/{userId}/ORG_OWNER_VIEWER', 204],
  ['POST', '{base}/groups', 201, { displayName: 'Planned', memberIds: ['{personId}'] }],
  ['PATCH', '{base}/groups/{groupId}', 200, { displayName: 'Renamed' }],
  ['POST', '{base}/groups/{groupId}/members', 204, { memberIds: ['{personId}'] }],
  ['POST', '{base}/groups/{groupId}/roles', 201, { role: 'ORG_OWNER_VIEWER' }],
  ['DELETE', '{base}/groups/{groupId}', 204],
  ['POST', '{base}/connections', 201, { name: 'Planned' }],
  [
    'POST',
    '{base}/identity-providers',
    201,
    { kind: 'oidc', name: 'Planned', issuer: 'https://login.example.com', clientId: 'x', clientAuthentication: 'none' },
  ],
  ['PATCH', '{base}/connections/{connectionId}', 200, { provisioningDomain: 'directory' }],
  ['POST', '{base}/connections/{connectionId}/tokens', 201, {}],
  ['DELETE', '{base}/connections/{connectionId}', 204],
  [
    'POST',
    '{base}/people',
    201,
    { userName: 'p', givenName: 'P', familyName: 'P', emails: [{ value: 'p@p.test' }], password: 'Correct-h0rse' },
  ],
  ['PATCH', '{base}/people/{personId}', 200, { title: 'Boss' }],
  ['POST', '{base}/people/{personId}/_deactivate', 200],
  ['POST', '{base}/people/{personId}/_lock', 200],
  ['POST', '{base}/people/{personId}/_set-temporary-password', 204, { password: 'Correct-h0rse' }],
  ['DELETE', '{base}/people/{personId}/sessions', 204],
  ['DELETE', '{base}/people/{personId}/grants', 204],
  ['DELETE', '{base}/people/{personId}/tokens', 204],
  ['DELETE', '{base}/people/{personId}', 204],
  ['POST', '{base}/people/{personId}/_require-password-change', 204],
  ['POST', '{base}/people/{invitedId}/_invite', 204],
  ['PATCH', '{base}/branding', 200, { accent: 'c2185b' }],
  ['POST', '{base}/branding/_publish', 200],
  ['DELETE', '{base}/branding', 200],
  ['PUT', '{base}/policies/lockout', 200, { maxAttempts: 3 }],
  ['PUT', '/admin/v1/features', 200, {}],
  ['PATCH', '/admin/v1/mail', 200, { host: 'smtp.example.com', fromAddress: 'no-reply@example.com' }],
  ['POST', '/admin/v1/mail/_test', 200, { to: 'ada@example.com' }],
  ['POST', '/admin/v1/keys/_rotate', 200],
  ['POST', '/admin/v1/keys/_revoke-sealing', 200],
];

const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'base' ? base : (ids[name] ?? name)));

describe('a dry run', () => {
  it.each(WRITES)('%s %s is %i and writes nothing', async (method, path, status, body) => {
    const before = await tables();
    const sent = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
    const answer = await service.call(method, `${filled(path)}?dryRun=true`, sent);
    expect([answer.status, answer.headers.get('dry-run')], answer.text).toEqual([status, 'true']);
    expect(await tables()).toEqual(before);
  });

  it('answers what the request itself then answers', async () => {
    const shown = (await service.call('PATCH', `${base}?dryRun=true`, { name: 'Renamed' })).body;
    const { modifiedAt, ...rest } = (await service.call('PATCH', base, { name: 'Renamed' })).body;
    expect(shown).toMatchObject(rest);
    expect(modifiedAt > shown.modifiedAt).toBe(true);
  });

  it('of a policy or a feature answers what would be in effect', async () => {
    const policy = await service.call('PUT', `${base}/policies/lockout?dryRun=true`, { maxAttempts: 3 });
    expect(policy.body.maxAttempts).toBe(3);
    expect((await service.call('GET', `${base}/policies/lockout`)).body.maxAttempts).not.toBe(3);
    const { body: features } = await service.call('PUT', '/admin/v1/features?dryRun=true', { oidcTokenExchange: true });
    expect(features).toEqual({ oidcTokenExchange: true });
  });

  it('of a rotation or a revocation answers the keys that there would be', async () => {
    const kept = (await service.call('GET', '/admin/v1/keys')).body;
    const states = (keys: Array<{ kid: string; state: string }>) => Object.fromEntries(keys.map(({ kid, state }) => [kid, state]));
    for (const list of ['keys', 'sealingKeys'] as const) {
      const { kid } = kept[list].find(({ state }: { state: string }) => state === 'active');
      const { status, body } = await service.call('POST', `/admin/v1/keys/${kid}/_revoke?dryRun=true`);
      expect([status, kid in states(body[list])], list).toEqual([200, false]);
      expect(Object.values(states(body[list])), list).toContain('active');
    }
    service.get(Clock).advance(86_400_000);
    const { body } = await service.call('POST', '/admin/v1/keys/_rotate?dryRun=true', { alg: 'ES256' });
    const rotated = body.keys.filter(({ kid, state }: { kid: string; state: string }) => states(kept.keys)[kid] !== state);
    expect(rotated.map(({ state }: { state: string }) => state).sort()).toEqual(['active', 'published', 'retired']);
    const { keys, sealingKeys } = (await service.call('GET', '/admin/v1/keys')).body;
    expect({ keys, sealingKeys }).toEqual({ keys: kept.keys, sealingKeys: kept.sealingKeys });
  });

  it('is refused as the request would be', async () => {
    const refused = await service.call('POST', '/admin/v1/organizations?dryRun=true', {
      name: 'x',
      primaryDomain: 'planned.test',
      orgId: ids['orgId'],
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'organization.exists']);
  });

  it('leaves those alone that come at the same time', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const userName = freshName('robot');
        const dry = index % 2 === 0;
        const { body } = await service.call('POST', `${base}/service-users${dry ? '?dryRun=true' : ''}`, { userName });
        return { dry, userId: body.userId as string };
      }),
    );
    for (const { dry, userId } of people)
      expect((await service.call('GET', `${base}/service-users/${userId}`)).status).toBe(dry ? 404 : 200);
  });

  it('of a cached thing changes no cache', async () => {
    await service.call('POST', `/admin/v1/organizations/${ids['otherId']}/_deactivate?dryRun=true`);
    expect((await service.call('GET', `/admin/v1/organizations/${ids['otherId']}`)).body.state).toBe('active');
  });

  it('takes true or false, and is no parameter of reading', async () => {
    expect((await service.call('POST', '/admin/v1/organizations?dryRun=yes', { name: 'x' })).body).toMatchObject({
      code: 'query.invalid',
      errors: [{ parameter: 'dryRun' }],
    });
    expect((await service.call('GET', `${base}?dryRun=true`)).body.code).toBe('query.unknown');
    const { status, headers } = await service.call('POST', '/admin/v1/organizations?dryRun=false', { name: 'Real' });
    expect([status, headers.get('dry-run')]).toEqual([201, null]);
  });
});

it('a path in another case is no way around a dry run, an entity tag, or the names of parameters', async () => {
  const orgId = await createOrganization(service);
  const path = `/admin/v1/organizations/${orgId}`;
  const shouted = `/Admin/V1/organizations/${orgId}/_deactivate`;
  expect((await service.call('POST', `${shouted}?dryRun=true`)).headers.get('dry-run')).toBe('true');
  expect((await service.call('POST', `${shouted}?dryrun=true`)).status).toBe(400);
  expect((await service.call('POST', shouted, undefined, { headers: { 'if-match': '"stale"' } })).status).toBe(412);
  expect((await service.call('GET', path)).body.state).toBe('active');
});
