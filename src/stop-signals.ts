// The signals that end a process: a process manager's, or Ctrl+C.
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** From now on these signals call `stop`, and no earlier handler. */
export function onStopSignal(stop: () => void): void {
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
}
