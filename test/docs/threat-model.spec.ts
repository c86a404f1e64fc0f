// The threat model tells the truth: each line names a place of the code and a test, and both exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/threat-model.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Threat|-)/.test(line))
  .map((line) => line.split('|').slice(1, -1) as [string, string, string]);

it.each(rows)('%s', (_threat, place, test) => {
  const [, file = '', name = ''] = /`([^`]+)`: “(.+)”/.exec(test) ?? [];
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8').includes(`'${name}'`), name).toBe(true);
  for (const [, path = ''] of place.matchAll(/`([^`]+)`/g)) expect(existsSync(path), path).toBe(true);
});

it('has lines', () => expect(rows.length).toBeGreaterThan(20));
