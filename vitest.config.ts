import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
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
