// The threat model tells the truth: each line names places of the code and tests, and all of them exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/threat-model.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Threat|-)/.test(line))
  .map((line) => line.split('|').slice(1, -1) as [string, string, string]);

it.each(rows)('%s', (_threat, place, test) => {
  const named = [...test.matchAll(/`([^`]+)`: “([^”]+)”/g)];
  // Nothing else is said there.
  expect(named.map(([text]) => text).join('; ')).toBe(test.trim());
  for (const [, file = '', name = ''] of named) {
    expect(existsSync(file), file).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(
      [`'${name}'`, `"${name}"`].some((title) => text.includes(title)),
      name,
    ).toBe(true);
  }
  expect(place).toContain('`');
  for (const [, path = ''] of place.matchAll(/`([^`]+)`/g)) expect(existsSync(path), path).toBe(true);
});

it('has lines', () => expect(rows.length).toBeGreaterThan(20));
