// What the command line does only where somebody sits: it asks, and it colours.
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { human } from '../support/imports.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const COMMAND = join(process.cwd(), 'dist/src/cli/gatehouse.js');

let service: TestService;
let cli: CommandLine;
beforeAll(async () => {
  requirePrograms('bash', 'script');
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => {
  cli = commandLine(service.credentials);
});
afterEach(() => cli.remove());

/**
 * Runs a command on a terminal (script(1)), and types an answer to each question once it is there.
 * @returns what the terminal showed, and the exit code
 */
async function onTerminal(
  command: string,
  answers: ReadonlyArray<[question: string, answer: string]> = [],
  env: Record<string, string> = {},
) {
  const child = spawn('script', ['-qec', `node ${COMMAND} ${command}`, join(cli.folder, 'typescript')], {
    cwd: cli.folder,
    env: { ...cli.env, TERM: 'xterm', ...env },
  });
  let shown = '';
  let asked = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    const [question, answer] = answers[asked] ?? [];
    if (question === undefined || !shown.includes(question)) return;
    asked++;
    child.stdin.write(`${answer}\r`);
  });
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  return { code, shown, asked };
}

describe('on a terminal', () => {
  it('setup asks what no option says, and takes what is suggested for an empty answer', async () => {
    const { code, asked, shown } = await onTerminal('setup --host 127.0.0.1', [
      ['Public address of the service', 'https://id.example.com'],
      ['Port to listen on', ''],
      ['Folder for data', ''],
      ['Database server', ''],
      ['Mail server', 'smtp://localhost:2525'],
      ['Sender of mail', 'Example <no-reply@example.com>'],
      ['Name of the first organization', 'Example Ltd'],
      ['Its domain', 'example.com'],
      ['E-mail address of the first administrator', 'ada@example.com'],
    ]);
    expect([code, asked], shown).toEqual([0, 9]);
    expect(parseEnv(readFileSync(join(cli.folder, '.env'), 'utf8'))).toEqual({
      PUBLIC_URL: 'https://id.example.com',
      HOST: '127.0.0.1',
      PORT: '8080',
      DATA_DIR: './data',
      SMTP_URL: 'smtp://localhost:2525',
      MAIL_FROM: 'Example <no-reply@example.com>',
      BOOTSTRAP_ORG_NAME: 'Example Ltd',
      BOOTSTRAP_ORG_DOMAIN: 'example.com',
      BOOTSTRAP_ADMIN_EMAIL: 'ada@example.com',
      MASTER_KEY: expect.stringMatching(/^.{44}$/),
    });
  });

  it('a deletion asks first, and is not made without a yes', async () => {
    await cli.json('projects', 'create', '--name', 'Intranet', '--id', 'intranet');
    const question = 'Removes a project with its applications, roles and grants: project Intranet (intranet). Continue? (y/N)';
    expect(await onTerminal('projects delete intranet', [[question, '']])).toMatchObject({ code: 1, asked: 1 });
    expect(await cli.json('projects', 'get', 'intranet')).toMatchObject({ projectId: 'intranet' });
    expect(await onTerminal('projects delete intranet', [[question, 'y']])).toMatchObject({ code: 0, asked: 1 });
    expect((await cli.run('projects', 'get', 'intranet')).code).toBe(1);
  });

  it('a name of several things is chosen from by number', async () => {
    const people: string[] = [];
    for (const name of ['mary', 'MARY@example.com'])
      people.push(
        (
          await cli.json(
            'users',
            'create',
            '--user-name',
            name,
            '--given-name',
            'Mary',
            '--family-name',
            `of ${name}`,
            '--email',
            name.includes('@') ? 'other@example.com' : 'mary@example.com',
          )
        ).userId,
      );
    const { code, shown, asked } = await onTerminal('users get mary@example.com --json', [['Which one? (1-2)', '2']]);
    expect([code, asked], shown).toEqual([0, 1]);
    const chosen = people.find((id) => new RegExp(`^  2  person .*\\(${id}\\)`, 'm').test(shown));
    expect(shown).toContain(`"userId": "${chosen}"`);
    expect(await onTerminal('users get mary@example.com', [['Which one? (1-2)', '3']])).toMatchObject({ code: 2, asked: 1 });
  });

  it('asks for a secret that no option has, and does not show it', async () => {
    const { userId } = await cli.json(
      'users',
      'create',
      '--user-name',
      'sam',
      '--given-name',
      'Sam',
      '--family-name',
      'Smith',
      '--email',
      'sam@example.com',
    );
    const secret = 'Correct-Horse-7-Battery';
    const { code, shown } = await onTerminal(`users set-temporary-password sam`, [['Temporary password:', secret]]);
    expect([code, shown]).toEqual([0, expect.not.stringContaining(secret)]);
    const { events } = await cli.json('users', 'history', userId);
    expect(events.map(({ type }: { type: { type: string } }) => type.type)).toContain('user.human.password.changed');
  });

  it('titles and errors have colours, unless NO_COLOR is set', async () => {
    expect((await onTerminal('orgs list')).shown).toContain('\x1b[1mORG ID');
    expect((await onTerminal('orgs get nobody')).shown).toContain('\x1b[31mError:\x1b[39m');
    expect((await onTerminal('orgs list', [], { NO_COLOR: '1' })).shown).not.toContain('\x1b[');
    expect((await cli.run('orgs', 'list')).stdout).not.toContain('\x1b[');
  });

  it('an import shows its progress on one line', async () => {
    writeFileSync(join(cli.folder, 'people.ndjson'), `${JSON.stringify({ orgId: service.credentials.orgId, ...human('grace') })}\n`);
    const { code, shown } = await onTerminal('users import people.ndjson --dry-run');
    expect([code, shown]).toEqual([0, expect.stringContaining('\r\x1b[2KImporting [########################] 100 %')]);
  });

  it('completes in bash as somebody presses the key, in a checkout without the program on the path', async () => {
    const { stdout } = await promisify(execFile)('bash', [
      '-c',
      `eval "$(node ${process.cwd()}/dist/src/cli/gatehouse.js completion bash)"; COMP_WORDS=(gatehouse orgs dea); COMP_CWORD=2; _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
    expect(stdout).toBe('deactivate\n');
  });
});
