// The commands: those from the table of the API, and those that do more than send one request.
import { Command } from 'commander';
import { describeRow } from './api/row-command.js';
import { ROWS, SUBJECTS } from './rows/rows.js';
import type { Options } from './api/row-input.js';
import { runRow } from './api/run-row.js';
import { OTHER_COMMANDS } from './other-commands.js';
import type { ExitCode } from './terminal/exit-code.js';

/**
 * @param version of the package @param done receives the exit code of the command that ran
 * @param subject first word of the command to run: commands with another first word are left out, because describing their options takes longer
 * than most commands run. Without it, for a word that begins no command, and for the hidden command that completes others, none is left out.
 */
export function buildProgram(env: NodeJS.ProcessEnv, version: string, done: (code: ExitCode) => void, subject = ''): Command {
  const isAbout = (words: string) => words === subject || words.startsWith(`${subject} `);
  const shown = [...ROWS.map(({ command }) => command), ...OTHER_COMMANDS.filter(({ hidden }) => !hidden).map(({ words }) => words)];
  const isMeant = shown.some(isAbout) ? isAbout : () => true;
  const program = new Command('gatehouse')
    .description('Administers Gatehouse from a terminal or a script.')
    .version(version, '--version', 'the version of the command line')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .helpCommand('help [command]', 'shows the help of a command');
  for (const row of ROWS.filter(({ command }) => isMeant(command))) {
    const command = describeRow(commandAt(program, row.command), row);
    command.action(async (...args: unknown[]) => done(await runRow(row, command.args, args.at(-2) as Options, env)));
  }
  for (const { words, describe, run, hidden = false } of OTHER_COMMANDS.filter((other) => isMeant(other.words))) {
    const command = describe(commandAt(program, words, hidden));
    command.action(async (...args: unknown[]) => done(await run(command.args, args.at(-2) as Options, env, program)));
  }
  program.addHelpText('after', '\nThe guide is docs/command-line.md.\n');
  return program;
}

/** The command with this name; creates it and its parents if missing. */
function commandAt(program: Command, words: string, hidden = false): Command {
  let [command, path] = [program, ''];
  for (const word of words.split(' ')) {
    path = `${path} ${word}`.trim();
    const above = command;
    command = above.commands.find((one) => one.name() === word) ?? above.command(word, { hidden }).description(SUBJECTS[path] ?? '');
  }
  return command;
}
