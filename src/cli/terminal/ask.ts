// Asks the person at the terminal on standard error, so that standard output contains only the answer.
import { createInterface } from 'node:readline/promises';
import { UsageError } from './command-error.js';

/** Whether a person can answer. */
export function isAttended(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** @returns the typed text, or `fallback` for an empty line */
export async function ask(question: string, fallback = ''): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const shown = fallback === '' ? question : `${question} [${fallback}]`;
    return (await terminal.question(`${shown} `)).trim() || fallback;
  } finally {
    terminal.close();
  }
}

/** Asks for confirmation before a removal. @throws UsageError if no person can answer and `--yes` is missing */
export async function confirm(what: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!isAttended()) throw new UsageError(`${what} There is no terminal to confirm it at: add --yes.`);
  return /^y(es)?$/i.test(await ask(`${what} Go on? (y/N)`));
}
