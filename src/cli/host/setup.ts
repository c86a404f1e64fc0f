// `gatehouse setup`: creates a first file of settings from answers on a terminal or from options.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { masterKeyFile } from '../../common/crypto/master-key.js';
import { ask, isAttended } from '../terminal/ask.js';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { hostSettings } from './host-settings.js';
import { QUESTIONS } from './questions.js';

export interface SetupArguments {
  file?: string;
  yes?: boolean;
  [option: string]: unknown;
}

/** @throws UsageError if the file exists, CommandError with every value that the service would refuse */
export async function setup(args: SetupArguments): Promise<ExitCode> {
  const file = args.file ?? '.env';
  if (existsSync(file)) throw new UsageError(`${file} exists; it is left as it is. Name another one with --file, or edit it.`);
  const values: Record<string, string> = {};
  const asks = args.yes !== true && isAttended();
  for (const { variable, option, asks: question, fallback } of QUESTIONS) {
    const given = args[keyOf(option)];
    const value = typeof given === 'string' ? given : asks ? await ask(`${question}:`, fallback) : fallback;
    if (value !== '') values[variable] = value;
  }
  const keyFile = keyInUse(values);
  if (keyFile === undefined) values['MASTER_KEY'] = randomBytes(32).toString('base64');
  hostSettings(values);
  write(file, values);
  const place = keyFile === undefined ? 'It holds the master key' : `The master key stays in ${keyFile}`;
  console.error(`Wrote ${file}, for its owner only. ${place}: keep a copy of it apart from the database.`);
  console.error(`Start the service:  node --max-semi-space-size=16 --env-file=${file} dist/src/main.js`);
  console.error(`Check it:           gatehouse doctor --env-file ${file}`);
  return EXIT.done;
}

/** The file with the key that sealed the data of an embedded database; a database server doesn't use it. */
function keyInUse({ DATABASE_URL = 'sqlite:', DATA_DIR = './data' }: Readonly<Record<string, string>>): string | undefined {
  const file = masterKeyFile(DATA_DIR);
  return DATABASE_URL.startsWith('sqlite:') && existsSync(file) ? file : undefined;
}

/** The parser's name for an option. */
function keyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function write(file: string, values: Readonly<Record<string, string>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(name, value)}\n`);
  try {
    writeFileSync(file, `# Settings of Gatehouse; docs/settings.md lists all of them.\n${lines.join('')}`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Returns a value unquoted if Node, shells, systemd and Docker read it alike. */
function quoted(name: string, value: string): string {
  if (/^[\w.:/@+=,~-]*$/.test(value)) return value;
  if (/['\n\r]/.test(value)) throw new UsageError(`${name} must not contain a quote or a line break.`);
  return `'${value}'`;
}
