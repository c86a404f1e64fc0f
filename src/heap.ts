// Limits the memory that the service keeps while idle. Must be set before other modules are loaded.
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The defaults of V8. */
const USUAL_GROWTH = 2;
const USUAL_BUDGET = 67_584;
/** Of each half of the space for short-lived objects. V8 of Node 20 lets it have 16 MiB, that of Node 24 64. */
const MAX_YOUNG_BYTES = 8 * 2 ** 20;
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
  if (!IS_V8_11) boundYoungSpace();
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

/**
 * With its usual space for short-lived objects, an import on Node 24 takes 140 MiB more, and nothing less processor time (docs/benchmarks.md).
 * The flag for that, `--max-semi-space-size`, has an effect on the command line alone. Whether the space may grow, V8 asks each time.
 */
function boundYoungSpace(): void {
  const mayDouble = () => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    return young !== undefined && young.space_used_size + young.space_available_size <= MAX_YOUNG_BYTES / 2;
  };
  const collections = new PerformanceObserver(() => setFlagsFromString(`--semi-space-growth-factor=${mayDouble() ? USUAL_GROWTH : 1}`));
  collections.observe({ entryTypes: ['gc'] });
}
