// The mode in which every process answers and none writes: docs/adr/0043-upgrades-and-read-only-mode.md.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { LANGUAGES, textsIn } from '../../src/oidc/pages/texts/texts.js';
import { Browser } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { authorize, authorizeUrl, post, redeem, refresh, signIn, userinfo } from '../support/oauth.js';
import { createPerson, ERROR_URN, eventsOf, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const MODE = '/admin/v1/read-only-mode';

let service: TestService;
let world: World;
let client: Client;
let runs = 0;
beforeAll(async () => {
  service = await startService();
  const runUnderLease = async () => void runs++;
  service.get(Jobs).register({ name: 'rests', everyMs: 3_600_000, leaseMs: 1_000, runUnderLease });
  world = await makeWorld(service);
  client = await addClient(world, { grantTypes: ['authorization_code', 'refresh_token'] });
});
afterAll(() => service.close());
afterEach(() => end());

const begin = (reason?: string) => service.call('POST', `${MODE}/_begin`, reason === undefined ? {} : { reason });
const end = () => service.call('POST', `${MODE}/_end`);

describe('in the read-only mode', () => {
  it('whoever names requests by keys, as the command line does, begins and ends it', async () => {
    const named = async (verb: string, key: string) =>
      (await service.call('POST', `${MODE}/${verb}`, verb === '_begin' ? {} : undefined, { headers: { 'idempotency-key': key } })).status;
    expect([await named('_begin', 'b'), await named('_begin', 'b')]).toEqual([200, 200]);
    expect([await named('_end', 'e'), await named('_end', 'e')]).toEqual([200, 200]);
  });

  it('what only reads is answered as before', async () => {
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    const person = await createPerson(service);
    await begin();
    const path = usersPath(service);
    const { clientId, clientSecret } = service.credentials.serviceUser;
    const answers = {
      'a person by SCIM': await service.call('GET', `${path}/${person.id}`),
      'a filter': await service.call('GET', `${path}?filter=userName%20pr`),
      'a search by POST': await service.call('POST', `${path}/.search`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      }),
      'a list of the admin API': await service.call('GET', '/admin/v1/organizations'),
      events: await service.call('POST', '/admin/v1/events/_search', { limit: 5 }),
      'the feed of events': await service.call('POST', '/admin/v1/events/_search', { follow: true, limit: 5 }),
      discovery: await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null }),
      'the key set': await service.call('GET', '/oauth/v2/keys', undefined, { token: null }),
      userinfo: await userinfo(service, tokens.access_token),
      introspection: await post(service, '/oauth/v2/introspect', { token: tokens.access_token }, client),
      'a token by client credentials': await post(
        service,
        '/oauth/v2/token',
        { grant_type: 'client_credentials' },
        { clientId, clientSecret },
      ),
      'the page at the root': await service.call('GET', '/', undefined, { token: null }),
    };
    expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))).toEqual(
      Object.fromEntries(Object.keys(answers).map((name) => [name, 200])),
    );
    expect(answers.introspection.body.active).toBe(true);
    const wrong = await post(service, '/oauth/v2/introspect', { token: 'x' }, { ...client, clientSecret: 'wrong' });
    expect(wrong.status).toBe(401);
  });

  it('the admin API and SCIM refuse a change in their own envelopes, and say when to come back', async () => {
    const person = await createPerson(service);
    await begin();
    const admin = await service.call('POST', '/admin/v1/organizations', { name: 'Later' });
    expect([admin.status, admin.headers.get('retry-after'), admin.headers.get('content-type')]).toEqual([
      503,
      '60',
      'application/problem+json',
    ]);
    expect(admin.body.code).toBe('service.readOnly');
    const path = usersPath(service);
    for (const refused of [
      await service.call('POST', path, scimUser(freshName())),
      await service.call('PATCH', `${path}/${person.id}`, patchOf({ op: 'replace', path: 'nickName', value: 'x' })),
      await service.call('DELETE', `${path}/${person.id}`),
    ]) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
      expect(refused.body).toMatchObject({ schemas: expect.arrayContaining([ERROR_URN]), status: '503' });
    }
    await end();
    expect((await service.call('GET', `${path}/${person.id}`)).body.nickName).toBeUndefined();
  });

  it('no code and no refresh token is used up', async () => {
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    const { code } = await authorize(service, world, client.clientId);
    await begin();
    for (const refused of [await refresh(service, client, tokens.refresh_token), await redeem(service, client, code)]) {
      expect([refused.status, refused.headers.get('retry-after'), refused.body.error]).toEqual([503, '60', 'temporarily_unavailable']);
    }
    await end();
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
    expect((await redeem(service, client, code)).status).toBe(200);
  });

  it.each(LANGUAGES)('people read on a page that they cannot sign in now: %s', async (lang) => {
    const browser = new Browser(service.url, { 'accept-language': lang });
    const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid'));
    await begin();
    const { page: answer, html } = await browser.submit(page, world.loginName, PASSWORD);
    expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '60']);
    expect(html).toContain(textsIn(lang).t('error.maintenance.title'));
    expect(html).toContain(textsIn(lang).t('error.maintenance.what'));
  });

  it('a sign-in that begins shows the same page', async () => {
    await begin();
    const { page, html } = await new Browser(service.url).open(authorizeUrl(service.url, client.clientId, 'openid'));
    expect([page?.status, page?.headers.get('retry-after')]).toEqual([503, '60']);
    expect(html).toContain(textsIn('en').t('error.maintenance.title'));
  });

  it('jobs rest', async () => {
    const run = service
      .get(Jobs)
      .register({ name: 'rests too', everyMs: 3_600_000, leaseMs: 1_000, runUnderLease: async () => void runs++ });
    await begin();
    await run();
    expect(runs).toBe(0);
    await end();
    await run();
    expect(runs).toBe(1);
  });

  it('the process is ready, and says that it only reads', async () => {
    const ready = async () => {
      const { status, body } = await service.call('GET', '/readyz', undefined, { token: null });
      return { status, readOnly: body.readOnly === true };
    };
    expect(await ready()).toEqual({ status: 200, readOnly: false });
    await begin();
    expect(await ready()).toEqual({ status: 200, readOnly: true });
  });

  it('another process follows', async () => {
    const { writer, reader } = { writer: service.get(Database)['writer'], reader: service.get(Database)['reader'] };
    const other = new Database(writer, reader);
    expect(await other.writeGate.currentBan()).toBeUndefined();
    await begin();
    await expect.poll(() => other.writeGate.currentBan()).toBe('readOnly');
    await expect(other.write('late', async (tx) => tx.record())).rejects.toMatchObject({ code: 'service.readOnly' });
    await end();
    await expect.poll(() => other.writeGate.currentBan()).toBeUndefined();
  });
});

