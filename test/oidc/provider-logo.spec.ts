// The logo of an identity provider: drawn anew, shown on the buttons of the provider, and set by owners alone.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Admission } from '../../src/common/access/principal.js';
import { Browser } from '../support/browser.js';
import { authorizeUrl } from '../support/oauth.js';
import { createOrganization, eventsOf } from '../support/people.js';
import { HOSTILE_FILES, HOSTILE_SVGS, png, SQUARE } from '../support/pictures.js';
import { createServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';

const OF_SERVICE = '/admin/v1/identity-providers';
const SETTINGS = { kind: 'oidc', issuer: 'https://login.example.com', clientId: 'gatehouse', clientAuthentication: 'none' };

useWorld();
let org: string;
let path: string;
let providerId: string;
beforeAll(() => {
  org = `/admin/v1/organizations/${world.organization.id}`;
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  providerId = (await service.call('POST', `${org}/identity-providers`, { ...SETTINGS, name: 'Corporate' })).body.identityProviderId;
  path = `${org}/identity-providers/${providerId}`;
  return () => service.call('DELETE', `${org}/identity-providers/${providerId}`);
});

const upload = (content: string | Buffer, options: object = {}, at = path) =>
  service.call('PUT', `${at}/logo`, { content: Buffer.from(content).toString('base64') }, options);
const logo = async () => (await service.call('GET', path)).body.logo as string | null;
const statusOf = async (address: string) => (await fetch(service.url + address)).status;
const changes = async () =>
  (await eventsOf(service, world.organization.id)).filter(
    ({ type, payload }) => type === 'org.idp.changed' && payload.identityProviderId === providerId,
  );

describe('the logo of a provider', () => {
  it('is drawn anew, and stands on the button of the sign-in page and in the account', async () => {
    const { status, body } = await upload(Buffer.concat([png(600, 300), Buffer.from('<script>alert(1)</script>')]));
    expect([status, body.logo]).toEqual([200, expect.stringMatching(/^\/pages\/images\/[\w-]{43}$/)]);
    const answer = await fetch(service.url + body.logo);
    const drawn = Buffer.from(await answer.arrayBuffer());
    expect([drawn.subarray(1, 4).toString(), drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual(['PNG', 128, 64]);
    expect([drawn.includes('script'), answer.headers.get('content-security-policy')]).toEqual([false, "default-src 'none'; sandbox"]);
    const { application } = await world.addApplication();
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, application.clientId, 'openid'));
    expect(page.html).toContain(`/to/${providerId}?`);
    expect(page.html).toContain(`"><img src="${body.logo}" alt class="icon emblem"/>Continue with Corporate</a>`);
    await service.call('POST', `${org}/people/${world.person.id}/identity-links`, { identityProviderId: providerId, subject: 'S-1' });
    await browser.submit(page, world.loginName, PASSWORD);
    const connections = (await browser.open(`${service.url}/account/identities`)).html;
    expect(connections).toContain(`<img src="${body.logo}" alt class="face emblem"/>`);
    expect(await changes()).toEqual([expect.objectContaining({ payload: expect.objectContaining({ changed: ['logo'] }) })]);
  });

  it('of the service stands on the sign-in page of the account', async () => {
    const { identityProviderId } = (await service.call('POST', OF_SERVICE, { ...SETTINGS, name: 'Social' })).body;
    const at = `${OF_SERVICE}/${identityProviderId}`;
    const { body } = await upload(SQUARE, {}, at);
    const { html } = await new Browser(service.url).open(`${service.url}/account`);
    expect(html).toContain(`<img src="${body.logo}" alt class="icon emblem"/>Continue with Social`);
    const owner = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await upload(png(16, 16), { token: owner.token }, at)).status).toBe(403);
    expect((await service.call('DELETE', `${at}/logo`)).body.logo).toBeNull();
    await service.call('DELETE', at);
  });

  it('is replaced and removed, and its picture is gone with it or its provider', async () => {
    const [first, second] = [(await upload(SQUARE)).body.logo, (await upload(png(40, 40))).body.logo];
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    await upload(png(40, 40));
    const removed = await service.call('DELETE', `${path}/logo`);
    expect([removed.status, removed.body.logo, await statusOf(second)]).toEqual([200, null, 404]);
    expect(await changes()).toHaveLength(3);
    const { body } = await upload(SQUARE);
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect([await statusOf(body.logo), (await upload(SQUARE)).status]).toEqual([404, 404]);
  });

  it('changes the tag of the provider, and stays when its settings change; a dry run keeps nothing', async () => {
    const tag = (await service.call('GET', path)).headers.get('etag') ?? '';
    const tried = await service.call('PUT', `${path}/logo?dryRun=true`, { content: png(16, 16).toString('base64') });
    expect([tried.status, await logo(), await statusOf(tried.body.logo)]).toEqual([200, null, 404]);
    const { body } = await upload(SQUARE, { headers: { 'if-match': tag } });
    expect((await upload(png(40, 40), { headers: { 'if-match': tag } })).status).toBe(412);
    expect((await service.call('DELETE', `${path}/logo`, undefined, { headers: { 'if-match': tag } })).status).toBe(412);
    await service.call('PATCH', path, { buttonLabel: 'Example' });
    expect(await logo()).toBe(body.logo);
  });

  /** The drawing itself is tried by test/admin/branding.spec.ts. */
  const few = new Set(['a script', 'a page']);
  it.each([...HOSTILE_SVGS, ...HOSTILE_FILES].filter(([what]) => few.has(what)))('is refused as %s', async (_, content) => {
    const { status, body } = await upload(content);
    const fault = expect.objectContaining({ code: 'identityProvider.logo', pointer: '/content' });
    expect([status, body.errors, await logo()]).toEqual([400, [fault], null]);
  });
});

describe('the routes of the logo of a provider', () => {
  it('are for owners of the organization, and find no provider of another one', async () => {
    const elsewhere = await createOrganization(service);
    const viewer = await createServiceUser(service, world.organization.id, 'ORG_OWNER_VIEWER');
    const stranger = await createServiceUser(service, elsewhere, 'ORG_OWNER');
    for (const { token } of [viewer, stranger]) {
      expect([403, 404]).toContain((await upload(SQUARE, { token })).status);
      expect([403, 404]).toContain((await service.call('DELETE', `${path}/logo`, undefined, { token })).status);
    }
    const foreign = `/admin/v1/organizations/${elsewhere}/identity-providers/${providerId}`;
    for (const at of [foreign, `${OF_SERVICE}/${providerId}`]) expect((await upload(SQUARE, {}, at)).status).toBe(404);
    expect((await upload(SQUARE, { token: stranger.token }, foreign)).status).toBe(404);
    expect(await logo()).toBeNull();
  });

  it('keep nothing that was drawn after the end of the caller', async () => {
    const caller = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const { judgeAgain } = Admission.prototype;
    vi.spyOn(Admission.prototype, 'judgeAgain').mockImplementationOnce(async function (this: Admission) {
      await service.call('POST', `${org}/service-users/${caller.userId}/_deactivate`);
      return judgeAgain.call(this);
    });
    expect((await upload(SQUARE, { token: caller.token })).status).toBe(401);
    expect(await logo()).toBeNull();
  });
});
