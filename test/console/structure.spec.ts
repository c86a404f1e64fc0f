// What holds for the sources of the console: its texts, its look, its one way to the API, and the commands it shows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROWS } from '../../src/cli/rows/rows.js';
import { CONSOLE_PAGES } from '../browser/console-pages.mjs';
import { CONSOLE_CLIENT_ID } from '../../src/oidc/protocol/own-clients.js';
import { styleSheet } from '../../src/oidc/pages/layout/style.js';

const SOURCES = 'console/src';
const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
const code = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('document.d.ts'));

/** The keys of texts that a module asks for while it is loaded, also within what it calls with a function. */
function askedWhileLoaded(text: string): string[] {
  const source = ts.createSourceFile('module.tsx', text, ts.ScriptTarget.Latest, true);
  const names = new Set([...text.matchAll(/const (\w+) = textsOf</g)].map(([, name]) => name));
  const keys: string[] = [];
  const visit = (node: ts.Node): void => {
    const isLater = ts.isFunctionLike(node) && !(ts.isCallExpression(node.parent) && node.parent.arguments.some((one) => one === node));
    if (isLater) return;
    if (ts.isCallExpression(node) && names.has(node.expression.getText(source))) keys.push(node.arguments[0]?.getText(source) ?? '');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return keys;
}

describe('texts', () => {
  const folders = [
    ...new Set(files.filter((file) => /texts\/(.+\/)?en\.json$/.test(file)).map((file) => file.replace(/\/?en\.json$/, ''))),
  ];

  it.each(folders)('of %s are the same in every language, with the same values inside', (folder) => {
    const [en, de] = ['en', 'de'].map((language) => JSON.parse(read(`${folder}/${language}.json`)) as Record<string, string>);
    const valuesIn = (texts: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted()]));
    expect(valuesIn(de)).toEqual(valuesIn(en));
    for (const text of [...Object.values(en ?? {}), ...Object.values(de ?? {})]) expect(text.trim()).not.toBe('');
  });

  it('name every page of the navigation', () => {
    const names = [...read('routes.tsx').matchAll(/navigation: \{[^}]*name: '([^']+)'/g)].map(([, name]) => `nav.${name}`);
    expect(names.length).toBeGreaterThan(0);
    const shell = JSON.parse(read('texts/shell/en.json')) as Record<string, string>;
    expect(
      Object.keys(shell)
        .filter((key) => /^nav\.[a-z]\w*$/i.test(key))
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  it.each(folders)('of %s are all used', (folder) => {
    const place = folder.replace(/texts.*$/, '');
    const sources = code.filter((file) => file.startsWith(place)).map(read);
    const named = new Set(sources.flatMap((source) => [...source.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key)));
    // In a key that is put together, each value stands for one or more parts.
    const composed = sources
      .flatMap((source) => [...source.matchAll(/`([\w.]*\$\{[^`\n]*)`/g)].map(([, key = '']) => key.replace(/\$\{[^}]*\}/g, '*')))
      .filter((key) => /^[\w.*]+$/.test(key) && /\w/.test(key))
      .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+(?:\\.[\\w-]+)?')}$`));
    const unused = Object.keys(JSON.parse(read(`${folder}/en.json`)) as object)
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !named.has(key) && !composed.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });

  it('are asked for by no code while it is loaded, because they may come after it', () => {
    expect(code.flatMap((file) => askedWhileLoaded(read(file)).map((key) => `${file}: ${key}`))).toEqual([]);
  });

  it.each([
    ["const TITLE = t('a');", ["'a'"]],
    ["const TITLES = { a: { title: t('a') } };", ["'a'"]],
    ["const TITLES = ['a'].map((key) => t(`b.${key}`));", ['`b.${key}`']],
    ["const COLUMNS = [{ title: () => t('a') }];", []],
    ["export default function Page() { return <h1>{t('a')}</h1>; }", []],
  ])('are found in %s', (line, keys) => {
    expect(askedWhileLoaded(`const t = textsOf<typeof en>('people');\n${line}`)).toEqual(keys);
  });

  it('are named by keys that exist', () => {
    for (const file of code) {
      const [, folder] = /textsOf<[^>]+>\('([^']+)'\)/.exec(read(file)) ?? [];
      if (folder !== undefined) expect([file, files.includes(`pages/${folder}/texts/en.json`)]).toEqual([file, true]);
    }
  });
});

