// How much memory the service keeps while it has nothing to do. Has to be set before other modules are loaded.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own. */
const USUAL_GROWTH = 2;

// On a machine with much memory V8 lets the heap grow to four times its live size before it collects: an import would take 250 MiB for 60 MiB of data.
setFlagsFromString('--heap-growing-percent=100');
// Loading the modules would make room for 32 MiB of short-lived objects, which is then kept.
setFlagsFromString('--semi-space-growth-factor=1');

/** Gives back what only the start needed. Takes a moment: call it before the first request. */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--compact-on-every-full-gc');
  // What the first one has emptied, the second one gives back.
  for (let times = 0; times < 2; times++) collect();
  setFlagsFromString('--no-compact-on-every-full-gc');
  setFlagsFromString(`--semi-space-growth-factor=${USUAL_GROWTH}`);
}
