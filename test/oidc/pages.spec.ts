// What every page shares: languages, look, headers, size.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Policies } from '../../src/users/policies/policies.service.js';
import { contrast, styleAddress, styleSheet } from '../../src/oidc/pages/style.js';
import { duration, LANGUAGES, readTexts, textsFor, textsIn } from '../../src/oidc/pages/texts/texts.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { Browser } from '../support/browser.js';
import { CHALLENGE } from '../support/oauth.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
let clientId: string;

beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
  clientId = (await world.addApplication({ name: '<b>Shop</b> & "Co"' })).application.clientId;
});
afterAll(() => service.close());

const authorizeUrl = (more: Record<string, string> = {}) => {
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE, ...more };
  return `${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`;
};

describe('languages', () => {
  it('has every text in every language, with the same places for values', () => {
    const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();
    const english = readTexts('en');
    expect(LANGUAGES).toEqual(['en', 'de', 'fr']);
    for (const lang of LANGUAGES) {
      const texts = readTexts(lang);
      expect(Object.keys(texts).toSorted(), lang).toEqual(Object.keys(english).toSorted());
      for (const [key, text] of Object.entries(texts)) expect([key, places(text)], lang).toEqual([key, places(english[key] ?? '')]);
    }
  });

  it('uses every text', async () => {
    const { readdir, readFile } = await import('node:fs/promises');
    const files = (await readdir('src', { recursive: true })).filter((name) => /\.tsx?$/.test(name));
    const sources = (await Promise.all(files.map((name) => readFile(`src/${name}`, 'utf8')))).join('\n');
    const composed = [...sources.matchAll(/`([a-zA-Z.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const unused = Object.keys(readTexts('en'))
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))
      .filter((key) => !composed.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  const none = (): false => false;
  it.each([
    ['de', none, 'de'],
    ['de-CH fr', none, 'de'],
    ['xx fr-CA de', none, 'fr'],
    ['xx', (): string => 'de', 'de'],
    [undefined, (): string => 'fr', 'fr'],
    ['', none, 'en'],
    ['../../etc __proto__ constructor', none, 'en'],
  ])('for ui_locales %j picks what is there', (uiLocales, accepted, expected) => {
    expect(textsFor(uiLocales, accepted).lang).toBe(expected);
  });

  it('counts as the language does', () => {
    expect(duration(textsIn('fr'), 91)).toBe('2 minutes');
    expect(duration(textsIn('fr'), 1)).toBe('1 seconde');
    expect(textsIn('de').t('time.seconds', { count: 1 })).toBe('1 Sekunde');
    expect(textsIn('de').t('time.minutes', { count: 2 })).toBe('2 Minuten');
  });
});

describe('the login page', () => {
  it('is in the language of the application, then of the browser, then English', async () => {
    const open = async (more: Record<string, string>, language: string) => {
      const browser = new Browser(service.url);
      const { url } = await browser.open(authorizeUrl(more));
      return (await browser.fetch(url, { headers: { 'accept-language': language } })).text();
    };
    expect(await open({ ui_locales: 'de' }, 'fr')).toContain('<html lang="de">');
    expect(await open({}, 'fr-CH, de;q=0.8')).toContain('<html lang="fr">');
    expect(await open({}, 'xx')).toContain('<html lang="en">');
  });

  it('escapes what an administrator typed', async () => {
    const { html } = await new Browser(service.url).open(authorizeUrl());
    expect(html).toContain('&lt;b>Shop&lt;/b> &amp; ');
    expect(html).not.toContain('<b>Shop');
  });

  it('has the name and the colour of the organization', async () => {
    await service.get(Policies).set(world.organization.no, 'look', { accent: 'c2185b' }, 'test');
    const { html = '' } = await new Browser(service.url).open(authorizeUrl());
    expect(html).toContain('<p class="organization">Example</p>');
    expect(html).toContain(styleAddress('c2185b').replaceAll('&', '&amp;'));
    await service.get(Policies).set(world.organization.no, 'look', { showName: false }, 'test');
    expect((await new Browser(service.url).open(authorizeUrl())).html).not.toContain('class="organization"');
  });

  it('is small, and needs one request for its style, which browsers keep', async () => {
    const { html = '', page } = await new Browser(service.url).open(authorizeUrl());
    expect(Buffer.byteLength(html)).toBeLessThan(15_000);
    expect([...html.matchAll(/<(?:link rel="stylesheet"|(?:script|img|style)\b)/g)]).toHaveLength(1);
    expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const style = await fetch(service.url + href);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(style.headers.get('cache-control')).toContain('immutable');
  });
});

describe('the style sheet', () => {
  it.each(['000000', 'ffffff', 'ffff00', 'c2185b', '1f4fbf', '777777'])('makes the colour %s readable, by day and by night', (accent) => {
    const accents = [...styleSheet(accent).matchAll(/--paper:(#\w{6});--accent:(#\w{6});--on-accent:(#\w{6})/g)];
    expect(accents).toHaveLength(2);
    for (const [, paper = '', colour = '', onColour = ''] of accents) {
      expect(contrast(colour, paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour, onColour)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each([undefined, '', 'red', '1f4fbf}body{display:none', ['000000'], '1F4FBF'])('takes nothing but a colour: %j', (accent) => {
    expect(styleSheet(accent)).toBe(styleSheet('1f4fbf'));
  });
});

describe('policies of organizations', () => {
  const path = () => `/admin/v1/organizations/${world.organization.id}/policies`;

  it('are inherited until decided, and again after a reset', async () => {
    expect((await service.call('GET', `${path()}/registration`)).body).toEqual({ enabled: false });
    expect((await service.call('PUT', `${path()}/registration`, { enabled: true })).body).toEqual({ enabled: true });
    expect((await service.call('GET', '/admin/v1/policies/registration')).body).toEqual({ enabled: false });
    expect((await service.call('DELETE', `${path()}/registration`)).body).toEqual({ enabled: false });
    await service.call('PUT', '/admin/v1/policies/lockout', { maxAttempts: 5 });
    expect((await service.call('GET', `${path()}/lockout`)).body).toEqual({ maxAttempts: 5, lockSeconds: 900 });
    expect((await service.call('PUT', `${path()}/lockout`, { lockSeconds: 60 })).body).toEqual({ maxAttempts: 5, lockSeconds: 60 });
    await service.call('DELETE', '/admin/v1/policies/lockout');
  });

  it.each([
    ['look', { accent: 'red' }],
    ['look', { accent: '#1f4fbf' }],
    ['lockout', { maxAttempts: -1 }],
    ['lockout', { lockSeconds: 1.5 }],
    ['password', { minLength: 0 }],
    ['password', { unknown: true }],
    ['registration', { enabled: null }],
  ])('refuses %s %j', async (kind, body) => {
    expect((await service.call('PUT', `${path()}/${kind}`, body)).status).toBe(400);
  });
});
