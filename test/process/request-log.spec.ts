// A request id, which every answer and error carries, leads to a line of the log.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Ground, type Process } from '../support/processes.js';

let ground: Ground;
let service: Process;
beforeAll(async () => {
  ground = await Ground.make({ LOG_LEVEL: 'debug' });
  service = await ground.start();
});
afterAll(() => ground?.clear());

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
  expect(await ask('four', '/nothing/eve@example.com')).toMatchObject({ route: '/nothing/:value', status: 404 });
  const lines = service.output();
  expect(lines).not.toMatch(/eve@example|%22|userName%20/);
  expect(lines).not.toContain(serviceUser.personalAccessToken);
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
