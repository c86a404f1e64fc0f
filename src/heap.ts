// Limits the memory that the service keeps while idle. Must be set before other modules are loaded.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The defaults of V8. */
const USUAL_GROWTH = 2;
const USUAL_BUDGET = 67_584;
/** V8 11 of Node 20. It alone has such a budget: how much bytecode of a function runs until it is optimized. */
const IS_V8_11 = process.versions.v8.startsWith('11.');

// On a machine with much memory, V8 lets the heap grow to four times its live size before it collects. An import would take 250 MiB for 60
// MiB of data.
setFlagsFromString('--heap-growing-percent=100');
// Loading the modules would enlarge the space for short-lived objects to 32 MiB, which is then kept.
setFlagsFromString('--semi-space-growth-factor=1');
// What runs at the start hardly runs again: optimizing it took 15 to 28 % of the processor time of a start, and some 18 MiB.
if (IS_V8_11) setFlagsFromString('--interrupt-budget=2000000');

/** Ends what holds for the start alone, and releases the memory that only the start needed. Takes a moment on Node 20: call it before the first request. */
export function shrinkHeap(): void {
  setFlagsFromString(`--semi-space-growth-factor=${USUAL_GROWTH}`);
  setFlagsFromString('--expose-gc');
  // The context is given up at once, which makes V8 collect when it has nothing else to do.
  const collect = runInNewContext('gc') as () => void;
  // Later ones keep emptied pages for seconds: with a collection now they would take 40 MiB more, and the start more processor time (docs/benchmarks.md).
  if (!IS_V8_11) return;
  setFlagsFromString('--compact-on-every-full-gc');
  collect();
  setFlagsFromString('--no-compact-on-every-full-gc');
  setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`);
}
