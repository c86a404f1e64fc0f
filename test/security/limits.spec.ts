// Quotas of requests: of an address, a client, a caller and an organization; refused in the envelope of each protocol.
// On a server too: counts are shared by rows.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { FALLBACK_LANGUAGE } from '../../src/common/texts/localized-texts.js';
import { RequestQuotas } from '../../src/users/organizations/limits/request-quotas.service.js';
import { addClient, type Credentials } from '../support/clients.js';
import { post } from '../support/oauth.js';
import { createOrganization, freshName, scimUser } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type Answer, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh'];
const BY_SERVICE = '/admin/v1/policies/addressLimits';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '127.0.0.0/8' });
  world = await makeWorld(service);
});
afterAll(() => service.close());

// The minute stands still, so that none ends while requests are counted; each test has one of its own.
let minute = 0;
beforeEach(() => {
  const clock = service.get(Clock);
  vi.spyOn(clock, 'nowMs').mockReturnValue(Math.floor(Date.now() / 60_000) * 60_000 + ++minute * 60_000 + 20_000);
});
afterEach(async () => {
  await service.call('DELETE', BY_SERVICE);
  await limitsAreRead();
  vi.restoreAllMocks();
});

let addresses = 0;
/** An address that nobody else sends from. */
const from = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` });

/** A change of the limits of addresses is read in the background. */
async function limitsAreRead(): Promise<void> {
  await service.get(RequestQuotas).onApplicationBootstrap();
}
async function limitAddresses(limits: Record<string, number>): Promise<void> {
  expect((await service.call('PATCH', BY_SERVICE, limits)).status).toBe(200);
  await limitsAreRead();
}
const limitOrganization = async (orgId: string, limits: Record<string, number | null>) =>
  expect((await service.call('PATCH', `/admin/v1/organizations/${orgId}/policies/limits`, limits)).status).toBe(200);

/** Sends one more request than the quota lets in. @returns the refusal */
async function beyond(quota: number, send: () => Promise<Answer>): Promise<Answer> {
  for (let request = 0; request < quota; request++) expect((await send()).status).not.toBe(429);
  const refused = await send();
  expect(refused.status).toBe(429);
  return refused;
}

function expectFields({ headers }: Pick<Answer, 'headers'>, name: string, quota: number, left = 0): void {
  expect(headers.get('ratelimit-policy')).toBe(`"${name}";q=${quota};w=60`);
  expect(headers.get('ratelimit')).toBe(`"${name}";r=${left};t=40`);
}

describe('an address that sends too much', () => {
  const get = (path: string, headers: Record<string, string>) => service.call('GET', path, undefined, { token: null, headers });

  it.each([
    ['token', '/oauth/v2/token', 'POST'],
    ['token', '/oauth/v2/par', 'POST'],
    ['token', '/oauth/v2/device_authorization', 'POST'],
    ['introspection', '/oauth/v2/introspect', 'POST'],
    ['introspection', '/oidc/v1/userinfo', 'GET'],
    ['documents', '/oauth/v2/keys', 'GET'],
  ])('is refused by the %s quota at %s as an OAuth error', async (name, path, method) => {
    await limitAddresses({ [name]: 2 });
    const headers = from();
    const refused = await beyond(2, () => service.call(method, path, method === 'POST' ? {} : undefined, { token: null, headers }));
    expect(refused.body).toEqual({ error: 'temporarily_unavailable', error_description: expect.stringContaining('this network address') });
    expect(
      Object.fromEntries(['retry-after', 'cache-control', 'access-control-allow-origin'].map((one) => [one, refused.headers.get(one)])),
    ).toEqual({
      'retry-after': '40',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expectFields(refused, `${name}-address`, 2);
    expect((await service.call(method, path, method === 'POST' ? {} : undefined, { token: null, headers: from() })).status).not.toBe(429);
  });

  it('is refused by SCIM as a SCIM error, in the language that it prefers, before its token is looked at', async () => {
    await limitAddresses({ scim: 1 });
    const headers = { ...from(), 'accept-language': 'de' };
    const refused = await beyond(1, () =>
      service.call('GET', `/scim/v2/${world.organization.id}/Users`, undefined, { token: 'none', headers }),
    );
    expect(refused.headers.get('content-type')).toContain('application/scim+json');
    expect(refused.body).toMatchObject({ schemas: expect.arrayContaining(['urn:ietf:params:scim:api:messages:2.0:Error']), status: '429' });
    expect(refused.text).toContain('zu viele Anfragen');
    expect(refused.headers.get('retry-after')).toBe('40');
  });

  it('is refused by the admin API as a problem, and goes on with imports, which count apart', async () => {
    await limitAddresses({ admin: 1 });
    const headers = from();
    const refused = await beyond(1, () => service.call('GET', '/admin/v1/organizations', undefined, { headers }));
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.body).toMatchObject({ status: 429, code: 'limit.requests', type: '/docs/errors#limit.requests' });
    expectFields(refused, 'admin-address', 1);
    expect((await service.call('GET', '/admin/v1/imports', undefined, { headers })).status).toBe(200);
  });

  it('is refused when it imports too often, whatever else it may still send', async () => {
    await limitAddresses({ import: 2 });
    const headers = from();
    const body = { dataOrgs: { orgs: [] } };
    expect((await service.call('POST', '/admin/v1/import', body, { headers })).status).toBe(200);
    expect((await service.call('GET', '/admin/v1/imports', undefined, { headers })).status).toBe(200);
    const refused = await service.call('POST', '/admin/v1/imports', body, { headers });
    expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([429, '40', 'limit.requests']);
    expectFields(refused, 'import-address', 2);
    for (const path of ['/admin/v1/organizations', `/scim/v2/${world.organization.id}/Users`, '/oauth/v2/keys'])
      expect((await service.call('GET', path, undefined, { headers })).status).toBe(200);
    expect((await service.call('POST', '/admin/v1/import', body, { headers: from() })).status).toBe(200);
  });

  it('is counted alike in whatever case it writes a path: the router takes each', async () => {
    await limitAddresses({ admin: 2 });
    const headers = from();
    const ask = async (word: string) => (await service.call('GET', `/${word}/v1/organizations`, undefined, { headers })).status;
    expect([await ask('Admin'), await ask('ADMIN'), await ask('aDmin'), await ask('admin')]).toEqual([200, 200, 429, 429]);
  });

  it.each(LANGUAGES)('sees a page about it, in the language %s', async (language) => {
    await limitAddresses({ signIn: 1 });
    const headers = { ...from(), 'accept-language': language };
    const refused = await beyond(1, () => get('/oauth/v2/authorize?client_id=x', headers));
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.text).toContain(`<html lang="${language}`);
    if (language !== FALLBACK_LANGUAGE) expect(refused.text).not.toContain('Very many requests');
    for (const path of ['/sign-in/none', '/account', '/password/forgot', '/oidc/v1/end_session'])
      expect((await get(path, headers)).status).toBe(429);
  });

  it('is never refused when it asks whether the service is healthy, nor where the limit is 0', async () => {
    await limitAddresses({ documents: 1, admin: 0, token: 0 });
    const headers = from();
    for (let request = 0; request < 5; request++) {
      expect((await get('/healthz', headers)).status).toBe(200);
      expect((await service.call('GET', '/admin/v1/organizations', undefined, { headers })).status).toBe(200);
    }
  });

  it('is told how much is left once it has used up half', async () => {
    await limitAddresses({ documents: 10 });
    const headers = from();
    const answers: Answer[] = [];
    for (let request = 0; request < 10; request++) answers.push(await get('/.well-known/openid-configuration', headers));
    expect(answers.map((answer) => answer.headers.get('ratelimit')?.split(';')[1] ?? null)).toEqual([
      ...Array.from({ length: 5 }, () => null),
      'r=4',
      'r=3',
      'r=2',
      'r=1',
      'r=0',
    ]);
  });

  it('is one address with the 64 bits of IPv6 that a customer gets', async () => {
    await limitAddresses({ documents: 2 });
    const [one, other, neighbour] = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1'].map((address) => ({
      'x-forwarded-for': address,
    }));
    for (const headers of [one, other]) expect((await get('/oauth/v2/keys', headers as never)).status).toBe(200);
    expect((await get('/oauth/v2/keys', one as never)).status).toBe(429);
    expect((await get('/oauth/v2/keys', neighbour as never)).status).toBe(200);
  });

  it('gets a new minute', async () => {
    await limitAddresses({ documents: 1 });
    const headers = from();
    const refused = await beyond(1, () => get('/oauth/v2/keys', headers));
    vi.spyOn(service.get(Clock), 'nowMs').mockReturnValue(service.get(Clock).nowMs() + Number(refused.headers.get('retry-after')) * 1_000);
    expect((await get('/oauth/v2/keys', headers)).status).toBe(200);
  });
});

