// The commands that do more than send one API request, each with its help.
import type { Command } from 'commander';
import { bodyFields } from './api/row-fields.js';
import { addFields, addServiceOptions, collect, examplesOf } from './api/row-command.js';
import type { Options } from './api/row-input.js';
import { callApi } from './api/call-api.js';
import { EVENT_FILTER } from './rows/events.js';
import { candidates, completionScript, SHELLS } from './completion/complete.js';
import type { ConvertArguments } from './convert-command.js';
import { SYSTEMS } from './converters/systems.js';
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
        .option('--token', 'use a token instead: asked for on a terminal, otherwise read from standard input')
        .option('--org <id>', 'default organization of later commands; otherwise your own')
        .option('--no-browser', 'print the address instead of opening a browser')
        .option('--device', 'sign in with a browser on another machine: prints an address, a code and a QR code')
        .addHelpText(
          'after',
          examplesOf(['gatehouse login --url https://id.example.com', 'gatehouse login --device', 'gatehouse login --token < token.txt']),
        ),
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
        .option('--dry-run', 'check everything without writing anything')
        .option('--mode <mode>', 'create, or upsert to change existing entries too')
        .option('--invite', 'invite new people without a password by mail')
        .option('--format <format>', 'ndjson, csv or json; otherwise by the name of the file')
        .option('--errors <file>', 'write every error to this file, one per line (NDJSON)')
        .option('--org <id>', 'id of the organization of lines that name none')
        .option(
          '--column <header=member>',
          'the meaning of a column of another system: only columns named so are read; may be repeated',
          collect,
        )
        .option(
          '--hash <kind>',
          'what the column of passwords has: recognized (the default), plain, or a digest such as sha256-prefix, with the salt first',
        )
        .option('--separator <name>', 'of CSV: comma (the default), semicolon or tab')
        .addHelpText(
          'after',
          examplesOf([
            'gatehouse users import people.ndjson --dry-run',
            'gatehouse users import staff.csv --org acme --separator semicolon --column Login=user.userName --column Mail=user.email.email',
            'gatehouse users import people.csv.gz --errors faults.ndjson',
            'gatehouse users import people.csv --invite',
          ]),
        ),
    run: ([file, ...more], options, env) => importUsers(onlyFile(file, more), options as ImportArguments, env),
  },
  {
    words: 'users export',
    describe: (command) =>
      addServiceOptions(command)
        .description('Exports an organization with its password hashes to a file, as lines to import; continues an interrupted export')
        .argument('[org]', 'id, name or domain of the organization')
        .argument('[file...]', 'the file to write, readable only by you')
        .addHelpText('after', examplesOf(['gatehouse users export acme acme.ndjson'])),
    run: (args, options, env) => exportUsers(args, options as ExportArguments, env),
  },
  {
    words: 'users convert',
    describe: (command) =>
      command
        .description('Converts the export of another system into lines to import, on standard output; lists each value that it leaves out')
        .argument('[system]', SYSTEMS.join(', '))
        .argument('[file...]', 'the export')
        .option('--org <id>', 'id of the organization to add the people to; organizations of ZITADEL keep theirs')
        .option('--passwords <file>', 'the file of password hashes that Auth0 exports separately')
        .option('--hash-config <file>', 'the hash parameters that the Firebase console shows')
        .option('--report <file>', 'write remarks to this file, one per line (NDJSON), and only their counts to standard error')
        .option('--strict', 'write nothing and exit with 1 if any value is not taken')
        .option('--column <header=member>', 'the meaning of a CSV column whose header is not recognized; may be repeated', collect)
        .option(
          '--identity-provider <name=id>',
          'the identity provider that has this name in the export: NAME=ID, NAME=ISSUER, or for Microsoft Entra NAME=ID/TENANT; may be repeated',
          collect,
        )
        .addHelpText(
          'after',
          examplesOf([
            'gatehouse users convert keycloak realm.json --org acme > people.ndjson',
            'gatehouse users convert auth0 users.ndjson --org acme --identity-provider google-oauth2=https://accounts.google.com',
            'gatehouse users convert zitadel export.json --identity-provider 140623=idp-1 > import.ndjson',
            'gatehouse users convert csv people.csv --column login=user.userName --org acme',
          ]),
        ),
    run: async ([system, ...paths], options) => (await import('./convert-command.js')).convert(system, paths, options as ConvertArguments),
  },
  {
    words: 'doctor',
    describe: (command) =>
      onHost(command)
        .description('Checks the service on this host and suggests fixes')
        .addHelpText('after', examplesOf(['gatehouse doctor', 'gatehouse doctor --env-file .env --json'])),
    run: async (_, options, env) => (await import('./host/doctor.js')).doctor(options, env),
  },
  {
    words: 'setup',
    describe: (command) => {
      for (const { option, asks, fallback } of QUESTIONS)
        command.option(`--${option} <value>`, fallback === '' ? asks : `${asks}; otherwise ${fallback}`);
      return command
        .description('Writes a first settings file with a new master key; asks for missing options on a terminal')
        .option('--file <file>', 'the file to write', '.env')
        .option('--yes', 'use defaults instead of asking')
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
        .description('Copies the embedded database with its key and archive to a folder, while the service runs')
        .argument('<folder>', 'an empty or new folder')
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
        .description('Restores a backup; the service must be stopped, and nothing is overwritten')
        .argument('[folder]', 'written by `gatehouse backup`; without it, only --after-loss takes effect')
        .option('--after-loss', 'end every session, token and personal access token, so that none revoked after the backup is valid again')
        .addHelpText('after', examplesOf(['gatehouse restore /backups/2026-11-23 --after-loss', 'gatehouse restore --after-loss'])),
    run: async ([folder], options, env) => (await import('./host/restore.js')).restore(folder, options as RestoreArguments, env),
  },
  {
    words: 'bootstrap admin reset-password',
    describe: (command) =>
      onHost(command)
        .description('Sets a new password for the first administrator, directly in the database of this host')
        .option('--user <name>', 'userName or e-mail address of another person')
        .option('--org <id>', 'organization of that person; otherwise the first one')
        .option('--password-stdin', 'use your own password: asked for on a terminal, otherwise read from standard input')
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
      return addServiceOptions(command.description('Prints events as they happen, until interrupted'))
        .option('--since <time>', 'start with events after this time; otherwise now')
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
        .description('Sends any request of the API')
        .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
        .argument('<path>', 'such as /admin/v1/organizations')
        .option('--data <json>', 'the body as JSON, @FILE, or - for standard input')
        .option('--if-match <tag>', 'only if unchanged since --include printed this etag')
        .option('--include', 'print the status and the headers first')
        .addHelpText('after', examplesOf(['gatehouse api GET /admin/v1/policies/password'])),
    run: ([method = '', path = ''], options, env) => callApi(method, path, options, env),
  },
  {
    words: 'completion',
    describe: (command) =>
      command
        .description('Prints the script that completes commands in a shell')
        .argument('[shell]', SHELLS.join(', '))
        .addHelpText(
          'after',
          examplesOf(['source <(gatehouse completion bash)', 'gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish']),
        ),
    run: async ([shell]) => {
      process.stdout.write(completionScript(shell, [process.execPath, process.argv[1] ?? '']));
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
    .option('--env-file <file>', 'settings file of the service; variables of the environment take precedence')
    .option('--json', 'print the answer as JSON');
}

function onlyFile(file: string | undefined, more: readonly string[]): string {
  if (file === undefined) throw new UsageError('FILE is missing: the file to import.');
  if (more.length > 0) throw new UsageError(`One FILE can be imported at a time; ${more.join(', ')} is one too many.`);
  return file;
}
