// Limits the memory that the service keeps while idle. Must be set before other modules are loaded.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The defaults of V8. */
const USUAL_GROWTH = 2;
const USUAL_BUDGET = 67_584;
/**
 * V8 11 of Node 20. It alone has such a budget: how much bytecode of a function runs until it is optimized. Later ones keep emptied pages for
 * seconds: after a collection they take 40 MiB more than without one, and a tenth more processor time for the start.
 */
const IS_V8_11 = process.versions.v8.startsWith('11.');

// On a machine with much memory, V8 lets the heap grow to four times its live size before it collects. An import would take 250 MiB for 60
// MiB of data.
setFlagsFromString('--heap-growing-percent=100');
// Loading the modules would enlarge the space for short-lived objects to 32 MiB, which is then kept.
setFlagsFromString('--semi-space-growth-factor=1');
// What runs at the start hardly runs again: optimizing it took 15 to 28 % of the processor time of a start, and some 18 MiB.
if (IS_V8_11) setFlagsFromString('--interrupt-budget=2000000');

/** Ends what holds for the start alone, and on Node 20 releases the memory that only the start needed, which takes a moment: call it before the first request. */
export function shrinkHeap(): void {
  setFlagsFromString(`--semi-space-growth-factor=${USUAL_GROWTH}`);
  if (!IS_V8_11) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--compact-on-every-full-gc');
  collect();
  setFlagsFromString('--no-compact-on-every-full-gc');
  setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`);
}