describe('a client', () => {
  const tokenOf = (client: Credentials) => post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope: 'openid' }, client);
  const introspect = (client: Credentials) => post(service, '/oauth/v2/introspect', { token: 'x' }, client);
  const serviceUser = async (orgId: string): Promise<Credentials> => {
    const { userId } = await createServiceUser(service, orgId);
    return (await service.call('POST', `/admin/v1/organizations/${orgId}/service-users/${userId}/secrets`, {})).body;
  };

  it('is refused beyond its quota, and so are all clients beyond that of their organization', async () => {
    const orgId = await createOrganization(service);
    const [one, two, three] = [await serviceUser(orgId), await serviceUser(orgId), await serviceUser(orgId)];
    await limitOrganization(orgId, { tokenPerClient: 3, token: 5 });
    const refused = await beyond(3, () => tokenOf(one));
    expect(refused.body).toEqual({ error: 'temporarily_unavailable', error_description: expect.stringContaining('this client') });
    expectFields(refused, 'token-client', 3);
    expect(refused.headers.get('retry-after')).toBe('40');
    expectFields(await beyond(2, () => tokenOf(two)), 'token-organization', 5);
    expect((await tokenOf(three)).status).toBe(429);
    // Introspection counts apart; so does another organization.
    expect((await introspect(one)).status).not.toBe(429);
    expect((await tokenOf(await serviceUser(await createOrganization(service)))).status).toBe(200);
  });

  it('is not refused because strangers send its name with a wrong secret, or because a public client has many users', async () => {
    const orgId = world.organization.id;
    await limitOrganization(orgId, { tokenPerClient: 1, token: 1, introspectionPerClient: 1 });
    const client = await addClient(world, { type: 'web' });
    for (let guess = 0; guess < 5; guess++)
      expect((await introspect({ clientId: client.clientId, clientSecret: 'wrong' })).status).toBe(401);
    expect((await introspect(client)).status).toBe(200);
    expect((await introspect(client)).status).toBe(429);
    const open = await addClient(world, { type: 'userAgent' });
    for (let request = 0; request < 5; request++)
      expect((await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: 'x' }, open)).status).toBe(400);
    await limitOrganization(orgId, { tokenPerClient: null, token: null, introspectionPerClient: null });
  });
});

