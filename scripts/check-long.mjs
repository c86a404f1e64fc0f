// `npm run check:long`: everything that takes too long for each change, in full: every generated case, both engines and MySQL, the
// oldest versions of Node, an hour of faults, ten minutes of them with the settings for Galera that docs/operate.md recommends, a real
// Keycloak, half an hour of load. Goes on after a failure. `-- --only cluster --only soak` runs these parts alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const STATEMENTS = '.statements';
const recorded = { LONG: '1', TEST_RECORD_SQL: STATEMENTS };

/** Of the cluster, as the guide recommends them. */
const [, RECOMMENDED = ''] = /wsrep_provider_options = "([^"]+)"/.exec(readFileSync('docs/operate.md', 'utf8')) ?? [];

/** Needs Maven's repository, Java and minutes to start. */
const KEYCLOAK = 'test/oidc/keycloak.long.system.spec.ts';

/** The oldest version of each line of Node that package.json names. The gate runs on the Node of the container image. @type {string[]} */
const OLDEST = JSON.parse(readFileSync('package.json', 'utf8')).engines.node.match(/\d+\.\d+\.\d+/g);

const reports = mkdtempSync(join(tmpdir(), 'gatehouse-check-'));
const BENCHMARK = join(reports, 'bench.json');

/**
 * Each runs an npm script, on another version of Node if it names one; those that are vitest tell their counts.
 * @typedef {{ script: string, args?: string[], env?: Record<string, string>, node?: string, tests?: true, before?: () => void }} Part
 * @type {Readonly<Record<string, Part>>}
 */
const PARTS = {
  // With the compiler that the build has. `npm run lint` checks types with its successor, which takes half as long.
  types: { script: 'types' },
  // By the rules that others have. It has 200 packages of its own, a fifth of all, so it is fetched for this part alone.
  spectral: { script: 'lint:spectral' },
  sqlite: { script: 'test', env: { LONG: '1' }, tests: true },
  ...Object.fromEntries(OLDEST.map((version) => [`node-${version}`, { script: 'test', node: version, tests: true }])),
  system: { script: 'test:system', args: ['--exclude', KEYCLOAK], env: { LONG: '1' }, tests: true },
  keycloak: { script: 'test:system', args: [KEYCLOAK], env: { LONG: '1' }, tests: true },
  mariadb: { script: 'test:mariadb', env: recorded, tests: true, before: () => rmSync(STATEMENTS, { recursive: true, force: true }) },
  'mariadb-browser': {
    script: 'test:mariadb',
    args: ['--config', 'vitest.system.config.ts', 'test/browser/passkeys.system.spec.ts'],
    tests: true,
  },
  'mariadb-console': {
    script: 'test:mariadb',
    args: ['--config', 'vitest.system.config.ts', 'test/browser/console'],
    env: { LONG: '1' },
    tests: true,
  },
  mysql: { script: 'test:mysql', env: recorded, tests: true },
  // What both have recorded.
  statements: { script: 'test:statements' },
  cluster: { script: 'test:cluster', env: { LONG: '1' }, tests: true },
  'cluster-recommended': {
    script: 'test:cluster',
    env: { LONG: '1', CLUSTER_SECONDS: '600', GALERA_TEST_OPTIONS: RECOMMENDED },
    tests: true,
  },
  soak: { script: 'soak' },
  // Whether the benchmark runs. The figures of so short a run say nothing.
  bench: {
    script: 'bench',
    args: [...'--engine sqlite --seconds 0.5 --warm-up 0.5 --rounds 1 --only code-flow --only scim-create --json'.split(' '), BENCHMARK],
  },
  // Of what `bench` has written.
  'bench-plots': { script: 'bench:plots', args: [BENCHMARK, join(reports, 'plots')] },
};

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const unknown = values.only?.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". The parts are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const results = Object.keys(PARTS)
  .filter((name) => values.only?.includes(name) ?? true)
  .map(run);
for (const { name, minutes, counts, passed } of results) console.log(`${passed ? 'passed' : 'FAILED'}  ${name}: ${minutes} min${counts}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/** @param {string} name */
function run(name) {
  const { script = '', args = [], env = {}, node, tests = false, before } = PARTS[name] ?? {};
  before?.();
  const report = join(reports, `${name}.json`);
  const reporters = tests ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const from = performance.now();
  const through = node === undefined ? [] : ['exec', '--yes', `--package=node-${process.platform}-${process.arch}@${node}`, '--', 'npm'];
  const { status } = spawnSync('npm', [...through, 'run', script, '--', ...args, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const minutes = Math.round((performance.now() - from) / 6_000) / 10;
  return { name, minutes, counts: tests ? countsOf(name, report) : '', passed: status === 0 };
}

/** @param {string} name @param {string} report */
function countsOf(name, report) {
  const [passed, failed, skipped] = outputOf('sum-tests.mjs', report).split(' ');
  const failures = outputOf('sum-tests.mjs', '--failed', report);
  // Most of those that are skipped are another engine's; what the cluster or the system suite leaves out is what this machine does not allow.
  const left = /cluster|system/.test(name) ? outputOf('skipped-tests.mjs', report) : '';
  return [`, ${passed} passed, ${failed} failed, ${skipped} skipped`, failures, left && `not run: ${left}`].filter(Boolean).join('\n');
}

/** What a script of this folder prints. @param {string} script @param {string[]} args */
function outputOf(script, ...args) {
  return spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], { encoding: 'utf8' }).stdout.trim();
}
