import { defaultExclude, defineConfig } from 'vitest/config';

/** What no database has a part in runs once, with SQLite; the long check runs everything on both engines. */
const WITHOUT_DATABASE = [
  'src/!(common|users)/**',
  'src/common/!(database)/**',
  'test/architecture/**',
  'test/docs/**',
  'test/settings/**',
  'test/browser/accessibility.spec.ts',
];
const onlyDatabase = process.env['TEST_DATABASE_URL'] !== undefined && process.env['LONG'] === undefined;

export default defineConfig({
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    exclude: [...defaultExclude, ...(onlyDatabase ? WITHOUT_DATABASE : [])],
    setupFiles: ['test/support/setup.ts'],
    // Each file boots a service of its own. Files of one worker share the loaded modules, which cost more to load than most files to run:
    // whoever changes one of them (a spy, a fake timer) puts it back.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
