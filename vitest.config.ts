import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defaultExclude, defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { forServer } from './test/support/server-tests.js';

/** Need a program of the system, such as a browser; `npm run test:system` runs them. All others need Node alone. */
export const SYSTEM_SPECS = 'test/**/*.system.spec.ts';

/**
 * Rest on real waits, kills, frozen processes, load or a full disk, whose timing no change of the code decides, or go
 * deep into single pages of the console: only the long check runs them.
 */
export const LONG_SPECS = process.env['LONG'] === undefined ? ['test/**/*.long.spec.ts', 'test/**/*.long.system.spec.ts'] : [];

/** The engine that this run is for, if that is a database server; the long check runs all tests on it. */
const SERVER = process.env['LONG'] === undefined ? /^(mariadb|mysql):/.exec(process.env['TEST_DATABASE_URL'] ?? '')?.[1] : undefined;

/** The source of a spec with the tests that run on the engine of this run. @param file its path from here */
const chosenOf = (file: string, text: string) => (SERVER === undefined ? text : forServer(SERVER, file, text));

/** The specs without such a test. */
function leftOut(): string[] {
  return ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.spec.ts') && chosenOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')) === undefined);
}

const CHOSEN_TESTS: Plugin = {
  name: 'chosen-tests',
  enforce: 'pre',
  // What a server runs of a spec is not what SQLite runs.
  configureVitest: ({ experimental_defineCacheKeyGenerator: addToKey }) =>
    addToKey(({ id }) => (id.endsWith('.spec.ts') ? SERVER : undefined)),
  transform: (text, file) => (file.endsWith('.spec.ts') ? chosenOf(relative(import.meta.dirname, file), text) : undefined),
};

/** Short files that take long: they wait, or start processes and browsers. A run without the times of an earlier one would begin them last. */
const LONGEST = [
  /^test\/browser\/accessibility/,
  /^test\/process\//,
  /^test\/(browser|database\/server-|docs\/(administer|command-line|getting-started))/,
  /^test\/(cli\/(host|resources|backup)|work\/mail|admin\/mail|scim\/permissions|import\/author)\.spec/,
];

/** Sets the time of its whole process. A service that others share would take it for its own, so these are over before there is one. */
const SETS_TIME = /useFakeTimers\(|spyOn\((Date|performance), 'now'/;

/** Collects all garbage, which takes twenty times as long beside what other files have left. */
const COLLECTS = /\bcollectGarbage\(/;

/** Another order of the files for each value, the same one each time, which shows what one file leaves to those after it. */
const SEED = process.env['SPEC_SEED'];

class SpecOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(files.map(({ moduleId }) => [moduleId, rankOf(moduleId)]));
    const rank = ({ moduleId }: TestSpecification) => ranks.get(moduleId) ?? 0;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** The lowest come first. */
function rankOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  if (SETS_TIME.test(text)) return -2;
  if (COLLECTS.test(text)) return -1;
  const name = relative(import.meta.dirname, file);
  if (SEED !== undefined) return createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE();
  const at = LONGEST.findIndex((pattern) => pattern.test(name));
  return at < 0 ? LONGEST.length : at;
}

/**
 * Tests call most functions too seldom for optimized code to pay for its making, which takes a fifth of the processor time of a run: V8 waits
 * thirty times as long for it. Its flag has another name since Node 22. No test is about speed.
 */
const OPTIMIZE_LATER = process.versions.v8.startsWith('11.') ? '--interrupt-budget=2000000' : '--invocation-count-for-turbofan=90000';

export default defineConfig({
  plugins: [CHOSEN_TESTS],
  test: {
    sequence: { sequencer: SpecOrder },
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    exclude: [...defaultExclude, SYSTEM_SPECS, ...LONG_SPECS, ...leftOut()],
    globalSetup: ['test/support/run.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Files of one worker share the loaded modules, which cost more to load than most files to run, and, where they only need one that runs,
    // a service (test/support/shared-service.ts). Whoever changes one of the modules (a spy, a fake timer) puts it back.
    pool: 'forks',
    execArgv: [OPTIMIZE_LATER],
    // Keeps transformed modules in node_modules by their content, for the other engines of the gate and for the next run. `npx vitest --clearCache` empties it.
    experimental: { fsModuleCache: true },
    isolate: false,
    maxWorkers: 2,
    // Against what hangs; no test is measured by them. Some start several services or compute for seconds, behind others and on machines that are
    // shared: five seconds of a processor have become sixty.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
