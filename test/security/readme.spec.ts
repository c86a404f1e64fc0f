// The table of attacks tells the truth: an entry has its tests, and a test file of this folder has its entry.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'test/security';
const CLASSES = 10;

/** The rows of the tables: the words of the first cells, and the files of the last one. */
const rows = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[ |-]+$/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .filter((cells) => cells.at(-1)?.trim() !== 'Files')
  .map((cells) => ({
    attack: cells.slice(0, -1).join(' ').trim(),
    files: [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));

it('lists the ten classes and the attacks, each with files that exist and hold tests', () => {
  expect(rows.filter(({ attack }) => /^\d+ /.test(attack))).toHaveLength(CLASSES);
  expect(rows.length).toBeGreaterThan(CLASSES);
  for (const { attack, files } of rows) {
    expect(files, attack).not.toEqual([]);
    for (const file of files) {
      expect(existsSync(file), `${file} of "${attack}"`).toBe(true);
      expect(readFileSync(file, 'utf8'), file).toMatch(/\bit(\.each\([\s\S]*?\))?\(/);
    }
  }
});

it('leaves no test file of this folder out', () => {
  const listed = new Set(rows.flatMap(({ files }) => files));
  const held = readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts') && name !== 'readme.spec.ts');
  expect(held.map((name) => `${FOLDER}/${name}`).filter((file) => !listed.has(file))).toEqual([]);
});
