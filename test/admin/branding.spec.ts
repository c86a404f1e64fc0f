// How an organization decides its look: a draft, a preview, publishing; and what is refused, because everybody who signs in would get it.
// On SQLite alone: it is about pictures and pages.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Browser } from '../support/browser.js';
import { CHALLENGE } from '../support/oauth.js';
import { createOrganization, eventsOf } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';
import { HOSTILE_FILES, HOSTILE_SVGS, png, SQUARE, svg } from '../support/pictures.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
let base: string;
let login: () => Promise<string>;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}/branding`;
  const { clientId } = (await world.addApplication({ name: 'App' })).application;
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE };
  login = async () =>
    (await new Browser(service.url).open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`)).html ?? '';
});

const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');
const change = (body: object, headers = {}) => service.call('PATCH', base, body, { headers });
const publish = () => service.call('POST', `${base}/_publish`);
const upload = (content: string | Buffer, slot = 'logoLight') =>
  service.call('PUT', `${base}/images/${slot}`, { content: base64(content) });
const images = async () =>
  (
    await service
      .get(Database)
      .query.rows<{ digest: string }>('SELECT digest FROM branding_images WHERE org_no = ?', [world.organization.no])
  ).length;

describe('a look', () => {
  it('is a draft that nobody sees until it is published', async () => {
    const before = (await service.call('GET', base)).body;
    expect(before).toMatchObject({ published: { accent: '1f4fbf', showName: true, layout: 'card', links: { help: null } }, draft: null });
    const links = { help: 'mailto:help@example.com', imprint: 'https://example.com/imprint' };
    const drafted = (await change({ accent: 'c2185b', background: 'fff4e6', cornerRadius: 'large', layout: 'split', links })).body;
    expect(drafted.published).toEqual(before.published);
    expect(drafted.draft).toMatchObject({ accent: 'c2185b', layout: 'split', links: { ...links, privacy: null } });
    expect(await login()).toContain('accent=1f4fbf');
    expect((await publish()).body).toMatchObject({ published: drafted.draft, draft: null });
    const html = await login();
    expect(html).toContain('accent=c2185b&amp;background=fff4e6&amp;radius=large');
    expect(html).toContain('<body class="split">');
    expect(html).toContain('href="https://example.com/imprint"');
    expect((await service.call('DELETE', base)).body).toEqual(before);
    expect(await login()).toContain('accent=1f4fbf');
  });

  it('is changed member by member, and null returns to what is inherited', async () => {
    await change({ accent: 'c2185b', links: { help: 'https://example.com/help', terms: 'https://example.com/terms' } });
    const { draft } = (await change({ accent: null, links: { help: null } })).body;
    expect([draft.accent, draft.links.help, draft.links.terms]).toEqual(['1f4fbf', null, 'https://example.com/terms']);
    expect((await service.call('POST', `${base}/_discard`)).body.draft).toBeNull();
  });

  it('is that of the service where the organization decided nothing', async () => {
    await service.call('PATCH', '/admin/v1/branding', { links: { privacy: 'https://example.com/privacy' } });
    expect(await login()).not.toContain('https://example.com/privacy');
    await service.call('POST', '/admin/v1/branding/_publish');
    expect(await login()).toContain('https://example.com/privacy');
    expect((await change({ accent: 'c2185b' })).body.draft.links.privacy).toBe('https://example.com/privacy');
    await service.call('DELETE', '/admin/v1/branding');
    expect(await login()).not.toContain('https://example.com/privacy');
  });

  it('is written down by the names of what changed', async () => {
    await change({ accent: 'c2185b' });
    await publish();
    await service.call('DELETE', base);
    const types = (await eventsOf(service, 'instance')).filter(({ type }) => type.startsWith('instance.branding.')).slice(-3);
    expect(types.map(({ type, payload }) => [type, payload])).toEqual([
      ['instance.branding.draft.changed', { members: ['accent'] }],
      ['instance.branding.published', { members: ['accent'] }],
      ['instance.branding.reset', {}],
    ]);
  });

  it('is not changed over a change of somebody else', async () => {
    const tag = (await service.call('GET', base)).headers.get('etag') ?? '';
    expect((await change({ accent: 'c2185b' }, { 'if-match': tag })).status).toBe(200);
    expect((await change({ accent: '0b7a75' }, { 'if-match': tag })).status).toBe(412);
    expect((await service.call('POST', `${base}/_publish`, undefined, { headers: { 'if-match': tag } })).status).toBe(412);
  });

  it.each([
    [{ accent: 'red' }],
    [{ background: '#ffffff' }],
    [{ cornerRadius: '3px' }],
    [{ layout: 'table' }],
    [{ links: { help: 'javascript:alert(1)' } }],
    [{ links: { imprint: 'http://example.com' } }],
    [{ links: { privacy: 'mailto:a@example.com' } }],
    [{ links: { shop: 'https://example.com' } }],
    [{ texts: { en: { signInTitle: '' } } }],
    [{ texts: { en: { signInTitle: 'x'.repeat(301) } } }],
    [{ texts: { en: { signInTitle: 'a\u202Eb' } } }],
    [{ texts: { en: { 'login.password': 'Your bank PIN' } } }],
    [{ texts: { en: ['x'] } }],
    [{ texts: { '../en': { signInTitle: 'x' } } }],
    [{ logoLight: 'x' }],
  ])('refuses %j', async (body) => {
    const answer = await change(body);
    expect([answer.status, answer.body.errors?.length > 0]).toEqual([400, true]);
    expect((await service.call('GET', base)).body.draft).toBeNull();
  });

  it('has own words for some texts, which stay text', async () => {
    const signInTitle = '<img src=x onerror=alert(1)> Welcome & "hello" {{application}}';
    await change({ texts: { en: { signInTitle }, de: { signInTitle: 'Willkommen an Bord' } } });
    await publish();
    const html = await login();
    expect(html).toContain('<h1>&lt;img src=x onerror=alert(1)> Welcome &amp; &quot;hello&quot; {{application}}</h1>');
    expect(html).not.toContain('<img src=x');
  });

  it('is seen by a ticket before it is published, for an hour, and only by one of ours', async () => {
    await change({ accent: 'c2185b' });
    const { url, expires } = (await service.call('POST', `${base}/_preview`)).body;
    expect(Date.parse(expires)).toBeGreaterThan(0);
    const seen = await fetch(url);
    expect([seen.status, (await seen.text()).includes('accent=c2185b')]).toEqual([200, true]);
    expect((await fetch(`${service.url}/pages/preview/${'x'.repeat(200)}`)).status).toBe(404);
    service.get(Clock).advance(3_601_000);
    expect((await fetch(url)).status).toBe(404);
  });

  it('is seen in the frame of a page of this service alone, also as a mail in which nothing runs, in the language that is named', async () => {
    await change({ accent: 'c2185b' });
    const { url } = (await service.call('POST', `${base}/_preview`)).body;
    const page = await fetch(`${url}?language=de`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'self';.* frame-ancestors 'self'; script-src/,
    );
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await page.text()).toContain('<html lang="de"');
    const mail = await fetch(`${url}/mail?language=de`);
    expect(mail.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    );
    const html = await mail.text();
    expect(html).toContain('c2185b');
    expect(html).toContain('Guten Tag');
    expect(html).not.toContain('<script');
    const { url: ofService } = (await service.call('POST', '/admin/v1/branding/_preview')).body;
    expect((await fetch(`${ofService}/mail?language=xx`)).status).toBe(200);
    const { status, headers } = await fetch(`${service.url}/pages/preview/${'x'.repeat(200)}/mail`);
    expect([status, headers.get('x-frame-options')]).toEqual([404, 'DENY']);
  });

  it('of another organization is out of reach', async () => {
    const other = await createOrganization(service);
    const before = (await service.call('GET', `/admin/v1/organizations/${other}/branding`)).body;
    await change({ accent: 'c2185b' });
    await upload(SQUARE);
    await publish();
    expect((await service.call('GET', `/admin/v1/organizations/${other}/branding`)).body).toEqual(before);
  });
});