describe('a caller of the APIs', () => {
  const scim = (orgId: string, token?: string, body?: unknown) =>
    service.call(body ? 'POST' : 'GET', `/scim/v2/${orgId}/Users`, body, token === undefined ? {} : { token });

  it('reads in every answer how much is left, and is refused beyond it', async () => {
    const orgId = await createOrganization(service);
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    await limitOrganization(orgId, { scimPerCaller: 3, scim: 20 });
    const first = await scim(orgId, token, scimUser(freshName()));
    expect(first.status).toBe(201);
    expect(first.headers.get('ratelimit-policy')).toBe('"scim-caller";q=3;w=60, "scim-organization";q=20;w=60');
    expect(first.headers.get('ratelimit')).toBe('"scim-caller";r=2;t=40, "scim-organization";r=19;t=40');
    const refused = await beyond(2, () => scim(orgId, token));
    expectFields(refused, 'scim-caller', 3);
    expect(refused.body).toMatchObject({ schemas: expect.arrayContaining(['urn:ietf:params:scim:api:messages:2.0:Error']), status: '429' });
    // The admin API counts apart.
    const other = await service.call('GET', `/admin/v1/organizations/${orgId}`, undefined, { token });
    expect([other.status, other.headers.get('ratelimit')?.includes('"admin-caller";r=')]).toEqual([200, true]);
  });

  it.each([
    ['admin', (orgId: string) => `/admin/v1/organizations/${orgId}`],
    ['scim', (orgId: string) => `/scim/v2/${orgId}/Users`],
  ])('has one quota at the %s API for all organizations it manages and those that do not exist: that of its own', async (name, pathOf) => {
    const [home, ...elsewhere] = [await createOrganization(service), await createOrganization(service), await createOrganization(service)];
    const { token } = await createServiceUser(service, home, 'IAM_OWNER');
    const ask = (orgId: string) => service.call('GET', pathOf(orgId), undefined, { token, headers: from() });
    await limitOrganization(home, { [`${name}PerCaller`]: 5 });
    for (const orgId of elsewhere) await limitOrganization(orgId, { [`${name}PerCaller`]: 1, [name]: 20 });
    const [one, other] = elsewhere;
    const answers = [await ask(one), await ask(one), await ask(other), await ask(freshName('none')), await ask(freshName('none'))];
    const left = answers.map(({ status, headers }) => [status, headers.get('ratelimit')?.split(';')[1]]);
    expect(left).toEqual([200, 200, 200, 404, 404].map((status, at) => [status, expect.stringContaining(`r=${4 - at}`)]));
    const ofOrganization = answers.map(({ headers }) => /-organization";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const first = Number(ofOrganization[0]);
    expect(ofOrganization).toEqual([`${first}`, `${first - 1}`, `${first}`, undefined, undefined]);
    for (const orgId of [home, one, other, freshName('none')]) expect((await ask(orgId)).status).toBe(429);
    expectFields(await ask(one), `${name}-caller`, 5);
  });

  it('is counted alike in whatever case it writes a path', async () => {
    const orgId = await createOrganization(service);
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    await limitOrganization(orgId, { adminPerCaller: 2 });
    const ask = async (word: string) =>
      (await service.call('GET', `/${word}/v1/organizations/${orgId}`, undefined, { token, headers: from() })).status;
    expect([await ask('admin'), await ask('ADMIN'), await ask('Admin')]).toEqual([200, 200, 429]);
  });

  it('is counted once for a SCIM request of many operations', async () => {
    const orgId = await createOrganization(service);
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    await limitOrganization(orgId, { scimPerCaller: 5, scim: 20 });
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'];
    const create = (at: number) => ({ method: 'POST', path: '/Users', bulkId: `b${at}`, data: scimUser(freshName()) });
    const body = { schemas, Operations: Array.from({ length: 10 }, (_, at) => create(at)) };
    const answer = await service.call('POST', `/scim/v2/${orgId}/Bulk`, body, { token });
    expect(answer.body.Operations).toHaveLength(10);
    expect(answer.headers.get('ratelimit')).toBe('"scim-caller";r=4;t=40, "scim-organization";r=19;t=40');
  });

  it('is refused when it imports too often, and still reaches the other routes', async () => {
    const orgId = await createOrganization(service);
    const { token } = await createServiceUser(service, orgId, 'IAM_OWNER');
    await limitOrganization(orgId, { importPerCaller: 2, import: 20 });
    const send = (method: string, path: string, body?: unknown) => service.call(method, path, body, { token, headers: from() });
    const body = { dataOrgs: { orgs: [] } };
    const first = await send('POST', '/admin/v1/import', body);
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"import-caller";r=1;t=40, "import-organization";r=19;t=40']);
    expect((await send('GET', '/admin/v1/imports')).status).toBe(200);
    const refused = await send('POST', '/admin/v1/imports', body);
    expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([429, '40', 'limit.requests']);
    expectFields(refused, 'import-caller', 2);
    for (const path of [`/admin/v1/organizations/${orgId}`, `/scim/v2/${orgId}/Users`]) expect((await send('GET', path)).status).toBe(200);
  });

  it('uses up nothing of an organization in which it may do nothing', async () => {
    const [orgId, elsewhere] = [await createOrganization(service), await createOrganization(service)];
    const { token } = await createServiceUser(service, elsewhere);
    await limitOrganization(orgId, { scim: 2, scimPerCaller: 2, admin: 2, adminPerCaller: 2 });
    for (let request = 0; request < 5; request++) {
      expect([403, 404]).toContain((await scim(orgId, token)).status);
      expect([403, 404]).toContain((await service.call('GET', `/admin/v1/organizations/${orgId}`, undefined, { token })).status);
    }
    expect([(await scim(orgId)).status, (await service.call('GET', `/admin/v1/organizations/${orgId}`)).status]).toEqual([200, 200]);
  });

  it('of an organization sees its limits, and only an administrator of the service changes them, with an event', async () => {
    const orgId = await createOrganization(service);
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const path = `/admin/v1/organizations/${orgId}/policies/limits`;
    for (const [method, body] of [
      ['PATCH', { scim: 7 }],
      ['PUT', { scim: 7 }],
      ['DELETE', undefined],
    ] as const)
      expect((await service.call(method, path, body, { token })).status).toBe(403);
    await limitOrganization(orgId, { scim: 1_000 });
    const seen = await service.call('GET', path, undefined, { token });
    expect(seen.body).toMatchObject({ own: { scim: 1_000 }, effective: { scim: 1_000, scimPerCaller: seen.body.inherited.scimPerCaller } });
    const { events } = (await service.call('POST', '/admin/v1/events/_search', { limit: 1, asc: false })).body;
    expect(events[0]).toMatchObject({ type: { type: 'instance.policy.set' }, payload: { kind: 'limits', scim: 1_000 } });
  });
});
