// The commands that do more than send one API request, each with its help.
import type { Command } from 'commander';
import { bodyFields } from './api/row-fields.js';
import { addFields, addServiceOptions, collect, examplesOf } from './api/row-command.js';
import type { Options } from './api/row-input.js';
import { callApi } from './api/call-api.js';
import { EVENT_FILTER } from './rows/events.js';
import { candidates, completionScript, SHELLS } from './completion/complete.js';
import { convert, type ConvertArguments } from './convert-command.js';
import { followEvents } from './events-command.js';
import { exportUsers, type ExportArguments } from './export-command.js';
import type { BackupArguments } from './host/backup.js';
import { QUESTIONS } from './host/questions.js';
import type { RestoreArguments } from './host/restore.js';
import { importUsers, writeErrors, type ImportArguments } from './import-command.js';
import { UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';

/** A command with its own code. */
interface OtherCommand {
  words: string;
  /** Hidden from the help, because only programs call it. */
  hidden?: boolean;
  describe(command: Command): Command;
  run(args: readonly string[], options: Options, env: NodeJS.ProcessEnv, program: Command): Promise<ExitCode>;
}

export const OTHER_COMMANDS: readonly OtherCommand[] = [
  {
    words: 'login',
    describe: (command) =>
      command
        .description('Signs in: in a browser, or with a token')
        .option('--url <url>', 'address of the service')
        .option('--token', 'read a token from standard input instead')
        .option('--org <id>', 'organization that later commands are about; otherwise your own')
        .option('--no-browser', 'only say the address; open it where you like')
        .addHelpText('after', examplesOf(['gatehouse login --url https://id.example.com', 'gatehouse login --token < token.txt'])),
    run: async (_, options, env) => (await import('./sign-in/login.js')).login(options, env),
  },
  {
    words: 'logout',
    describe: (command) =>
      command
        .description('Signs out')
        .option('--url <url>', 'address of the service')
        .addHelpText('after', examplesOf(['gatehouse logout'])),
    run: async (_, options, env) => (await import('./sign-in/login.js')).logout(options, env),
  },
  {
    words: 'whoami',
    describe: (command) =>
      addServiceOptions(command)
        .description('Shows who commands run as, where, and with which roles')
        .addHelpText('after', examplesOf(['gatehouse whoami', 'gatehouse whoami --json'])),
    run: async (_, options, env) => (await import('./sign-in/login.js')).whoami(options, env),
  },
  {
    words: 'users import',
    describe: (command) =>
      addServiceOptions(command)
        .description('Imports people and groups and shows the progress')
        .argument('[file...]', 'NDJSON, CSV or JSON, which may be compressed with gzip (.gz)')
        .option('--dry-run', 'check everything and write nothing')
        .option('--mode <mode>', 'create, or upsert to change those that are there')
        .option('--format <format>', 'ndjson, csv or json; otherwise as the name of the file ends')
        .option('--errors <file>', 'write every error to this file, one per line (NDJSON)')
        .addHelpText(
          'after',
          examplesOf(['gatehouse users import people.ndjson --dry-run', 'gatehouse users import people.csv.gz --errors faults.ndjson']),
        ),
    run: ([file, ...more], options, env) => importUsers(onlyFile(file, more), options as ImportArguments, env),
  },
  {
    words: 'users export',
    describe: (command) =>
      addServiceOptions(command)
        .description('Writes an organization with its password hashes to a file, as lines to import; goes on where it was interrupted')
        .argument('[org]', 'id of the organization')
        .argument('[file...]', 'the file to write; only you may read it')
        .addHelpText('after', examplesOf(['gatehouse users export acme acme.ndjson'])),
    run: (args, options, env) => exportUsers(args, options as ExportArguments, env),
  },
  {
    words: 'users convert',
    describe: (command) =>
      command
        .description('Converts the export of another system into lines to import, on standard output; remarks go to standard error')
        .argument('[system]', 'keycloak, auth0 or csv')
        .argument('[file...]', 'the export')
        .option('--org <id>', 'id of the organization to add the people to')
        .option('--passwords <file>', 'the file of password hashes that Auth0 exports separately')
        .option('--column <header=member>', 'the meaning of a CSV column whose header is not recognized; may be repeated', collect)
        .option(
          '--identity-provider <name=id>',
          'the identity provider here of the one that the export calls so: NAME=ID, NAME=ISSUER, or for Microsoft Entra NAME=ID/TENANT; may be repeated',
          collect,
        )
        .addHelpText(
          'after',
          examplesOf([
            'gatehouse users convert keycloak realm.json --org acme > people.ndjson',
            'gatehouse users convert auth0 users.ndjson --org acme --identity-provider google-oauth2=https://accounts.google.com',
            'gatehouse users convert csv people.csv --column login=user.userName --org acme',
          ]),
        ),
    run: ([system, ...paths], options) => convert(system, paths, options as ConvertArguments),
  },
  {
    words: 'doctor',
    describe: (command) =>
      onHost(command)
        .description('Looks whether the service on this host is well, and says what to do')
        .addHelpText('after', examplesOf(['gatehouse doctor', 'gatehouse doctor --env-file .env --json'])),
    run: async (_, options, env) => (await import('./host/doctor.js')).doctor(options, env),
  },
  {
    words: 'setup',
    describe: (command) => {
      for (const { option, asks, fallback } of QUESTIONS)
        command.option(`--${option} <value>`, fallback === '' ? asks : `${asks}; otherwise ${fallback}`);
      return command
        .description('Writes a first file of settings, with a new master key; asks on a terminal what no option says')
        .option('--file <file>', 'the file to write', '.env')
        .option('--yes', 'ask nothing')
        .addHelpText(
          'after',
          examplesOf([
            'gatehouse setup',
            'gatehouse setup --yes --public-url https://id.example.com --database-url mariadb://gatehouse:secret@db/gatehouse',
          ]),
        );
    },
    run: async (_, options) => (await import('./host/setup.js')).setup(options),
  },
  {
    words: 'backup',
    describe: (command) =>
      onHost(command)
        .description('Copies the embedded database with its key and archive to a folder, while the service serves')
        .argument('<folder>', 'an empty or a new one')
        .option('--no-key', 'leave the master key out; keep it elsewhere')
        .addHelpText(
          'after',
          examplesOf(['gatehouse backup /backups/2026-11-23', 'gatehouse backup /backups/today --no-key --env-file .env']),
        ),
    run: async ([folder = ''], options, env) =>
      (await import('./host/backup.js')).backup(folder, options as unknown as BackupArguments, env),
  },
  {
    words: 'restore',
    describe: (command) =>
      onHost(command)
        .description('Puts a backup back; the service must not run, and nothing is overwritten')
        .argument('[folder]', 'of `gatehouse backup`; absent: only what --after-loss does')
        .option(
          '--after-loss',
          'end every token, session and personal access token, so that none that was revoked after the backup is good again',
        )
        .addHelpText('after', examplesOf(['gatehouse restore /backups/2026-11-23 --after-loss', 'gatehouse restore --after-loss'])),
    run: async ([folder], options, env) => (await import('./host/restore.js')).restore(folder, options as RestoreArguments, env),
  },
  {
    words: 'bootstrap admin reset-password',
    describe: (command) =>
      onHost(command)
        .description('Gives the first administrator a new password, directly in the database of this host')
        .option('--user <name>', 'userName or e-mail address of another person')
        .option('--org <id>', 'organization of that person; otherwise the first one')
        .option('--password-stdin', 'read the password from standard input instead of making one')
        .addHelpText(
          'after',
          examplesOf([
            'gatehouse bootstrap admin reset-password',
            'gatehouse bootstrap admin reset-password --user ada --password-stdin < password.txt',
          ]),
        ),
    run: async (_, options, env) => (await import('./host/reset-password.js')).resetPassword(options, env),
  },
  {
    words: 'imports errors',
    describe: (command) =>
      addServiceOptions(command)
        .description('Writes the errors of an import, one per line (NDJSON)')
        .argument('<import>')
        .addHelpText('after', examplesOf(['gatehouse imports errors 268351204312072193 > faults.ndjson'])),
    run: ([id = ''], { url }, env) => writeErrors(id, url, env),
  },
  {
    words: 'events follow',
    describe: (command) => {
      addFields(command, bodyFields(EVENT_FILTER));
      return addServiceOptions(command.description('Shows what happens, as it happens, until it is interrupted'))
        .option('--since <time>', 'begin with what happened after this time; otherwise now')
        .addHelpText(
          'after',
          examplesOf(['gatehouse events follow --type "user.*"', 'gatehouse events follow --since 2030-01-01T00:00:00Z --json']),
        );
    },
    run: (_, options, env) => followEvents(options, env),
  },
  {
    words: 'api',
    describe: (command) =>
      addServiceOptions(command)
        .description('Sends any other request of the API')
        .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
        .argument('<path>', 'such as /admin/v1/organizations')
        .option('--data <json>', 'the body as JSON, @FILE, or - for standard input')
        .option('--if-match <tag>', 'only if it is still what you read: the etag that --include shows')
        .option('--include', 'the status and the headers before the answer')
        .addHelpText('after', examplesOf(['gatehouse api GET /admin/v1/policies/password'])),
    run: ([method = '', path = ''], options, env) => callApi(method, path, options, env),
  },
  {
    words: 'completion',
    describe: (command) =>
      command
        .description('Writes the script that completes commands in a shell')
        .argument('[shell]', SHELLS.join(', '))
        .addHelpText(
          'after',
          examplesOf(['source <(gatehouse completion bash)', 'gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish']),
        ),
    run: async ([shell]) => {
      process.stdout.write(completionScript(shell));
      return EXIT.done;
    },
  },
  {
    words: 'complete',
    hidden: true,
    describe: (command) => command.argument('[word...]').helpOption(false),
    run: async (words, _options, _env, program) => {
      process.stdout.write(
        candidates(program, words)
          .map((one) => `${one}\n`)
          .join(''),
      );
      return EXIT.done;
    },
  },
];

/** Options of commands that read the settings of the service. */
function onHost(command: Command): Command {
  return command
    .option('--env-file <file>', 'file of settings that the service is started with; the environment wins over it')
    .option('--json', 'the answer as JSON, for programs');
}

function onlyFile(file: string | undefined, more: readonly string[]): string {
  if (file === undefined) throw new UsageError('FILE is missing: the file to import.');
  if (more.length > 0) throw new UsageError(`One FILE can be imported at a time; ${more.join(', ')} is one too many.`);
  return file;
}
