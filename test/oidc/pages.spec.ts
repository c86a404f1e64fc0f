// What every page shares: languages, look, headers, size.
// On SQLite alone: it is about pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { contrast } from '../../src/oidc/pages/layout/colours.js';
import { styleAddress, styleSheet } from '../../src/oidc/pages/layout/style.js';
import { duration, languageName, LANGUAGES, readTexts, tagOf, textsFor, textsIn } from '../../src/oidc/pages/texts/texts.js';
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

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The keys that a language needs: as many forms of a plural as it has for whole numbers (CLDR), and `other` as the fallback. */
function keysIn(lang: string, english: string[]): string[] {
  const rules = new Intl.PluralRules(lang);
  const forms = new Set(['other', ...Array.from({ length: 1_000 }, (_, count) => rules.select(count))]);
  return english.flatMap((key) => {
    if (!PLURAL.test(key)) return [key];
    return key.endsWith('_other') ? [...forms].map((form) => key.replace(PLURAL, `_${form}`)) : [];
  });
}

describe('languages', () => {
  it('has every text in every language, with the same places for values', () => {
    const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();
    const english = readTexts('en');
    expect(LANGUAGES).toEqual(['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh']);
    for (const lang of LANGUAGES) {
      const texts = readTexts(lang);
      expect(Object.keys(texts).toSorted(), lang).toEqual(keysIn(lang, Object.keys(english)).toSorted());
      for (const [key, text] of Object.entries(texts)) {
        const original = english[key] ?? english[key.replace(PLURAL, '_other')] ?? '';
        expect([key, places(text)], lang).toEqual([key, places(original)]);
      }
    }
  });

  it.each(LANGUAGES)('in %s begins every mail alike after its greeting: with a capital, or without', (lang) => {
    const intros = Object.entries(readTexts(lang)).flatMap(([key, text]) => (/^mail\.\w+\.intro$/.test(key) ? [text] : []));
    // German addresses people with a capital anywhere in a sentence.
    const telling = intros.filter((text) => lang !== 'de' || !/^(?:Sie|Ihre?)\b/.test(text));
    expect(telling.length).toBeGreaterThan(5);
    expect(new Set(telling.map(([first = '']) => first === first.toLowerCase())).size).toBe(1);
  });

  it('says one word for one thing where two are usual', () => {
    expect(Object.values(readTexts('ja')).join('\n')).not.toContain('サインイン');
  });

  it('uses every text', async () => {
    const { readdir, readFile } = await import('node:fs/promises');
    const files = (await readdir('src', { recursive: true })).filter((name) => /\.tsx?$/.test(name));
    const sources = (await Promise.all(files.map((name) => readFile(`src/${name}`, 'utf8')))).join('\n');
    const composed = [...sources.matchAll(/`([a-zA-Z.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const unused = Object.keys(readTexts('en'))
      .map((key) => key.replace(PLURAL, ''))
      .filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))
      .filter((key) => !composed.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  it.each([
    ['de', 'de'],
    ['de-CH fr', 'de'],
    ['xx fr-CA de', 'fr'],
    ['xx-Latn de-Latn-DE', 'de'],
    ['zh-Hans-CN', 'zh'],
    ['xx ja-JP pl', 'ja'],
    ['*', 'en'],
    ['', 'en'],
    ['de_CH', 'en'],
    ['../../etc __proto__ constructor', 'en'],
  ])('for the wishes %j picks what is there', (wishes, expected) => {
    expect(textsFor(wishes.split(' ')).lang).toBe(expected);
  });

  it.each([
    ['zh-TW en', 'en'],
    ['zh-Hant-HK ja', 'ja'],
    // What Chrome sends in Taiwan.
    ['zh-TW zh en-US en', 'en'],
    ['zh-TW zh', 'zh'],
    ['zh-TW zh-CN en', 'zh'],
    ['zh zh-TW en', 'zh'],
    ['zh-HK', 'zh'],
    ['zh-Hant xx', 'zh'],
    ['zh-SG en', 'zh'],
  ])(
    'for %j, whose readers read the traditional script, picks %s: the simplified one only if nothing else is wished for',
    (wishes, expected) => {
      expect(textsFor(wishes.split(' ')).lang).toBe(expected);
    },
  );

  it('reads as many wishes as anybody has, and no more', () => {
    expect(textsFor([...Array.from({ length: 49 }, () => 'xx'), 'de']).lang).toBe('de');
    expect(textsFor([...Array.from({ length: 100_000 }, () => 'xx'), 'de']).lang).toBe('en');
  });

  it('names each language in its own words, and its script where there is more than one', () => {
    expect([tagOf('de'), tagOf('zh')]).toEqual(['de', 'zh-Hans']);
    expect(LANGUAGES.map(languageName)).toEqual([
      'English',
      'Deutsch',
      'Español',
      'Français',
      'Italiano',
      '日本語',
      'Nederlands',
      'Polski',
      'Português',
      '简体中文',
    ]);
  });

  it.each([
    ['en', 'one other'],
    ['pl', 'few many one other'],
    ['ja', 'other'],
  ])('has the plurals of %s: %s', (lang, forms) => {
    const keys = keysIn(lang, ['plain', 'time.days_one', 'time.days_other']);
    expect(keys.toSorted()).toEqual(['plain', ...forms.split(' ').map((form) => `time.days_${form}`)]);
  });

  it('counts as the language does', () => {
    expect(textsIn('pt').t('time.seconds', { count: 1 })).toBe('1 segundo');
    expect(textsIn('nl').t('time.minutes', { count: 2 })).toBe('2 minuten');
    expect(duration(textsIn('fr'), 91)).toBe('2 minutes');
    expect(duration(textsIn('fr'), 1)).toBe('1 seconde');
    expect(textsIn('de').t('time.seconds', { count: 1 })).toBe('1 Sekunde');
    expect(textsIn('de').t('time.minutes', { count: 2 })).toBe('2 Minuten');
    const polish = [1, 2, 5, 12, 22, 25].map((count) => textsIn('pl').t('time.minutes', { count }));
    expect(polish).toEqual(['1 minutę', '2 minuty', '5 minut', '12 minut', '22 minuty', '25 minut']);
    for (const count of [1, 2]) expect(textsIn('ja').t('time.seconds', { count })).toBe(`${count} 秒`);
    for (const count of [1, 2]) expect(textsIn('zh').t('time.minutes', { count })).toBe(`${count} 分钟`);
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
    expect(await open({}, 'zh-CN, zh;q=0.9')).toContain('<html lang="zh-Hans">');
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
    expect(html).toContain(styleAddress({ accent: 'c2185b' }).replaceAll('&', '&amp;'));
    await service.get(Policies).set(world.organization.no, 'look', { showName: false }, 'test');
    expect((await new Browser(service.url).open(authorizeUrl())).html).not.toContain('class="organization"');
  });

  it('is small, and needs one request for its style and one for its script, which browsers keep', async () => {
    const { html = '', page } = await new Browser(service.url).open(authorizeUrl());
    expect(Buffer.byteLength(html)).toBeLessThan(15_000);
    expect([...html.matchAll(/<(?:link rel="stylesheet"|(?:script|img|style)\b)/g)]).toHaveLength(2);
    expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const style = await fetch(service.url + href);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(style.headers.get('cache-control')).toContain('immutable');
  });
});

describe('the choice of a language', () => {
  const choose = (lang: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/pages/language/${lang}`, { redirect: 'manual', headers });
  const languageOf = (html = '') => /<html lang="([^"]+)"/.exec(html)?.[1];

  it('is below a page, leads back to it, and goes before the wishes of the application and of the browser', async () => {
    const browser = new Browser(service.url);
    const { html, url } = await browser.open(authorizeUrl({ ui_locales: 'de' }));
    expect(languageOf(html)).toBe('de');
    const links = [...(html ?? '').matchAll(/<a href="(\/pages\/language\/[^"]+)" lang="([^"]+)"/g)];
    expect(links.map(([, , tag]) => tag)).toEqual(LANGUAGES.map(tagOf));
    const href = links.find(([, , tag]) => tag === 'it')?.[1] ?? '';
    const back = await browser.open(service.url + href, { headers: { referer: new URL(url, service.url).href } });
    expect([languageOf(back.html), new URL(back.url, service.url).href]).toEqual(['it', new URL(url, service.url).href]);
    expect(languageOf((await browser.open(authorizeUrl({ ui_locales: 'fr' }))).html)).toBe('it');
    expect(languageOf((await browser.open(`${service.url}/account`)).html)).toBe('it');
  });

  it('is kept for this host, out of reach of scripts', async () => {
    const { status, headers } = await choose('pt');
    expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(headers.get('set-cookie')).toMatch(/gatehouse_language=pt; Max-Age=31536000; Path=\/;.* HttpOnly.*; SameSite=Lax/);
  });

  it.each([
    ['is made by another site', 'de', { 'sec-fetch-site': 'cross-site' }],
    ['is of a language that pages do not have', 'tlh', {}],
    ['is no language', '__proto__', {}],
  ])('counts for nothing when it %s', async (_, lang, headers) => {
    const response = await choose(lang, headers);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([303, null]);
  });

  it('leads nowhere but to pages of this service', async () => {
    for (const referer of ['https://evil.example/login', 'no address', `${service.url}.evil.example/`])
      expect((await choose('de', { referer })).headers.get('location')).toBe(`${service.url}/`);
    expect((await choose('de', { referer: `${service.url}//evil.example/a?b=c` })).headers.get('location')).toBe(
      `${service.url}//evil.example/a?b=c`,
    );
  });

  it.each(['xx', '', '%00', '../../etc'])('is ignored if the cookie says %j', async (value) => {
    const response = await fetch(`${service.url}/account`, {
      headers: { cookie: `gatehouse_language=${value}`, 'accept-language': 'nl' },
    });
    expect(languageOf(await response.text())).toBe('nl');
  });
});

describe('the style sheet', () => {
  it.each(['000000', 'ffffff', 'ffff00', 'c2185b', '1f4fbf', '777777'])('makes the colour %s readable, by day and by night', (accent) => {
    const accents = [...styleSheet({ accent }).matchAll(/--paper:(#\w{6});--accent:(#\w{6});--on-accent:(#\w{6})/g)];
    expect(accents).toHaveLength(2);
    for (const [, paper = '', colour = '', onColour = ''] of accents) {
      expect(contrast(colour, paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour, onColour)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('shows the focus of a field in error, whose border is the same with and without it', () => {
    const sheet = styleSheet({});
    const ring = /input\[aria-invalid=true\]:focus\{outline-color:var\((--[\w-]+)\)\}/.exec(sheet)?.[1] ?? '';
    const colours = (name: string) => [...sheet.matchAll(new RegExp(`[;{]${name}:(#\\w{6})`, 'g'))].map(([, colour = '']) => colour);
    expect(colours(ring)).toHaveLength(2);
    // WCAG 2.2, 1.4.11: by day and by night.
    for (const [scheme, colour] of colours(ring).entries())
      for (const ground of ['--paper', '--field']) expect(contrast(colour, colours(ground)[scheme] ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('leans to no side: it would serve a language written from right to left as it is', () => {
    const rules = [...styleSheet({}).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({ selector, body }));
    const declared = rules
      .filter(({ selector }) => !selector.includes('[dir=rtl]'))
      .flatMap(({ selector, body }) => body.split(';').map((declaration) => ({ selector, declaration })));
    // Arrows of lists, which have a rule of their own for the other direction.
    const physical = declared.filter(
      ({ selector, declaration }) =>
        /\b(?:left|right)\b/.test(declaration) && !(selector.trim() === 'select' && declaration.startsWith('background-position')),
    );
    const uneven = declared.filter(({ declaration }) => {
      const [, sides = ''] = /^(?:margin|padding|border-width|border-radius|inset):(.*)$/.exec(declaration) ?? [];
      const [, right, , left] = sides.split(' ');
      return left !== undefined && left !== right;
    });
    expect([physical, uneven]).toEqual([[], []]);
    expect(rules.filter(({ selector }) => selector.trim() === '[dir=rtl] select')).toHaveLength(1);
  });

  it.each([undefined, '', 'red', '1f4fbf}body{display:none', ['000000'], '1F4FBF'])('takes nothing but a colour: %j', (accent) => {
    expect(styleSheet({ accent })).toBe(styleSheet({ accent: '1f4fbf' }));
  });
});

describe('policies of organizations', () => {
  const path = () => `/admin/v1/organizations/${world.organization.id}/policies`;

  it('are inherited until decided, and again after a reset', async () => {
    expect((await service.call('GET', `${path()}/registration`)).body.effective).toEqual({ enabled: false });
    expect((await service.call('PUT', `${path()}/registration`, { enabled: true })).body.effective).toEqual({ enabled: true });
    expect((await service.call('GET', '/admin/v1/policies/registration')).body.effective).toEqual({ enabled: false });
    expect((await service.call('DELETE', `${path()}/registration`)).body.effective).toEqual({ enabled: false });
    await service.call('PUT', '/admin/v1/policies/lockout', { maxAttempts: 5 });
    expect((await service.call('GET', `${path()}/lockout`)).body.effective).toEqual({ maxAttempts: 5, lockSeconds: 900 });
    expect((await service.call('PUT', `${path()}/lockout`, { lockSeconds: 60 })).body.effective).toEqual({
      maxAttempts: 5,
      lockSeconds: 60,
    });
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
