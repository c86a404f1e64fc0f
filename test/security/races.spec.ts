// Check-then-act races: fifty at once, and what was checked still holds when it is done.
import { expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { addClient } from '../support/clients.js';
import { authorize, redeem, refresh, signIn, userinfo } from '../support/oauth.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, eventsOf } from '../support/people.js';
import { startService, type Answer } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

/** Runs fifty requests at once. @returns how often each status was answered */
async function race(request: (i: number) => Promise<Answer>): Promise<{ answers: Answer[]; counts: Record<number, number> }> {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => request(i)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return { answers, counts };
}

it('fifty owners of an organization who are removed at once leave one', async () => {
  const orgId = await createOrganization(service);
  const owners: string[] = [];
  for (let i = 0; i < 50; i++) owners.push((await createServiceUser(service, orgId, 'ORG_OWNER')).userId);
  const members = `/admin/v1/organizations/${orgId}/members`;
  const { counts } = await race((i) => service.call('DELETE', `${members}/${owners[i]}/ORG_OWNER`));
  expect(counts).toEqual({ 204: 49, 409: 1 });
  expect((await service.call('GET', members)).body.members).toHaveLength(1);
});

interface Owner {
  orgId: string;
  userId: string;
  token: string;
}

it('owners of the service who lose their role, are deactivated, or whose organization is, all at once, leave one who can still act', async () => {
  const owners: Owner[] = [];
  for (let i = 0; i < 6; i++) {
    const orgId = await createOrganization(service);
    owners.push({ orgId, ...(await createServiceUser(service, orgId, 'IAM_OWNER')) });
  }
  const { admin, serviceUser, orgId } = service.credentials;
  owners.push({ orgId, userId: serviceUser.userId, token: serviceUser.personalAccessToken });
  const own = (path: string) => `/admin/v1/organizations/${path}`;
  const attacks = [
    ({ userId }: Owner) => ['DELETE', `/admin/v1/members/${userId}/IAM_OWNER`],
    ({ userId, orgId: at }: Owner) => ['POST', own(`${at}/service-users/${userId}/_deactivate`)],
    ({ orgId: at }: Owner) => ['POST', own(`${at}/_deactivate`)],
  ];
  // A person, whose end nobody here could look at with a token.
  await service.call('DELETE', `/admin/v1/members/${admin.userId}/IAM_OWNER`);
  await Promise.all(
    owners.flatMap((owner, i) =>
      attacks.map((attack) => {
        const [method = '', path = ''] = attack(owners[(i + 1) % owners.length] ?? owner);
        return service.call(method, path, undefined, { token: owner.token });
      }),
    ),
  );
  const answers = await Promise.all(owners.map(({ token }) => service.call('GET', '/admin/v1/features', undefined, { token })));
  const left = owners.find((_, i) => answers[i]?.status === 200);
  expect(left, 'somebody manages the service').toBeDefined();
  service.credentials.serviceUser.personalAccessToken = left?.token ?? '';
});

it('fifty removals of a personal access token remove it once', async () => {
  const user = await createServiceUser(service, world.organization.id);
  const path = `/admin/v1/organizations/${world.organization.id}/service-users/${user.userId}/personal-access-tokens`;
  const [{ tokenId }] = (await service.call('GET', path)).body.personalAccessTokens;
  expect((await race(() => service.call('DELETE', `${path}/${tokenId}`))).counts).toEqual({ 204: 1, 404: 49 });
  expect((await userinfo(service, user.token)).status).toBe(401);
  expect((await eventsOf(service, user.userId)).filter(({ type }) => type === 'user.pat.removed')).toHaveLength(1);
});

it('fifty secrets at once are ten', async () => {
  const { userId } = await createServiceUser(service, world.organization.id);
  const path = `/admin/v1/organizations/${world.organization.id}/service-users/${userId}/secrets`;
  expect((await race(() => service.call('POST', path, {}))).counts).toEqual({ 201: 10, 409: 40 });
  expect((await service.call('GET', path)).body.secrets).toHaveLength(10);
});

it('fifty switches of a feature and of a policy all succeed, and one of them is what holds', async () => {
  const features = await race((i) => service.call('PUT', '/admin/v1/features', { oidcTokenExchange: i % 2 === 0 }));
  const policies = await race((i) => service.call('PUT', '/admin/v1/policies/impersonation', { enabled: i % 2 === 0 }));
  expect([features.counts, policies.counts]).toEqual([{ 200: 50 }, { 200: 50 }]);
});

it('one of fifty redemptions of a code wins, and its tokens work; a replay 3 s later ends them', async () => {
  const client = await addClient(world, { type: 'userAgent' });
  const { code } = await authorize(service, world, client.clientId);
  const { answers, counts } = await race(() => redeem(service, client, code));
  expect(counts).toEqual({ 200: 1, 400: 49 });
  const token = answers.find(({ status }) => status === 200)?.body.access_token;
  expect((await userinfo(service, token)).status).toBe(200);
  service.get(Clock).advance(3_000);
  expect((await redeem(service, client, code)).body.error).toBe('invalid_grant');
  expect((await userinfo(service, token)).status).toBe(401);
});

it('one of fifty refreshes of a client with a secret and no reuse window wins, and its tokens work; a replay 3 s later ends them', async () => {
  const client = await addClient(world, { refreshReuseSeconds: 0 });
  const { tokens } = await signIn(service, world, client, 'openid offline_access');
  const { answers, counts } = await race(() => refresh(service, client, tokens.refresh_token ?? ''));
  expect(counts).toEqual({ 200: 1, 400: 49 });
  const won = answers.find(({ status }) => status === 200)?.body;
  expect((await userinfo(service, won.access_token)).status).toBe(200);
  const next = await refresh(service, client, won.refresh_token);
  expect(next.status).toBe(200);
  service.get(Clock).advance(3_000);
  expect((await refresh(service, client, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
  for (const token of [won.access_token, next.body.access_token]) expect((await userinfo(service, token)).status).toBe(401);
  expect((await refresh(service, client, next.body.refresh_token)).body.error).toBe('invalid_grant');
});

/** Holds back the next query whose SQL contains `part`. @returns when it was sent, and how to let it go */
function holdQuery(method: 'row' | 'rows', part: string): { sent: Promise<void>; letGo(): void } {
  const { query } = service.get(Database);
  const send = query[method];
  let [sending, letGo] = [() => {}, () => {}];
  const sent = new Promise<void>((resolve) => (sending = resolve));
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const spy = vi.spyOn(query, method).mockImplementation(async (sql: string, values) => {
    if (!sql.includes(part)) return send(sql, values) as never;
    spy.mockRestore();
    sending();
    await held;
    return send(sql, values) as never;
  });
  return { sent, letGo };
}

it('a second submit of a code that came at once and then waited 3 s for the database takes nothing from the first', async () => {
  const client = await addClient(world, { type: 'userAgent' });
  const { code } = await authorize(service, world, client.clientId);
  const held = holdQuery('row', 'code_digest');
  const second = redeem(service, client, code);
  await held.sent;
  const { body } = await redeem(service, client, code);
  service.get(Clock).advance(3_000);
  held.letGo();
  expect((await second).body.error).toBe('invalid_grant');
  expect((await userinfo(service, body.access_token)).status).toBe(200);
});

it('a second use of a refresh token that came at once and then waited 3 s for the database takes nothing from the first', async () => {
  const client = await addClient(world, { refreshReuseSeconds: 0 });
  const { tokens } = await signIn(service, world, client, 'openid offline_access');
  const held = holdQuery('rows', 'JOIN grants g');
  const second = refresh(service, client, tokens.refresh_token ?? '');
  await held.sent;
  const { body } = await refresh(service, client, tokens.refresh_token ?? '');
  service.get(Clock).advance(3_000);
  held.letGo();
  expect((await second).body.error).toBe('invalid_grant');
  expect((await userinfo(service, body.access_token)).status).toBe(200);
  expect((await refresh(service, client, body.refresh_token)).status).toBe(200);
});

it('fifty refreshes of a public client, which may lose answers, give one successor, and it works', async () => {
  const client = await addClient(world, { type: 'userAgent', refreshReuseSeconds: 10 });
  const { tokens } = await signIn(service, world, client, 'openid offline_access');
  const { answers, counts } = await race(() => refresh(service, client, tokens.refresh_token ?? ''));
  expect(counts).toEqual({ 200: 50 });
  const successors = new Set(answers.map(({ body }) => body.refresh_token as string));
  expect(successors.size).toBe(1);
  expect((await refresh(service, client, [...successors][0] ?? '')).status).toBe(200);
});

it('a revocation among fifty refreshes leaves nothing alive', async () => {
  const client = await addClient(world, { type: 'userAgent' });
  const { tokens } = await signIn(service, world, client, 'openid offline_access');
  const { answers } = await race((i) =>
    i === 25
      ? service.call(
          'POST',
          '/oauth/v2/revoke',
          new URLSearchParams({ token: tokens.refresh_token ?? '', client_id: client.clientId }).toString(),
          {
            token: null,
            type: 'application/x-www-form-urlencoded',
          },
        )
      : refresh(service, client, tokens.refresh_token ?? ''),
  );
  for (const { body } of answers.filter(({ body: { access_token } = {} }) => access_token)) {
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect((await refresh(service, client, body.refresh_token)).body.error).toBe('invalid_grant');
  }
});

it('fifty changes of one thing that has no version at once have a number each in the event log', async () => {
  const orgId = await createOrganization(service);
  const { counts } = await race((i) =>
    i % 2 === 0
      ? service.call('PUT', `/admin/v1/organizations/${orgId}/metadata/key${i}`, { value: Buffer.from('x').toString('base64') })
      : service.call('PATCH', `/admin/v1/organizations/${orgId}`, { name: `name ${i}` }),
  );
  expect(counts).toEqual({ 200: 25, 204: 25 });
  const started = await race(() => service.call('POST', '/admin/v1/jobs/purge/_run'));
  expect(started.counts).toEqual({ 202: 50 });
  const changes = new Set(['org.metadata.set', 'org.changed', 'instance.job.started']);
  for (const id of [orgId, 'instance']) {
    const numbers = (await eventsOf(service, id)).filter(({ type }) => changes.has(type)).map(({ sequence }) => Number(sequence));
    expect(numbers).toHaveLength(50);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  }
});
