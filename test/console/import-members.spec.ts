// What the form for columns of an import knows: the members and kinds of hashes of the service, each with words in every language.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLUMN_MEMBERS, HASH_KINDS } from '../../src/admin/imports/formats/foreign-columns.js';

const FOLDER = 'console/src/pages/transfer';
const read = (file: string) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as object;

it('knows the members that a column may be, with their usual headers', () => {
  expect(read('members.json')).toEqual(COLUMN_MEMBERS);
});

it('knows the kinds of hashes', () => {
  const [, list = ''] = /HASH_KINDS = \[([^\]]*)\]/.exec(readFileSync(`${FOLDER}/imports.ts`, 'utf8')) ?? [];
  expect([...list.matchAll(/'([^']+)'/g)].map(([, kind]) => kind)).toEqual(HASH_KINDS);
});

it.each(['en', 'de'])('has words for each member in %s, by the last part of its name', (language) => {
  const names = Object.keys(COLUMN_MEMBERS).map((member) => `member.${member.split('.').at(-1)}`);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(read(`texts/${language}.json`))).toEqual(expect.arrayContaining(names));
});
