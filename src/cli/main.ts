// The command line: parses the arguments, runs one command, and returns its exit code.
import { readFileSync } from 'node:fs';
import { CommanderError, type Command } from 'commander';
import { buildProgram } from './program.js';
import { CommandError, UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';
import { styled } from './terminal/style.js';

/** A file that can't be read or written, a malformed CSV file: the message is enough, without a stack. */
const EXPECTED = /^(ENOENT|EISDIR|EACCES|ENOSPC|EROFS|CSV_)/;

/** Runs the command that the arguments name. @throws any error that is a fault of the program */
export async function main(args: string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const program = buildProgram(process.env, version(), (code) => (exitCode = code), args[0]);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const code = report(error instanceof CommanderError ? usageError(error, args) : error, args);
    if (code === EXIT.usage) console.error(helpFor(error, program, args));
    return code;
  }
}

/** A list of commands if one is missing; otherwise how to get help for the intended command. */
function helpFor(error: unknown, program: Command, args: readonly string[]): string {
  let [meant, words] = [program, 'gatehouse'];
  for (const arg of args) {
    const next = meant.commands.find((one) => one.name() === arg);
    if (!next) break;
    [meant, words] = [next, `${words} ${arg}`];
  }
  return error instanceof CommanderError && error.code === 'commander.help'
    ? `\n${meant.helpInformation()}`
    : `For what it takes: ${words} --help`;
}

/** The version of the package. */
function version(): string {
  return (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}

function report(error: unknown, args: readonly string[]): ExitCode {
  const { code, message } = error as { code?: string; message: string };
  if (!(error instanceof CommandError)) {
    if (!EXPECTED.test(code ?? '')) throw error;
    console.error(message);
    return EXIT.failed;
  }
  if (error.problem && args.includes('--json')) console.error(JSON.stringify(error.problem, null, 2));
  else console.error(`${styled(process.stderr, 'red', 'Error:')} ${message}`);
  return error.exitCode;
}

/** The error that the parser found, as a sentence. */
function usageError({ code, message }: CommanderError, args: readonly string[]): UsageError {
  const words = args.slice(0, args.findIndex((one) => one.startsWith('-')) >>> 0);
  if (code === 'commander.help')
    return new UsageError(words.length === 0 ? 'A command is missing.' : `A command is missing after "${words.join(' ')}".`);
  const [what = '', ...hint] = message.replace(/^error: /, '').split('\n');
  const known = hint.map((one) => ` ${one}`).join('');
  if (code === 'commander.unknownCommand') return new UsageError(`There is no command "${words.slice(0, 2).join(' ')}".${known}`);
  return new UsageError(`${what.charAt(0).toUpperCase()}${what.slice(1)}${known}`);
}
