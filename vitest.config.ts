import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Each file boots a service of its own.
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
