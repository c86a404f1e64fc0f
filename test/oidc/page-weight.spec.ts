// How much a page costs whoever opens it: bytes on the way, and requests.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { authorizeUrl } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';

const MAX_BYTES = 25_000;

useWorld();

let browser: Browser;
beforeAll(async () => {
  browser = new Browser(service.url);
  await browser.submit(await browser.open(`${service.url}/account`), world.loginName, PASSWORD);
});

it.each([
  '/password/forgotten',
  '/account',
  '/account/profile',
  '/account/email',
  '/account/password',
  '/account/security',
  '/account/data',
])('%s and its style are under 25 kB compressed, in two requests', async (path) => {
  const { html = '' } = await browser.open(service.url + path);
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  expect(sheets).toHaveLength(1);
  expect(html).not.toMatch(/<(?:img|iframe|object|style)\b/);
  const style = await (await fetch(service.url + (sheets[0] ?? ''))).text();
  expect(gzipSync(html).length + gzipSync(style).length).toBeLessThan(MAX_BYTES);
});

it('the sign-in page of an application is under 25 kB compressed with its style and its script, and loads nothing else', async () => {
  const { application } = await world.addApplication();
  const { html = '' } = await new Browser(service.url).open(authorizeUrl(service.url, application.clientId, 'openid'));
  expect(html).toContain('name="password"');
  const loaded = [...html.matchAll(/<(?:link rel="stylesheet" href|script defer src)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(loaded).toHaveLength(2);
  expect(html).not.toMatch(/<(?:img|iframe|object|style)\b/);
  const texts = await Promise.all(loaded.map(async (address) => (await fetch(service.url + address.replaceAll('&amp;', '&'))).text()));
  expect([html, ...texts].reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(MAX_BYTES);
});

it('the one script of the pages is under 18 kB, and is what its tag says', async () => {
  const { html = '' } = await browser.open(`${service.url}/password/forgotten`);
  const [[, src = '', integrity = ''] = []] = [...html.matchAll(/<script defer src="([^"]+)" integrity="sha256-([^"]+)"/g)];
  expect(html.match(/<script\b/g)).toHaveLength(1);
  const script = Buffer.from(await (await fetch(service.url + src)).arrayBuffer());
  expect(script.length).toBeLessThan(18_000);
  expect(createHash('sha256').update(script).digest('base64')).toBe(integrity);
});