describe('a logo', () => {
  it('is drawn anew, served as nothing but a picture, and named on the page', async () => {
    const { draft } = (await upload(png(1_280, 200))).body;
    expect((await upload(SQUARE, 'logoDark')).status).toBe(200);
    expect((await upload(SQUARE, 'favicon')).status).toBe(200);
    await publish();
    const html = await login();
    expect(html).toMatch(/<source srcset="\/pages\/images\/[\w-]{43}" media="\(prefers-color-scheme:dark\)"\/>/);
    expect(html).toMatch(/<img class="logo" src="\/pages\/images\/[\w-]{43}" alt="Example"\/>/);
    expect(html).toMatch(/<link rel="icon" href="\/pages\/images\/[\w-]{43}"\/>/);
    const answer = await fetch(draft.logoLight);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'content-security-policy'].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([640, 100]);
  });

  it('keeps nothing of an upload but its pixels', async () => {
    const hidden = Buffer.concat([png(64, 64), Buffer.from('<script>alert(1)</script>')]);
    const { draft } = (await upload(hidden)).body;
    const content = Buffer.from(await (await fetch(draft.logoLight)).arrayBuffer());
    expect(content.includes('script')).toBe(false);
    const svg = SQUARE.replace('<path', '<title>secret title</title><path');
    const drawn = Buffer.from(await (await fetch((await upload(svg)).body.draft.logoLight)).arrayBuffer());
    expect([drawn.subarray(1, 4).toString(), drawn.includes('secret')]).toEqual(['PNG', false]);
  });

  it('that nothing names any more is deleted', async () => {
    await upload(SQUARE);
    await upload(png(64, 64));
    expect(await images()).toBe(1);
    await publish();
    await upload(SQUARE);
    expect(await images()).toBe(2);
    await service.call('DELETE', `${base}/images/logoLight`);
    expect(await images()).toBe(1);
    await service.call('DELETE', base);
    expect(await images()).toBe(0);
  });

  it.each(HOSTILE_SVGS)('is refused as an SVG with %s', async (_, content) => {
    const answer = await upload(content);
    expect([answer.status, answer.body.code]).toEqual([400, 'branding.image']);
    expect(await images()).toBe(0);
  });

  it('that would be drawn for hours is refused after seconds, and costs nobody else anything', async () => {
    const clips = Array.from(
      { length: 12 },
      (_, at) => `<clipPath id="c${at}">${`<rect width="32" height="32" clip-path="url(#c${at + 1})"/>`.repeat(8)}</clipPath>`,
    );
    const endless = upload(svg(`${clips.join('')}<rect width="32" height="32" clip-path="url(#c0)"/>`));
    const others = await Promise.all(Array.from({ length: 20 }, () => login()));
    expect(others.every((html) => html.includes('<form'))).toBe(true);
    expect((await endless).body).toMatchObject({ status: 400, code: 'branding.image' });
    expect((await upload(SQUARE)).status).toBe(200);
  });

  it('is drawn in the size it will have, however large it says it is, in its proportions', async () => {
    const sizeOf = async (content: string) => {
      const { body } = await upload(content);
      const png = Buffer.from(await (await fetch(body.draft.logoLight)).arrayBuffer());
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    const root = (attributes: string) =>
      `<!-- <svg width="9"> --><svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0h9v9z"/></svg>`;
    expect(await sizeOf(root('width="900000" height="90000"'))).toEqual([640, 64]);
    expect(await sizeOf(root('viewBox="0 0 4000 2000"'))).toEqual([384, 192]);
    expect(await sizeOf(root('width="100%" viewBox=" -5,0, 4000\t2000 "'))).toEqual([384, 192]);
    expect(await sizeOf(root('width="20mm" viewBox="0 0 40 10"'))).toEqual([640, 160]);
    expect(await sizeOf(root(`width='10000' height='10000' viewBox="0 0 10 10"`))).toEqual([192, 192]);
  });

  it.each(HOSTILE_FILES)('is refused as %s', async (_, content) => {
    expect((await upload(content)).status).toBe(400);
    expect(await images()).toBe(0);
  });

  it('has only the places there are', async () => {
    expect((await upload(SQUARE, '__proto__')).status).toBe(404);
  });
});
