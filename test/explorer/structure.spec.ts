// What holds for the sources of the API explorer: its colors, its one way to the API, and that it writes no markup of others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { styleSheet } from '../../src/oidc/pages/layout/style.js';

const SOURCES = 'explorer/src';
const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8');
const code = readdirSync(SOURCES).filter((file) => /\.tsx?$/.test(file));
const containing = (pattern: RegExp) => code.filter((file) => pattern.test(read(file)));

it('has the colors of the sign-in pages', () => {
  const variablesIn = (css: string) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+):\s*([^;}]+)/g)].map(([, name, value]) => [name, value?.trim()]));
  const schemes = (css: string) => [...css.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, rules = '']) => variablesIn(rules));
  const [light, dark] = schemes(styleSheet({}));
  const [ownLight, ownDark] = schemes(read('style.css'));
  expect([light, dark]).toMatchObject([ownLight, ownDark]);
  expect(Object.keys(ownDark ?? {})).toEqual(Object.keys(ownLight ?? {}));
  expect(Object.keys(ownLight ?? {}).length).toBeGreaterThan(12);
});

it('sends requests in one file, and none to another address', () => {
  expect(containing(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/)).toEqual(['api.ts']);
  expect(containing(/https?:\/\//)).toEqual([]);
});

it('writes no markup of others and no style, and keeps no token', () => {
  expect(containing(/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|style=/)).toEqual([]);
  // Between leaving and coming back: the request of a sign-in.
  expect(containing(/(local|session)Storage/)).toEqual(['session.ts']);
});
