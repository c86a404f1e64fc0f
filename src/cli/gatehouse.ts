#!/usr/bin/env node
// The command line: parses the arguments, runs one command, exits with its code.
import { parseArgs } from 'node:util';
import { CommandError } from './terminal/command-error.js';
import { convert } from './convert-command.js';
import { importUsers } from './import-command.js';

const USAGE = `gatehouse users import FILE [--dry-run] [--mode create|upsert] [--format ndjson|csv|json] [--errors FILE] [--url URL]
    Imports people and groups through the running service and shows the progress. FILE may be compressed with gzip (.gz).
    The address is --url, GATEHOUSE_URL, PUBLIC_URL, or the one in $DATA_DIR/bootstrap.json; the token is GATEHOUSE_TOKEN,
    or the one in the same file.
    --dry-run checks everything and writes nothing. --errors writes every error to FILE, one per line (NDJSON).
    Exits with 0 if everybody was imported, 2 if some were not, 1 if the command failed.

gatehouse users convert keycloak|auth0|csv FILE… --org ID [--passwords FILE] [--column HEADER=MEMBER]…
    Converts the export of another system into lines to import, on standard output; remarks go to standard error.
    --passwords: the file of password hashes that Auth0 exports separately.
    --column: the meaning of a CSV column whose header is not recognized: --column login=user.userName
`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  mode: { type: 'string' },
  format: { type: 'string' },
  errors: { type: 'string' },
  url: { type: 'string' },
  org: { type: 'string' },
  passwords: { type: 'string' },
  column: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Invalid arguments, an unreadable file, a malformed CSV file: the message is enough, without a stack. */
const EXPECTED = /^(ERR_PARSE_ARGS_|ENOENT$|EISDIR$|EACCES$|CSV_)/;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (values.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    const [subject, verb, ...rest] = positionals;
    if (subject === 'users' && verb === 'import') return await importUsers(onlyFile(rest), values, process.env);
    if (subject === 'users' && verb === 'convert') return await convert(rest[0], rest.slice(1), values);
    const given = [subject, verb].filter((word) => word !== undefined).join(' ');
    throw new CommandError(given === '' ? 'A command is missing.' : `There is no command "${given}".`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!(error instanceof CommandError) && !EXPECTED.test(code ?? '')) throw error;
    console.error(`${message}\nFor the commands and their options: gatehouse --help`);
    return 1;
  }
}

function onlyFile([file, ...more]: readonly string[]): string {
  if (file === undefined) throw new CommandError('FILE is missing: the file to import.');
  if (more.length > 0) throw new CommandError(`One FILE can be imported at a time; ${more.join(', ')} is one too many.`);
  return file;
}
