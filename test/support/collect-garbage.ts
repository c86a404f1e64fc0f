// For specs about what stays in memory. The specs that use it run before all others (vitest.config.ts).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage of this process, at once. */
export const collectGarbage = runInNewContext('gc') as () => void;
