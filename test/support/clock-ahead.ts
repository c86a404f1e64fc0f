// A clock that is wrong: of a process of its own, by its environment.

/** The environment of a program on Node.js whose clock is ahead of this machine's, or behind it. */
export function clockAhead(ms: number): Record<string, string> {
  const module = `const { now } = Date; Date.now = () => now() + ${ms};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}
