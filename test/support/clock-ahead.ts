// Clocks of a process of its own, set by its environment.

/** The environment of a program on Node.js whose clock is ahead of this machine's, or behind it. */
export function clockAhead(ms: number): Record<string, string> {
  return preloaded(`const { now } = Date; Date.now = () => now() + ${ms};`);
}

/**
 * The environment of a program on Node.js whose time stands still while the file exists: at the milliseconds since 1970 UTC in it. What is
 * judged by time then depends on no load.
 */
export function clockThatStops(file: string): Record<string, string> {
  return preloaded(`
    import { readFileSync } from 'node:fs';
    const { now } = Date;
    const monotonic = performance.now.bind(performance);
    let since;
    const stoppedAt = () => {
      try {
        return Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
      } catch {
        return undefined;
      }
    };
    Date.now = () => stoppedAt() ?? now();
    performance.now = () => {
      since = stoppedAt() === undefined ? undefined : (since ?? monotonic());
      return since ?? monotonic();
    };`);
}

function preloaded(module: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}
