// The specs that need a program of the system: a browser, Apache, curl, a shell. `npm test` leaves them out.
import { mergeConfig } from 'vitest/config';
import base, { LONG_SPECS, SYSTEM_SPECS } from './vitest.config.js';

const config = mergeConfig(base, {});
config.test = {
  ...config.test,
  include: [SYSTEM_SPECS],
  exclude: ['**/node_modules/**', ...LONG_SPECS],
  // One more than others have: while a browser draws or a program starts, its worker waits.
  maxWorkers: 3,
};
export default config;
