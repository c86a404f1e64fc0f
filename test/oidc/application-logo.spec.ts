// The logo of an application: drawn anew, shown where people decide about the application, and told to no application.
// On a server too: pictures are written as bytes.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Admission } from '../../src/common/access/principal.js';
import { Database } from '../../src/common/database/database.js';
import { Browser } from '../support/browser.js';
import { authorizeUrl } from '../support/oauth.js';
import { createOrganization, eventsOf } from '../support/people.js';
import { HOSTILE_FILES, HOSTILE_SVGS, png, SQUARE } from '../support/pictures.js';
import { createServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';

useWorld();

let path: string;
let application: { id: string; clientId: string };
beforeEach(async () => {
  ({ application } = await world.addApplication({ name: 'Time sheet', consentRequired: true }));
  path = pathOf(application.id);
});

const pathOf = (id: string) => `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${id}`;
const upload = (content: string | Buffer, options: object = {}) =>
  service.call('PUT', `${path}/logo`, { content: Buffer.from(content).toString('base64') }, options);
const logo = async () => (await service.call('GET', path)).body.logo as string | null;
const stored = async () => (await service.get(Database).query.rows('SELECT application_no FROM application_logos')).length;
const consentPage = async () => {
  const browser = new Browser(service.url);
  const question = await browser.submit(
    await browser.open(authorizeUrl(service.url, application.clientId, 'openid')),
    world.loginName,
    PASSWORD,
  );
  return { browser, question };
};
const changes = async () => (await eventsOf(service, application.id)).filter(({ type }) => type === 'application.config.changed');

describe('a logo', () => {
  it('is drawn anew, and shown where people consent and where they take consent back', async () => {
    const before = await stored();
    const { status, body } = await upload(Buffer.concat([png(600, 300), Buffer.from('<script>alert(1)</script>')]));
    expect([status, body.logo]).toEqual([200, expect.stringMatching(/^\/pages\/images\/[\w-]{43}$/)]);
    const answer = await fetch(service.url + body.logo);
    const drawn = Buffer.from(await answer.arrayBuffer());
    expect([drawn.subarray(1, 4).toString(), drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual(['PNG', 256, 128]);
    expect(drawn.includes('script')).toBe(false);
    expect([answer.headers.get('content-security-policy'), answer.headers.get('x-content-type-options')]).toEqual([
      "default-src 'none'; sandbox",
      'nosniff',
    ]);
    const { browser, question } = await consentPage();
    const shown = `<img src="${body.logo}" alt class="face emblem"/>`;
    expect(question.html).toContain(shown);
    await browser.submitButton(question, 'Allow');
    expect((await browser.open(`${service.url}/account/applications`)).html).toContain(shown);
    expect([await stored(), await changes()]).toEqual([before + 1, [expect.objectContaining({ payload: { changed: ['logo'] } })]]);
  });

  it('takes precedence over the logo of the organization, which returns with its removal', async () => {
    const branding = `/admin/v1/organizations/${world.organization.id}/branding`;
    await service.call('PUT', `${branding}/images/logoLight`, { content: png(64, 64).toString('base64') });
    const { published } = (await service.call('POST', `${branding}/_publish`)).body;
    const publisher = `<img src="${new URL(published.logoLight).pathname}" alt class="logo"/>`;
    await upload(SQUARE);
    expect((await consentPage()).question.html).not.toContain(publisher);
    const removed = await service.call('DELETE', `${path}/logo`);
    expect([removed.status, removed.body.logo]).toEqual([200, null]);
    expect((await consentPage()).question.html).toContain(publisher);
    await service.call('DELETE', branding);
  });

  it('is stored once per application, and gone with it', async () => {
    const before = await stored();
    const first = (await upload(SQUARE)).body.logo as string;
    const second = (await upload(png(40, 40))).body.logo as string;
    expect([first === second, await stored()]).toEqual([false, before + 1]);
    expect([(await fetch(service.url + first)).status, (await fetch(service.url + second)).status]).toEqual([404, 200]);
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect([await stored(), (await fetch(service.url + second)).status]).toEqual([before, 404]);
  });

  it('stays when the settings are replaced, and changes the tag of the application', async () => {
    const tag = (await service.call('GET', path)).headers.get('etag') ?? '';
    const { body } = await upload(SQUARE, { headers: { 'if-match': tag } });
    expect((await upload(png(40, 40), { headers: { 'if-match': tag } })).status).toBe(412);
    expect((await service.call('DELETE', `${path}/logo`, undefined, { headers: { 'if-match': tag } })).status).toBe(412);
    await service.call('PUT', path, { name: 'Time sheet', consentRequired: true, redirectUris: ['https://app.example.com/callback'] });
    expect(await logo()).toBe(body.logo);
    await upload(SQUARE);
    expect((await changes()).filter(({ payload }) => (payload.changed as string[]).includes('logo'))).toHaveLength(1);
  });

  it('is told to no application: neither by discovery nor beside tokens', async () => {
    const { body } = await upload(SQUARE);
    const digest = body.logo.split('/').at(-1) as string;
    const discovery = await (await fetch(`${service.url}/.well-known/openid-configuration`)).text();
    const { browser, question } = await consentPage();
    const end = await browser.submitButton(question, 'Allow');
    expect([/logo_uri|\/pages\/images\//.test(discovery), end.url.includes('code='), end.url.includes(digest)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  /** The drawing itself is tried by test/admin/branding.spec.ts. */
  const few = new Set(['a script', 'a picture from elsewhere', 'a page', 'more pixels than its bytes say', 'more bytes than are taken']);
  it.each([...HOSTILE_SVGS, ...HOSTILE_FILES].filter(([what]) => few.has(what)))('is refused as %s', async (_, content) => {
    const { status, body } = await upload(content);
    expect([status, body.errors, await logo()]).toEqual([
      400,
      [expect.objectContaining({ code: 'application.logo', pointer: '/content' })],
      null,
    ]);
  });
});

describe('the routes of a logo', () => {
  it('are for those who may change the application', async () => {
    const viewer = await createServiceUser(service, world.organization.id, 'ORG_OWNER_VIEWER');
    const manager = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const elsewhere = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    for (const { token } of [viewer, manager, elsewhere]) {
      expect([403, 404]).toContain((await upload(SQUARE, { token })).status);
      expect([403, 404]).toContain((await service.call('DELETE', `${path}/logo`, undefined, { token })).status);
    }
    expect(await logo()).toBeNull();
  });

  it('leave an application with apiAccess to those who manage the whole service', async () => {
    const { application: api } = await world.addApplication({ name: 'Console', apiAccess: true });
    const owner = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    path = pathOf(api.id);
    for (const content of [SQUARE, 'no picture'])
      expect((await upload(content, { token: owner.token })).body.code).toBe('application.apiAccess');
    expect((await service.call('DELETE', `${path}/logo`, undefined, { token: owner.token })).status).toBe(403);
    expect((await upload(SQUARE)).status).toBe(200);
  });

  it('do not find an application of another project or organization', async () => {
    const other = await createOrganization(service);
    path = `/admin/v1/organizations/${other}/projects/${world.projectId}/applications/${application.id}`;
    expect((await upload(SQUARE)).status).toBe(404);
    path = pathOf('other').replace(world.projectId, 'no-project');
    for (const content of [SQUARE, 'no picture']) expect((await upload(content)).status).toBe(404);
  });

  it('keep nothing that was drawn after the end of the caller', async () => {
    const caller = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const { judgeAgain } = Admission.prototype;
    vi.spyOn(Admission.prototype, 'judgeAgain').mockImplementationOnce(async function (this: Admission) {
      await service.call('POST', `/admin/v1/organizations/${world.organization.id}/service-users/${caller.userId}/_deactivate`);
      return judgeAgain.call(this);
    });
    expect((await upload(SQUARE, { token: caller.token })).status).toBe(401);
    expect(await logo()).toBeNull();
  });
});
