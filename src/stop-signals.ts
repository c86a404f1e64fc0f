// What tells a process to end: a process manager's signal, or Ctrl+C.
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** From now on these signals call `stop`, and nothing that was to be called before. */
export function onStopSignal(stop: () => void): void {
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
}
