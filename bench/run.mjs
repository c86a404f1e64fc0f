// `npm run bench`: measures the built service against limits that are measured in the same run, and prints one table. See README.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hasMariadb, openEngine, scratchFolder } from './harness/engines.mjs';
import { measureRow } from './harness/measure.mjs';
import { Child, chooseCores, Cleanup, HAS_PROC, residentMiB } from './harness/processes.mjs';
import { ground, Service } from './harness/service.mjs';
import { number, resultTable, statementTable, table } from './harness/table.mjs';
import { ROWS } from './rows/index.mjs';

const GENERATOR = new URL('./harness/generator.mjs', import.meta.url);
const REST_MS = 2_000;

/**
 * @typedef {import('./harness/measure.mjs').Result | { row: string, engine: string, failed: string }} Outcome
 * @typedef {{ engine: string, about: string, firstStartMs: number, startMs: number, restMiB: number | undefined, afterMiB: number | undefined }} Process
 */

const options = readOptions();
/** What else the machine does. */
const loadAverage = loadavg()[0] ?? Number.NaN;
const cleanup = new Cleanup();
const cores = chooseCores();
/** @type {Outcome[]} */
const outcomes = [];
/** @type {Process[]} */
const processes = [];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    console.error(`\n${signal}: stopping what was started`);
    void cleanup.run().then(() => process.exit(130));
    for (const again of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(again, () => undefined);
  });
}

try {
  console.log(surroundings());
  for (const name of options.engines) await measureEngine(name);
  report();
} catch (error) {
  // After Ctrl-C everything fails, and the reason is known.
  if (!cleanup.ended) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}

/** @param {import('./harness/engines.mjs').EngineName} name */
async function measureEngine(name) {
  const engine = await openEngine(name, cleanup, cores);
  const place = await placeOf(engine);
  const first = await Service.start(place, cleanup, { core: cores.service });
  await first.end();
  const service = await Service.start(place, cleanup, { core: cores.service, profile: options.profile });
  const generator = new Child(GENERATOR, { core: cores.load, ipc: true });
  const endGenerator = cleanup.add(() => generator.end());
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const restMiB = residentMiB(service.pid);
  const { seconds, warmUpSeconds, rounds, people, countsStatements, profile } = options;
  const bench = { engine, service, generator, cleanup, cores, seconds, warmUpSeconds, rounds, people, countsStatements, profile };
  /** @param {import('./harness/measure.mjs').Row} row */
  const canRun = ({ needsPeople, needsServer }) => (!needsPeople || people > 0) && (!(needsPeople || needsServer) || name === 'mariadb');
  for (const row of options.rows.filter(canRun)) {
    process.stderr.write(`${name}: ${row.name} … `);
    try {
      const result = await measureRow(row, bench);
      outcomes.push(result);
      process.stderr.write(`${number(result.service.rate)} ${row.unit}/s, ${number(result.rateRatio, 2)} of ${row.limit.name}\n`);
    } catch (error) {
      if (cleanup.ended) throw error;
      const failed = error instanceof Error ? error.message : String(error);
      outcomes.push({ row: row.name, engine: name, failed });
      process.stderr.write(`failed: ${failed}\n${service.child.running ? '' : `${service.child.output}\n`}`);
      process.exitCode = 1;
    }
  }
  const afterMiB = service.child.running ? residentMiB(service.pid) : undefined;
  processes.push({ engine: name, about: engine.about, firstStartMs: first.startMs, startMs: service.startMs, restMiB, afterMiB });
  await service.end();
  await endGenerator();
}

