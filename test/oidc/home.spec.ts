// The root of the service and the icon of its pages.
// On SQLite alone: it is about pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { LANGUAGES } from '../../src/oidc/pages/texts/texts.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const get = (path: string, accept?: string) => fetch(`${service.url}${path}`, { headers: accept === undefined ? {} : { accept } });
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the root', () => {
  it('is a page for a browser: what this is, and links that lead somewhere', async () => {
    const answer = await get('/', BROWSER);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('Accept'),
    ]);
    const html = await answer.text();
    expect(html).toContain('This is an identity service.');
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
    const choices = LANGUAGES.map((language) => `/pages/language/${language}`);
    expect(links.filter((link) => !choices.includes(link))).toEqual([
      '/account',
      '/docs',
      '/openapi.json',
      '/.well-known/openid-configuration',
    ]);
    expect(links.filter((link) => choices.includes(link)).toSorted()).toEqual(choices.toSorted());
    for (const link of links) expect((await get(link, BROWSER)).status, link).toBe(200);
  });

  it.each([undefined, '*/*', 'application/json'])('is JSON for a program that accepts %s', async (accept) => {
    const answer = await get('/', accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { name, links } = (await answer.json()) as { name: string; links: Record<string, string> };
    expect(name).toBe('Gatehouse');
    for (const link of Object.values(links)) expect((await fetch(link)).status, link).toBe(200);
  });

  it('tells nobody about organizations, people, versions or settings', async () => {
    const [page, json] = await Promise.all([get('/', BROWSER), get('/')].map(async (answer) => (await answer).text()));
    const { credentials, settings } = service;
    for (const secret of [credentials.orgId, credentials.admin.userName, settings.dataDir, 'version', '0.1.0'])
      expect(`${page} ${json}`).not.toContain(secret);
  });
});

describe('the icon', () => {
  it('is linked from every page, in the accent, and allowed by its policy', async () => {
    const answer = await get('/account', BROWSER);
    const [, href = ''] = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)"/.exec(await answer.text()) ?? [];
    expect(answer.headers.get('content-security-policy')).toContain("img-src 'self'");
    const icon = await get(href);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(await icon.text()).toContain('fill="#1f4fbf"');
  });

  it('is found where browsers look for it, and takes nothing but a colour', async () => {
    expect((await get('/favicon.ico')).status).toBe(200);
    expect(await (await get('/pages/icon.svg?accent=0b7a75')).text()).toContain('#0b7a75');
    expect(await (await get('/pages/icon.svg?accent="/><script>')).text()).not.toContain('script');
  });
});