describe('the mode itself', () => {
  it('tells since when, why, by whom, and from when on nobody writes', async () => {
    expect((await service.call('GET', MODE)).body).toEqual({ readOnly: false, since: null, settledAt: null, editor: null, reason: null });
    const { status, body } = await begin('the database moves');
    expect(status).toBe(200);
    expect(body).toMatchObject({ readOnly: true, reason: 'the database moves', editor: service.credentials.serviceUser.userId });
    expect(Date.parse(body.settledAt) - Date.parse(body.since)).toBe(26_750);
    expect((await begin('again')).body).toEqual(body);
    expect((await service.call('GET', MODE)).body).toEqual(body);
    expect((await end()).body.readOnly).toBe(false);
    expect((await end()).status).toBe(200);
    const events = (await eventsOf(service, 'instance')).filter(({ type }) => type.startsWith('instance.read_only.'));
    expect(events.slice(-2)).toMatchObject([
      { type: 'instance.read_only.begun', payload: { reason: 'the database moves' } },
      { type: 'instance.read_only.ended' },
    ]);
  });

  it('is for administrators of the service; whoever only looks may look', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    expect((await service.call('GET', MODE, undefined, { token })).status).toBe(403);
    expect((await service.call('POST', `${MODE}/_begin`, {}, { token })).status).toBe(403);
    const viewer = await createServiceUser(service, service.credentials.orgId, 'IAM_OWNER_VIEWER');
    expect((await service.call('GET', MODE, undefined, { token: viewer.token })).status).toBe(200);
    expect((await service.call('POST', `${MODE}/_end`, undefined, { token: viewer.token })).status).toBe(403);
  });
});
