// The command line as somebody types it: what is wrong is named, and where the service is stands in bootstrap.json.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { human } from '../support/imports.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
/** In a folder with bootstrap.json, without any address in its environment. */
let cli: CommandLine;
beforeAll(async () => {
  service = await startService();
  cli = commandLine();
  cli.env['DATA_DIR'] = cli.folder;
  copyFileSync(join(service.settings.dataDir, 'bootstrap.json'), join(cli.folder, 'bootstrap.json'));
  writeFileSync(join(cli.folder, 'people.ndjson'), `${JSON.stringify({ orgId: service.credentials.orgId, ...human('moved') })}\n`);
});
afterAll(async () => {
  await service?.close();
  cli?.remove();
});

describe('the command line', () => {
  it.each([
    [['user', 'import', 'people.ndjson'], 'There is no command "user import".', 'gatehouse --help'],
    [['users', 'exprot', 'people.ndjson'], 'There is no command "users exprot".', 'gatehouse users --help'],
    [['users', 'import'], 'FILE is missing: the file to import.', 'gatehouse users import --help'],
    [
      ['users', 'import', 'people.ndjson', 'more.ndjson'],
      'One FILE can be imported at a time; more.ndjson is one too many.',
      'gatehouse users import --help',
    ],
    [
      ['users', 'convert'],
      'The system to convert from is missing; it is one of keycloak, auth0, csv, ldif, django,',
      'gatehouse users convert --help',
    ],
    [
      ['users', 'convert', 'kerberos', 'x.json'],
      '"kerberos" cannot be converted; convert from one of keycloak, auth0, csv,',
      'gatehouse users convert --help',
    ],
    [['users', 'convert', 'csv', 'people.ndjson'], '--org is missing', 'gatehouse users convert --help'],
    [['users', 'import', 'nothing.ndjson'], 'nothing.ndjson does not exist or cannot be read.', 'gatehouse users import --help'],
    [['users', 'import', '--dryrun', 'people.ndjson'], "Unknown option '--dryrun'", 'gatehouse users import --help'],
    [
      ['apps', 'update', 'x', 'y', '--login-way', 'magic'],
      'Allowed choices are password, passkey, identityProvider, mail.',
      'gatehouse apps update --help',
    ],
  ])('names what is wrong with %j, and where help is', async (args, fault, help) => {
    const { code, stdout, stderr } = await cli.run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(fault);
    expect(stderr.trim().split('\n').at(-1)).toBe(`For what it takes: ${help}`);
  });

  it.each([
    [[], 'A command is missing.', ['orgs', 'users', 'doctor', 'login']],
    [['users', 'sessions'], 'A command is missing after "users sessions".', ['list', 'end', 'end-all']],
  ])('shows which commands there are after %j', async (args, fault, commands) => {
    const { code, stdout, stderr } = await cli.run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(fault);
    for (const command of commands) expect(stderr).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  });

  it('is a program that exits with the code of its command, and says a fault once', async () => {
    const { code, stdout, stderr } = await cli.program('users', 'import');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('Error: FILE is missing: the file to import.\nFor what it takes: gatehouse users import --help\n');
  });

  it('shows its usage when asked', async () => {
    const { code, stdout } = await cli.program('--help');
    expect([code, stdout.split(' ')[1]]).toEqual([0, 'gatehouse']);
  });

  it('finds the service by the address in bootstrap.json', async () => {
    expect(service.credentials.baseUrl).toBe(service.url);
    const { code, stdout, stderr } = await cli.program('users', 'import', 'people.ndjson', '--dry-run');
    expect([code, stdout.split(':')[0]], stderr).toEqual([0, 'done']);
  });
});
