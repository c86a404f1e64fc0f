// Browsers of other origins: which may call the APIs of this service and its OAuth endpoints, and what they may read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient, type Credentials } from '../support/clients.js';
import { authorize, VERIFIER } from '../support/oauth.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';
import { freshName, scimUser } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const CONSOLE = 'https://console.example.com';
const STRANGER = 'https://stranger.example';

let service: TestService;
let world: World;
let users: string;
beforeAll(async () => {
  service = await startService({ CORS_ORIGINS: `${CONSOLE}, http://localhost:5173` });
  world = await makeWorld(service);
  users = `/scim/v2/${world.organization.id}/Users`;
});
afterAll(() => service.close());

const preflight = (path: string, origin: string) =>
  service.call('OPTIONS', path, undefined, {
    token: null,
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,content-type' },
  });
const allowed = async (origin: string) =>
  (await preflight('/admin/v1/organizations', origin)).headers.get('access-control-allow-origin') === origin;
const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('an origin of the settings', () => {
  it.each(['/admin/v1/organizations', '/scim/v2/any/Users'])(
    'may call %s: the preflight needs no token, and allows no credentials',
    async (path) => {
      const { status, headers } = await preflight(path, CONSOLE);
      expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([204, CONSOLE, 'Origin']);
      expect(headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/authorization.*content-type.*if-match/);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it('reads answers with the headers that tell where things are and when to come again, refusals too', async () => {
    const created = await service.call('POST', users, scimUser(freshName()), { headers: { origin: CONSOLE } });
    expect([created.status, created.headers.get('access-control-allow-origin')]).toEqual([201, CONSOLE]);
    for (const name of ['ETag', 'Location', 'Retry-After']) expect(created.headers.get('access-control-expose-headers')).toContain(name);
    const refused = await service.call('GET', '/admin/v1/organizations', undefined, { token: null, headers: { origin: CONSOLE } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, CONSOLE]);
  });
});

describe('any other origin', () => {
  it('is answered as if there were no such thing', async () => {
    const answer = await service.call('GET', '/admin/v1/organizations', undefined, { headers: { origin: STRANGER } });
    expect([answer.status, corsHeaders(answer.headers)]).toEqual([200, []]);
    const refused = await preflight(users, STRANGER);
    expect(corsHeaders(refused.headers)).toEqual([]);
  });
});

describe('an origin of an application', () => {
  it('counts while the application is active, has apiAccess, and names it', async () => {
    const origin = 'https://spa.example.com';
    expect(await allowed(origin)).toBe(false);
    const {
      application: { id: applicationId },
    } = await addClient(world, { type: 'userAgent', allowedOrigins: [origin] });
    const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${applicationId}`;
    expect(await allowed(origin)).toBe(false);
    await service.call('PATCH', path, { apiAccess: true });
    expect(await allowed(origin)).toBe(true);
    await service.call('POST', `${path}/_deactivate`);
    expect(await allowed(origin)).toBe(false);
    await service.call('POST', `${path}/_reactivate`);
    expect(await allowed(origin)).toBe(true);
    await service.call('PATCH', path, { allowedOrigins: null });
    expect(await allowed(origin)).toBe(false);
  });

  it.each([
    '*',
    'null',
    'https://*.example.com',
    'https://console.example.com/',
    'http://console.example.com',
    'https://a.example,https://b.example',
  ])('is not %j', async (origin) => {
    const body = { name: 'SPA', type: 'userAgent', redirectUris: [REDIRECT_URI], allowedOrigins: [origin] };
    const answer = await service.call(
      'POST',
      `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications`,
      body,
    );
    expect([answer.status, answer.body.code]).toEqual([400, 'application.allowedOrigins']);
  });
});

describe('the token endpoint', () => {
  const redeemFrom = async (client: Credentials, origin: string) => {
    const { code } = await authorize(service, world, client.clientId);
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      client_id: client.clientId,
    };
    const type = 'application/x-www-form-urlencoded';
    return service.call('POST', '/oauth/v2/token', new URLSearchParams(form).toString(), { token: null, type, headers: { origin } });
  };

  it('answers the API explorer, which is a page of this service, and origins the application names', async () => {
    const client = await addClient(world, { type: 'userAgent', allowedOrigins: ['https://spa2.example.com'] });
    for (const origin of [service.url, 'https://spa2.example.com', new URL(REDIRECT_URI).origin])
      expect((await redeemFrom(client, origin)).status, origin).toBe(200);
    expect((await redeemFrom(client, STRANGER)).status).toBe(400);
  });
});
