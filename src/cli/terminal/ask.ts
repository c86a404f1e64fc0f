// Asks the person at the terminal on standard error, so that standard output contains only the answer.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
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

/** Asks without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // A terminal that readline writes to itself doesn't echo.
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(`${question} `);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Has the person choose by number. @throws UsageError for anything else */
export async function choose<T>(question: string, choices: readonly T[], shown: (choice: T) => string): Promise<T> {
  for (const [index, choice] of choices.entries()) process.stderr.write(`  ${index + 1}  ${shown(choice)}\n`);
  const answer = await ask(`${question} (1-${choices.length})`);
  const found = /^\d{1,4}$/.test(answer) ? choices[Number(answer) - 1] : undefined;
  if (found === undefined) throw new UsageError('Nothing was chosen.');
  return found;
}

/** @throws UsageError if no person can confirm a removal, and `--yes` is missing */
export function assertAttended(what: string): void {
  if (!isAttended()) throw new UsageError(`${what} There is no terminal to confirm this at: add --yes.`);
}

/** Asks for confirmation before a removal. */
export async function confirm(what: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${what} Continue? (y/N)`));
}
