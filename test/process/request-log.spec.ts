// A request id, which every answer and error carries, leads to a line of the log.
// On SQLite alone: it is about log lines.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendBytes } from '../support/raw-http.js';
import { Ground } from '../support/processes.js';
import { startHere, type StartedHere } from '../support/start-here.js';

let ground: Ground;
let service: StartedHere;
beforeAll(async () => {
  ground = await Ground.make({ LOG_LEVEL: 'info', ACCESS_LOG: 'all' });
  service = await startHere(ground.env);
});
afterAll(async () => {
  await service?.close();
  await ground?.clear();
});

let chosen = 0;
const lineOf = (requestId: string, message = 'request') =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"message":"${message}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line['requestId'] === requestId);

it('every request leaves a line with its route, status, caller and organization, and with no value of it', async () => {
  const { orgId, serviceUser } = ground.credentials;
  const authorization = `Bearer ${serviceUser.personalAccessToken}`;
  const ask = async (id: string, path: string, headers: Record<string, string> = {}) => {
    await fetch(service.url + path, { headers: { 'x-request-id': id, ...headers } });
    await expect.poll(() => lineOf(id)).toBeDefined();
    return lineOf(id);
  };
  expect(await ask('one', `/scim/v2/${orgId}/Users?filter=userName%20eq%20%22eve%22`, { authorization })).toMatchObject({
    method: 'GET',
    route: '/scim/v2/:orgId/Users',
    status: 200,
    callerId: serviceUser.userId,
    organizationId: orgId,
  });
  expect(await ask('two', `/scim/v2/${orgId}/Users`)).toMatchObject({ status: 401 });
  expect(await ask('three', '/oauth/v2/keys')).toMatchObject({ route: '/oauth/v2/keys', status: 200 });
  expect(await ask('four', '/nothing/eve@example.com')).toMatchObject({ route: '/:path', status: 404 });
  const lines = service.output();
  expect(lines).not.toMatch(/eve@example|%22|userName%20/);
  expect(lines).not.toContain(serviceUser.personalAccessToken);
});

it.each([
  ['GET', '/nothing/eve', 404, '/:path'],
  ['PUT', '/scim/v2/partner/Users/ada.lovelace', 401, '/scim/v2/:orgId/Users/:id'],
  ['PUT', '/scim/v2/partner/Persons/ada.lovelace', 404, '/scim/:path'],
  ['GET', '/SCIM/v2/partner/Persons/ada.lovelace', 404, '/scim/:path'],
  ['GET', '/oauth/v2/authorize/lovelace', 400, '/oauth/v2/authorize/:path'],
  ['GET', '/oauth/v2/token', 405, '/oauth/v2/token'],
  ['GET', '/.well-known/openid-configuration', 200, '/.well-known/openid-configuration'],
  ['GET', '/docs/lovelace', 404, '/docs/:path'],
])('%s %s is %i, and its line says %s', async (method, path, status, route) => {
  const id = `chosen-${++chosen}`;
  await fetch(service.url + path, { method, headers: { 'x-request-id': id } });
  await expect.poll(() => lineOf(id)).toMatchObject({ method, route, status });
});

it('a request that is refused at the gate leaves a line with no value of its path', async () => {
  const policy = `${service.url}/admin/v1/policies/addressLimits`;
  const headers = { authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}`, 'content-type': 'application/json' };
  await fetch(policy, { method: 'PATCH', headers, body: JSON.stringify({ scim: 1 }) });
  const ask = async () => {
    const id = `refused-${++chosen}`;
    // With a token: that is when a process sees that policies have changed.
    await fetch(`${service.url}/scim/v2/partner/Users/ada.lovelace`, { headers: { ...headers, 'x-request-id': id } });
    await expect.poll(() => lineOf(id)).toBeDefined();
    return lineOf(id);
  };
  // A minute may end in between.
  await expect.poll(ask).toMatchObject({ status: 429, route: '/scim/:path' });
  await fetch(policy, { method: 'DELETE', headers });
});

it('requests with forwarded headers leave one warning while no proxy is trusted, wherever they go, and change no address', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1' };
  const warnings = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('TRUST_PROXY is 0'));
  for (const path of ['/oauth/v2/keys', '/healthz', '/oauth/v2/authorize', '/admin/v1/organizations'])
    await fetch(service.url + path, { headers: { ...forwarded, 'x-request-id': `forwarded-${path.length}` } });
  await expect.poll(() => lineOf(`forwarded-${'/admin/v1/organizations'.length}`)).toBeDefined();
  expect(warnings()).toHaveLength(1);
  expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 'warn' });
});

it('requests of clients leave who they are, and one line when they cannot prove it, without what they sent', async () => {
  const { orgId, serviceUser } = ground.credentials;
  const authorization = `Bearer ${serviceUser.personalAccessToken}`;
  const made = await fetch(`${service.url}/admin/v1/organizations/${orgId}/service-users/${serviceUser.userId}/secrets`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  });
  const { clientId, clientSecret } = (await made.json()) as { clientId: string; clientSecret: string };
  const ask = async (id: string, client: string, secret: string) => {
    const headers = { 'x-request-id': id, authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const { status } = await fetch(`${service.url}/oauth/v2/token`, { method: 'POST', headers, body });
    await expect.poll(() => lineOf(id)).toBeDefined();
    return { status, line: lineOf(id), failure: lineOf(id, 'client authentication failed') };
  };
  expect(await ask('five', clientId, clientSecret)).toMatchObject({
    status: 200,
    line: { route: '/oauth/v2/token', callerId: clientId, organizationId: orgId },
    failure: undefined,
  });
  const [guess, stranger] = ['a-guess-of-eve', 'client-of-eve'];
  expect(await ask('six', clientId, guess)).toMatchObject({
    status: 401,
    failure: { endpoint: '/oauth/v2/token', reason: 'Client authentication failed.', clientId },
  });
  expect(await ask('seven', stranger, guess)).toMatchObject({ status: 401, failure: { endpoint: '/oauth/v2/token' } });
  for (const secret of [guess, stranger, clientSecret]) expect(service.output()).not.toContain(secret);
});

it('a request that cannot be parsed leaves a line under the id it was answered with', async () => {
  const answer = await sendBytes(service.url, 'GET / HTTP/1.1\r\nHost: a\r\nbroken header\r\n\r\n');
  const id = /X-Request-Id: (\S+)/i.exec(answer)?.[1] ?? '';
  await expect.poll(() => lineOf(id)).toMatchObject({ status: 400 });
});

it('without a setting, requests that failed leave a line, and others none', async () => {
  await service.close();
  const quiet = (service = await startHere(ground.env, { ACCESS_LOG: '' }));
  await fetch(`${quiet.url}/healthz`, { headers: { 'x-request-id': 'good' } });
  await fetch(`${quiet.url}/nothing`, { headers: { 'x-request-id': 'bad' } });
  await expect.poll(() => quiet.output()).toContain('"requestId":"bad"');
  expect(quiet.output()).not.toContain('"requestId":"good"');
});