it('names for every page but home and the start the permission that it needs', () => {
  const routes = read('routes.tsx')
    .split('createRoute(')
    .filter((route) => route.includes('component: page('));
  expect(routes.filter((route) => !route.includes("needs: '")).map((route) => /pages\/[\w/-]+/.exec(route)?.[0])).toEqual([
    'pages/home/home',
  ]);
});

it('has every page in the table that its browser tests and pictures go through', () => {
  const source = read('routes.tsx');
  const parts = source.split('createRoute(').filter((route) => route.includes('component: page('));
  const addresses = parts.map((route) => {
    const place = /getParentRoute: \(\) => (\w+)/.exec(route)?.[1] === 'organization' ? 'orgs/$orgId' : 'service';
    return `${place}/${/path: '([^']*)'/.exec(route)?.[1]}`.replace(/\/+$/, '');
  });
  const plain = (address: string) => address.replace(/\$\w+|(?<=policies\/)\w+|(?<=mail-texts\/(\w+\/)?)\w+/g, '*');
  expect(CONSOLE_PAGES.map(({ route }) => plain(route)).toSorted()).toEqual(addresses.map(plain).toSorted());
});

it('is ready for languages that are written from right to left: it names no side', () => {
  const sides = /(^|[^-\w])((margin|padding|border|inset)-)?(left|right)(-[a-z-]+)?\s*:|:\s*(left|right)\s*[;}]/m;
  expect(files.filter((file) => file.endsWith('.css') && sides.test(read(file)))).toEqual([]);
  const properties =
    /\b(ml|mr|pl|pr|left|right|(margin|padding|border|scrollMargin)(Left|Right))=?[:={]|\b(ta|textAlign|float)[=:]\s*["'](left|right)["']/;
  expect(code.filter((file) => properties.test(read(file)))).toEqual([]);
});

it('has the colors of the sign-in pages', () => {
  const variablesIn = (css: string) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+):\s*([^;}]+)/g)].map(([, name, value]) => [name, value?.trim()]));
  const sheet = styleSheet({});
  const [light = '', dark = ''] = [...sheet.matchAll(/:root\{([^}]*)\}/g)].map(([, rules]) => rules);
  for (const [scheme, rules] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const [, own = ''] = new RegExp(`scheme='${scheme}'\\] \\{([^}]*)\\}`).exec(read('look/tokens.css')) ?? [];
    const tokens = variablesIn(own);
    expect(Object.keys(tokens).length).toBeGreaterThan(15);
    expect(variablesIn(rules)).toMatchObject(tokens);
  }
});

it('opens every dialog by the component that knows which one is on top', () => {
  expect(code.filter((file) => /import \{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/.test(read(file)))).toEqual(['components/dialog.tsx']);
});

it('sends requests in one file, and none of another address', () => {
  const asking = /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/;
  expect(code.filter((file) => asking.test(read(file)))).toEqual(['api/client.ts']);
  expect(code.filter((file) => /https?:\/\//.test(read(file)))).toEqual([]);
});

it('writes no markup of other people, and keeps no token', () => {
  expect(code.filter((file) => /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/.test(read(file)))).toEqual([]);
  // The language, the columns and saved views of the people list, and between leaving and coming back the request of a sign-in.
  const storing = ['pages/people/list-choices.ts', 'sign-in/session.ts', 'texts/language.ts'];
  expect(code.filter((file) => /(local|session)Storage/.test(read(file))).toSorted()).toEqual(storing);
});

it('is the application that the service adds for it', () => {
  expect(read('sign-in/session.ts')).toContain(`'${CONSOLE_CLIENT_ID}'`);
});

it('knows which changes compare the version they are sent with', () => {
  type Operations = Record<string, { parameters?: ReadonlyArray<{ name?: string }> }>;
  const { paths } = JSON.parse(readFileSync('src/admin/openapi/openapi.json', 'utf8')) as { paths: Record<string, Operations> };
  const comparing = Object.entries(paths).flatMap(([route, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'If-Match'))
      .map(([method]) => `${method.toUpperCase()} ${route}`),
  );
  expect(comparing.length).toBeGreaterThan(50);
  expect(JSON.parse(read('api/comparing.json'))).toEqual(comparing.toSorted());
});

it('knows the commands of the command line', () => {
  const commands = new Map<string, string>();
  for (const { route, command } of ROWS) if (!route.startsWith('GET ') && !commands.has(route)) commands.set(route, command);
  expect(JSON.parse(read('api/commands.json'))).toEqual(Object.fromEntries([...commands].toSorted(([a], [b]) => (a < b ? -1 : 1))));
});
