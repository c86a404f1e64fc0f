// Loaded into the service by the soak (`--import`, with `--expose-gc`): tells what the heap holds after a collection. Between two of them
// it swings by more than a leak adds in an hour.
const MIB = 2 ** 20;

process.on('message', (/** @type {{ do?: string } | undefined} */ message) => {
  if (message?.do !== 'liveHeap') return;
  globalThis.gc?.();
  process.send?.({ value: process.memoryUsage().heapUsed / MIB });
});
// A service that is asked to end does not stay for us.
process.channel?.unref();