/** A fresh place, or that of an earlier run (`--keep`). @param {import('./harness/engines.mjs').Engine} engine */
async function placeOf(engine) {
  if (options.keep === undefined) return ground(await engine.freshDatabase(), scratchFolder(cleanup));
  const file = join(options.keep, 'place.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(options.keep, { recursive: true });
  const place = ground(await engine.freshDatabase(true), options.keep);
  writeFileSync(file, JSON.stringify(place), { mode: 0o600 });
  return place;
}

function surroundings() {
  const { service, load, database } = cores;
  return [
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load average ${number(loadAverage, 1)} at the start`,
    service === undefined
      ? 'Nothing is pinned (needs Linux, taskset and two cores): service and load take CPU time from each other, so judge by ratio only.'
      : `Pinned by taskset: service and limits on core ${service}, load generator on core ${load}, MariaDB on core ${database}.`,
    ...(HAS_PROC ? [] : ['CPU time and memory are missing: they are read from /proc, which only Linux has.']),
    `${options.rounds} rounds of ${options.seconds} s each, service and limit in turn, medians.`,
    ...options.notes,
  ].join('\n');
}

function report() {
  console.log(`\n${resultTable(outcomes)}\n`);
  if (options.countsStatements) console.log(`${statementTable(outcomes)}\n`);
  const lines = processes.map(({ engine, about, firstStartMs, startMs, restMiB, afterMiB }) => [
    engine,
    number(firstStartMs / 1000, 2),
    number(startMs / 1000, 2),
    number(restMiB),
    number(afterMiB),
    about,
  ]);
  const heading = ['engine', 'first start s', 'later start s', 'MiB at rest', 'MiB after rows', 'database'];
  console.log(table([heading, ...lines], new Set([0, 5])));
  const { json, seconds, rounds } = options;
  if (json !== undefined) {
    const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
    const facts = { at: new Date().toISOString(), node: process.version, machine, loadAverage, cores, seconds, rounds };
    writeFileSync(json, `${JSON.stringify({ ...facts, rows: outcomes, processes }, null, 2)}\n`);
  }
}

function readOptions() {
  try {
    return parseOptions();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

function parseOptions() {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'any' },
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'string' },
      profile: { type: 'string' },
      people: { type: 'string' },
      keep: { type: 'string' },
      statements: { type: 'boolean', default: false },
    },
  });
  const { engine, only, json, profile } = values;
  if (values.keep !== undefined && (engine !== 'mariadb' || process.env['TEST_DATABASE_URL'] === undefined))
    throw new Error('--keep needs --engine mariadb and TEST_DATABASE_URL: a server that is there the next time');
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  const unknown = only?.find((name) => !ROWS.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`There is no row "${unknown}". The rows are: ${ROWS.map(({ name }) => name).join(', ')}.`);
  const seconds = positive('seconds', values.seconds);
  const rounds = Math.ceil(positive('rounds', values.rounds));
  const people = values.people === undefined ? 0 : Math.ceil(positive('people', values.people, 10_000_000));
  if (!existsSync(new URL('../dist/src/main.js', import.meta.url))) throw new Error('The service is not built: npm run compile');
  return {
    ...engines(engine),
    rows: only ? ROWS.filter(({ name }) => only.includes(name)) : ROWS.filter(({ takesLong }) => !takesLong),
    countsStatements: values.statements,
    seconds,
    warmUpSeconds: positive('warm-up', values['warm-up']),
    rounds,
    people,
    keep,
    json,
    profile,
  };
}

/** @param {string} engine @returns {{ engines: import('./harness/engines.mjs').EngineName[], notes: string[] }} */
function engines(engine) {
  if (!['any', 'both', 'sqlite', 'mariadb'].includes(engine)) throw new Error('--engine is sqlite, mariadb or both');
  if (engine === 'sqlite') return { engines: ['sqlite'], notes: [] };
  const missing = 'MariaDB is not installed (apt-get install mariadb-server), and TEST_DATABASE_URL names no server.';
  if (!hasMariadb()) {
    if (engine !== 'any') throw new Error(missing);
    return { engines: ['sqlite'], notes: [`Only SQLite: ${missing}`] };
  }
  return { engines: engine === 'mariadb' ? ['mariadb'] : ['sqlite', 'mariadb'], notes: [] };
}

/** @param {string} name @param {string} text @param {number} [most] */
function positive(name, text, most = 3600) {
  const value = Number(text);
  if (!(value > 0 && value <= most)) throw new Error(`--${name} is a number above 0`);
  return value;
}
