// `npm run bench:plots`: pictures and tables of docs/bench from the saved result of a run (docs/benchmarks.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plot } from './harness/plot.mjs';
import { number } from './harness/table.mjs';
import { GROUPS } from './rows/index.mjs';

const DOCS = fileURLToPath(new URL('../docs/bench/', import.meta.url));
/** Another result, and another folder for what is made of it. */
const [source = join(DOCS, 'results.json'), folder = DOCS] = process.argv.slice(2);

/**
 * @typedef {import('./harness/measure.mjs').Result} Result
 * @typedef {{ at: string, node: string, machine: string, loadAverage: number, seconds: number, rounds: number, rows: Array<Result | { row: string, engine: string, failed: string }>, processes: Array<{ engine: string, about: string, firstStartMs: number, startMs: number, restMiB: number, afterMiB: number }> }} Saved
 */

/** @type {Saved} */
const saved = JSON.parse(readFileSync(source, 'utf8'));
mkdirSync(folder, { recursive: true });
const results = saved.rows.flatMap((row) => ('failed' in row ? [] : [row]));
const sections = Object.entries(GROUPS).flatMap(([group, rows]) => {
  const names = new Set(rows.map(({ name }) => name));
  const found = results.filter(({ row }) => names.has(row));
  if (found.length === 0) return [];
  writeFileSync(join(folder, `${group}.svg`), plot(group, found.map(pairOf)));
  return [`## ${group}\n\n![${group}](${group}.svg)\n\n${figures(found)}\n${statements(found)}`];
});
const head = [
  '# Figures of the benchmark',
  `Made by \`npm run bench:plots\` from the run of ${saved.at}: Node ${saved.node}, ${saved.machine}, load average ${number(saved.loadAverage, 1)} at the start, ${saved.rounds} rounds of ${saved.seconds} s. [What they mean](../benchmarks.md).`,
];
writeFileSync(join(folder, 'figures.md'), `${[...head, ...sections, processes()].join('\n\n')}\n`);

/** @param {Result} result */
function pairOf({ row, engine, unit, service, limit, limitName }) {
  return { label: `${row} (${engine})`, unit, service: service.rate, limit: limit.rate, limitName };
}

/** @param {Result[]} found */
function figures(found) {
  const heading = ['row', 'engine', 'unit', 'rate/s', 'CPU µs', 'p50 ms', 'p99 ms', 'limit', 'rate/s', 'CPU µs', 'by rate', 'by CPU'];
  const lines = found.map(({ row, engine, unit, service, limit, limitName, rateRatio, cpuRatio }) => [
    row,
    engine,
    unit,
    number(service.rate),
    number(service.cpuUs),
    number(service.p50, 2),
    number(service.p99, 2),
    limitName,
    number(limit.rate),
    number(limit.cpuUs),
    number(rateRatio, 2),
    number(cpuRatio, 2),
  ]);
  return markdown([heading, ...lines]);
}

/** The most frequent of each row on MariaDB. @param {Result[]} found */
function statements(found) {
  const lines = found.flatMap(({ row, statements: recorded }) =>
    (recorded?.top ?? []).map(({ sql, perUnit }, at) => [
      at === 0 ? `${row}: ${number(recorded?.perUnit, 2)}` : '',
      number(perUnit, 2),
      `\`${sql.replaceAll('|', '\\|')}\``,
    ]),
  );
  return lines.length === 0 ? '' : `\n${markdown([['statements a unit', 'of these', 'statement'], ...lines])}\n`;
}

function processes() {
  const lines = saved.processes.map(({ engine, about, firstStartMs, startMs, restMiB, afterMiB }) => [
    engine,
    number(firstStartMs / 1000, 2),
    number(startMs / 1000, 2),
    number(restMiB),
    number(afterMiB),
    about,
  ]);
  const heading = ['engine', 'first start s', 'later start s', 'MiB at rest', 'MiB after the rows', 'database'];
  return `## Start and memory\n\n${markdown([heading, ...lines])}`;
}

/** @param {string[][]} lines the first is the heading */
function markdown([heading = [], ...lines]) {
  return [heading, heading.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
