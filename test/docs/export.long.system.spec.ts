// The guide to exports, typed command by command as it stands there, from one installation to another.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HASH, human } from '../support/imports.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/export.md', 'utf8');
const COMMANDS = [...GUIDE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));

let old: TestService;
let fresh: TestService;
let cli: CommandLine;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  [old, fresh] = await Promise.all([startService(), startService()]);
  cli = commandLine();
  mkdirSync(join(cli.folder, 'bin'));
  const program = join(cli.folder, 'bin/gatehouse');
  writeFileSync(program, `#!/bin/sh\nexec node ${resolve('dist/src/cli/gatehouse.js')} "$@"\n`);
  chmodSync(program, 0o755);
});
afterAll(async () => {
  cli?.remove();
  await Promise.all([old?.close(), fresh?.close()]);
});

/** Types a command as whoever administers the installation that it names. */
async function type(command: string): Promise<string> {
  const isNew = command.includes('$NEW_URL');
  const { url, credentials } = isNew ? fresh : old;
  const env = { ...cli.env, PATH: `${cli.folder}/bin:${process.env['PATH']}`, NEW_URL: fresh.url, GATEHOUSE_URL: url };
  const token = { GATEHOUSE_TOKEN: credentials.serviceUser.personalAccessToken };
  return (await promisify(execFile)('sh', ['-euc', command], { cwd: cli.folder, env: { ...env, ...token } })).stdout;
}

describe('the guide to exports', () => {
  it('moves an organization to another installation', async () => {
    const partner = [
      { orgId: 'partner', ...human('grace') },
      { orgId: 'partner', group: { displayName: 'Everybody' }, members: [{ userId: 'grace' }] },
    ];
    writeFileSync(join(cli.folder, 'start.ndjson'), partner.map((line) => JSON.stringify(line)).join('\n'));
    await type('gatehouse users import start.ndjson');
    const said: string[] = [];
    for (const command of COMMANDS) said.push(await type(command));
    expect(said[0]).toContain('1 person and 1 group in partner.ndjson');
    expect(statSync(join(cli.folder, 'partner.ndjson')).mode & 0o777).toBe(0o600);
    expect(said[2]).toContain('0 are not; nothing was written');
    expect(said[3]).toMatch(/^done: 2 added, 0 changed, 0 not imported; 1 group and 1 membership among them$/m);
    const read = (name: string) => readFileSync(join(cli.folder, name), 'utf8');
    expect(read('partner.ndjson')).toContain(HASH);
    expect(read('whole.ndjson')).toContain('"complete":true');
    expect((await fresh.call('GET', '/admin/v1/organizations/partner/people/grace')).body).toMatchObject({ userName: 'grace' });
  });

  it('goes on with a file that was cut, and leaves files alone that are no interrupted export', async () => {
    const ids = Array.from({ length: 230 }, (_, i) => `cut-${i}`);
    writeFileSync(join(cli.folder, 'many.ndjson'), ids.map((id) => JSON.stringify({ orgId: 'many', ...human(id) })).join('\n'));
    await type('gatehouse users import many.ndjson');
    await type('gatehouse users export many export.ndjson');
    const file = join(cli.folder, 'export.ndjson');
    const whole = readFileSync(file, 'utf8');
    const entries = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('{"export"'));
    for (const share of [0.4, 0.7, 0.95]) {
      writeFileSync(file, whole.slice(0, Math.floor(whole.length * share)));
      await type('gatehouse users export many export.ndjson');
      expect(entries(readFileSync(file, 'utf8'))).toEqual(entries(whole));
    }
    await expect(type('gatehouse users export many export.ndjson')).rejects.toThrow('is a complete export already');
    await expect(type('gatehouse users export many many.ndjson')).rejects.toThrow('is not an export of this organization');
    await expect(type('gatehouse users export many')).rejects.toThrow('ORG and FILE are needed');
    expect(readFileSync(join(cli.folder, 'many.ndjson'), 'utf8')).toContain('cut-0');
  });
});
