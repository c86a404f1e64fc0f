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

const lineOf = (requestId: string) =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"message":"request"'))
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
