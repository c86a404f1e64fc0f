import { defaultExclude, defineConfig } from 'vitest/config';

/** Need a program of the system, such as a browser; `npm run test:system` runs them. All others need Node alone. */
export const SYSTEM_SPECS = 'test/**/*.system.spec.ts';

/** What no database has a part in, or no difference between them, runs once, with SQLite; the long check runs everything on both engines. */
const ON_ONE_ENGINE = [
  'src/!(common|users)/**',
  'src/common/!(database)/**',
  'test/architecture/**',
  'test/docs/**',
  'test/settings/**',
  'test/cli/!(host).spec.ts',
  'test/clients/**',
  'test/oidc/authorize-matrix.spec.ts',
  'test/process/request-log.spec.ts',
  'test/users/hashes.spec.ts',
  'test/users/first-check.spec.ts',
];
const onlyDatabase = process.env['TEST_DATABASE_URL'] !== undefined && process.env['LONG'] === undefined;

export default defineConfig({
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    exclude: [...defaultExclude, SYSTEM_SPECS, ...(onlyDatabase ? ON_ONE_ENGINE : [])],
    globalSetup: ['test/support/run.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Files of one worker share the loaded modules, which cost more to load than most files to run, and, where they only need one that runs,
    // a service (test/support/shared-service.ts). Whoever changes one of the modules (a spy, a fake timer) puts it back.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // Against what hangs; no test is measured by them. Some start several services, on machines that are shared with others.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
