// What is written about the benchmark fits its rows, and its pictures and tables are made of a saved run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judge } from '../../bench/harness/measure.mjs';
import { plot } from '../../bench/harness/plot.mjs';
import { GROUPS, ROWS } from '../../bench/rows/index.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-plots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rows that the first column of a table names; `…` stands for anything. */
function describedRows(file: string, heading: string): string[] {
  const table = readFileSync(join(ROOT, file), 'utf8').split(heading)[1] ?? '';
  const names = [...table.matchAll(/^\| ([\w…, -]+?) +\|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  expect(names.length).toBeGreaterThan(20);
  const described = names.map((name) => new RegExp(`^${name.replaceAll('…', '.+')}$`));
  return ROWS.map(({ name }) => name).filter((name) => described.some((pattern) => pattern.test(name)));
}

describe('the rows of the benchmark', () => {
  it('have names of their own', () => {
    const names = ROWS.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('are all described in its README', () => {
    expect(describedRows('bench/README.md', '| Row')).toEqual(ROWS.map(({ name }) => name));
  });

  it('are all explained where the time goes', () => {
    expect(describedRows('docs/benchmarks.md', '## Where the time goes')).toEqual(ROWS.map(({ name }) => name));
  });

  it('are in the saved run, or named as not in it', () => {
    const saved = JSON.parse(readFileSync(join(ROOT, 'docs/bench/results.json'), 'utf8')) as { rows: Array<{ row: string }> };
    const page = readFileSync(join(ROOT, 'docs/benchmarks.md'), 'utf8');
    const [count, names = ''] = /^Not in it are (\d+) of the rows(.*?)^## /ms.exec(page)?.slice(1) ?? [];
    const missing = ROWS.map(({ name }) => name).filter((name) => !saved.rows.some(({ row }) => row === name));
    expect([...names.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name).toSorted()).toEqual(missing.toSorted());
    expect(Number(count)).toBe(missing.length);
  });

  it('give numbers of their own to the people they make, since all share one service', () => {
    const folder = join(ROOT, 'bench/rows');
    const numbers = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\b\d{3}_\d{3}_\d{3}\b/g) ?? []);
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('all belong to the groups that get a picture', () => {
    expect(Object.values(GROUPS).flat()).toEqual(ROWS);
  });
});

describe('a row of work without response times', () => {
  const row = ROWS.find(({ name }) => name === 'import-groups');
  const sample = (rate: number) => ({ count: 100, rate, cpuUs: 10, p50: Number.NaN, p99: Number.NaN, busy: undefined });
  const met = (rate: number) => row && judge(row, 'mariadb', [{ service: sample(rate), limit: sample(100) }]).met;

  it('meets its goal by its rate', () => {
    expect([met(58), met(49)]).toEqual([true, false]);
  });
});

describe('its pictures', () => {
  it('show every row with its rate, whatever its name holds', () => {
    const pairs = [
      { label: 'fast <row> & "more"', unit: 'answers', service: 12_345, limit: 20_000, limitName: 'alone' },
      { label: 'slow', unit: 'people', service: 0.4, limit: 0.5, limitName: 'alone' },
    ];
    const svg = plot('group', pairs);
    expect(svg).toContain('fast &lt;row> &amp; &quot;more&quot;');
    expect(svg).toContain('12,345 answers/s');
    expect(svg.match(/<circle[^>]* r="5" fill="#1f6feb"/g)).toHaveLength(3);
    expect(svg).not.toContain('NaN');
  });

  it('and its tables are made of any saved result, and name what failed nowhere', () => {
    const sample = { count: 1_000, rate: 500, cpuUs: 210, p50: 1.5, p99: 4 };
    const statements = { perUnit: 2.4, top: [{ sql: 'SELECT a | b FROM c WHERE d = ?', perUnit: 1 }] };
    const row = { row: 'refresh', engine: 'mariadb', unit: 'answers', limitName: 'bare oidc-provider', service: sample, limit: sample };
    const saved = {
      at: '2026-01-01T00:00:00.000Z',
      node: 'v24.0.0',
      machine: '4 × a processor',
      loadAverage: 0.2,
      seconds: 3,
      rounds: 3,
      rows: [
        { ...row, rateRatio: 1, cpuRatio: 1, statements },
        // Work without response times.
        { ...row, row: 'import-groups', service: { ...sample, p50: Number.NaN, p99: Number.NaN }, rateRatio: 1, cpuRatio: 1 },
        { row: 'userinfo', engine: 'mariadb', failed: 'for some reason' },
      ],
      processes: [{ engine: 'mariadb', about: 'MariaDB', firstStartMs: 9_000, startMs: 2_000, restMiB: 134, afterMiB: 200 }],
    };
    writeFileSync(join(folder, 'saved.json'), JSON.stringify(saved));
    const made = spawnSync(process.execPath, [join(ROOT, 'bench/plots.mjs'), join(folder, 'saved.json'), folder], { encoding: 'utf8' });
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(readdirSync(folder).sort()).toEqual(['figures.md', 'groups.svg', 'saved.json', 'tokens.svg']);
    const figures = readFileSync(join(folder, 'figures.md'), 'utf8');
    for (const part of [
      '![tokens](tokens.svg)',
      '| refresh: 2.40 | 1.00 | `SELECT a \\| b FROM c WHERE d = ?` |',
      '4 × a processor',
      '9.00',
    ])
      expect(figures).toContain(part);
    expect(figures).not.toContain('userinfo');
  });
});
