// Questions to the person at the terminal, on standard error, so that standard output stays the answer.
import { createInterface } from 'node:readline/promises';
import { UsageError } from './command-error.js';

/** Whether somebody is there to answer. */
export function isAttended(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** @returns what was typed, or `fallback` for an empty line */
export async function ask(question: string, fallback = ''): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const shown = fallback === '' ? question : `${question} [${fallback}]`;
    return (await terminal.question(`${shown} `)).trim() || fallback;
  } finally {
    terminal.close();
  }
}

/** Asks before something is removed. @throws UsageError when nobody is there to answer and `--yes` was not given */
export async function confirm(what: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!isAttended()) throw new UsageError(`${what} Nobody is there to confirm it: add --yes.`);
  return /^y(es)?$/i.test(await ask(`${what} Go on? (y/N)`));
}
