// The pictures of docs/pages.md and docs/console.md are those of the pages and mails there are. How they look is for the accessibility tests to check.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONSOLE_PAGES } from '../browser/console-pages.mjs';
import { MAILS, PAGES } from '../browser/pages.mjs';

const GUIDE = readFileSync('docs/pages.md', 'utf8');
const VARIANTS = ['light', 'dark', 'phone'];
const named = [...GUIDE.matchAll(/images\/([\w-]+\.png)/g)].map(([, file = '']) => file);
const kept = readdirSync('docs/images').filter((file) => file.endsWith('.png'));
const ofConsole = [...readFileSync('docs/console.md', 'utf8').matchAll(/images\/console\/([\w-]+\.png)/g)].map(([, file = '']) => file);

it('every page and mail is shown by day, by night and on a phone', () => {
  const wanted = [...PAGES, ...MAILS].flatMap(({ name }) => VARIANTS.map((variant) => `${name}-${variant}.png`));
  expect(wanted.filter((file) => !named.includes(file))).toEqual([]);
});

it('there is each picture that the guide shows, once, and no other', () => {
  expect([new Set(named).size, named.filter((file) => !kept.includes(file))]).toEqual([named.length, []]);
  // Another guide shows it.
  expect(kept.filter((file) => !named.includes(file))).toEqual(['explorer.png']);
});

it('there is each picture that the guide to the console shows, and no other', () => {
  expect(readdirSync('docs/images/console').toSorted()).toEqual(ofConsole.toSorted());
  const pictured = CONSOLE_PAGES.map(({ name }) => `${name}.png`);
  expect(pictured.toSorted()).toEqual(ofConsole.toSorted());
});
