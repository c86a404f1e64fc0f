// What `users convert` says about values that are not taken.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine, type CommandLine } from '../support/command-line.js';

const REALM = resolve('test/cli/data/keycloak-realm.json');
const SUMMARY = '6 people; not taken: 1 identity, 1 setting; 2 notes';

let cli: CommandLine;
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

const convert = (...args: string[]) => cli.run('users', 'convert', 'keycloak', ...args, '--org', 'acme');

describe('the report of a conversion', () => {
  it('has a line for each value, and a count of each kind', async () => {
    const { code, stdout, stderr } = await convert(REALM);
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 6]);
    expect(stderr.trim().split('\n')).toEqual([
      'the realm acme: loses the setting passwordPolicy',
      'federated: loses the identity at google; map it with --identity-provider google=ID',
      'service-account-backend: is the service account of a client and is skipped',
      'nameless: has an incomplete name; the user name is used for the missing part',
      SUMMARY,
    ]);
  });

  it('is written to a file for its owner, as lines of JSON', async () => {
    const { code, stderr } = await convert(REALM, '--report', 'report.ndjson');
    expect([code, stderr]).toEqual([0, `${SUMMARY}\n`]);
    const file = join(cli.folder, 'report.ndjson');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['setting', 'identity', 'note', 'note']);
  });

  it('refuses with --strict what would lose anything, and writes nothing then', async () => {
    const { code, stdout, stderr } = await convert(REALM, '--strict');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Nothing was written, because --strict refuses losses; not taken: 1 identity, 1 setting; 2 notes.');
    const person = { id: 'u-1', username: 'ada', firstName: 'Ada', lastName: 'L', email: 'ada@example.com' };
    writeFileSync(join(cli.folder, 'whole.json'), JSON.stringify({ users: [person] }));
    const whole = await convert('whole.json', '--strict');
    expect([whole.code, whole.stderr]).toEqual([0, '1 person; everything is taken\n']);
    expect(JSON.parse(whole.stdout)).toMatchObject({ orgId: 'acme', userId: 'u-1' });
  });
});
