// The cluster under faults: takes MariaDB with Galera and a minute and a half, so that nothing else runs it. `npm run test:cluster`.
import { mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

const config = mergeConfig(base, {});
config.test = { ...config.test, include: ['test/cluster/*.cluster.ts'], exclude: ['**/node_modules/**'], disableConsoleIntercept: true };
export default config;
