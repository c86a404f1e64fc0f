// The specs that need a program of the system: a browser, Apache, curl, a shell. `npm test` leaves them out.
import { mergeConfig, type Plugin } from 'vitest/config';
import base, { LONG_SPECS, SYSTEM_SPECS } from './vitest.config.js';

/** Modules are kept by the text of their configuration as well. What this file adds changes none of them, so those of the other run serve here. */
const SAME_MODULES: Plugin = {
  name: 'same-modules',
  api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
  configResolved(config) {
    config.configFileDependencies = config.configFileDependencies.filter((file) => !file.endsWith('vitest.system.config.ts'));
  },
};

const config = mergeConfig(base, { plugins: [SAME_MODULES] });
config.test = {
  ...config.test,
  include: [SYSTEM_SPECS],
  exclude: ['**/node_modules/**', ...LONG_SPECS],
  // One more than others have: while a browser draws or a program starts, its worker waits.
  maxWorkers: 3,
};
export default config;
