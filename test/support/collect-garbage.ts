// For specs about what stays in memory. The specs that use it run before all others (vitest.config.ts).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

const collect = runInNewContext('gc') as () => void;

/** Collects all garbage of this process, at once. Twice: what a first collection frees lets go of more, on Node 24 tens of megabytes. */
export function collectGarbage(): void {
  collect();
  collect();
}
