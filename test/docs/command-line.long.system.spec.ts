// The guide to the command line, typed command by command as it stands there.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BootstrapCredentials } from '../../src/bootstrap.js';
import { Browser } from '../support/browser.js';
import { requirePrograms } from '../support/programs.js';
import { freePort } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');
const WRITTEN_BASE = 'http://localhost:8080';
/** The alias of a checkout is of no use to the shell here; the program it names is on the path. */
const NOT_TYPED = /^alias /;
const COMMANDS = [...GUIDE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter((command) => !NOT_TYPED.test(command));

let folder: string;
let base: string;
let env: NodeJS.ProcessEnv;
let service: ChildProcess | undefined;

beforeAll(async () => {
  requirePrograms('sh');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-command-line-'));
  symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/gatehouse'), `#!/bin/sh\nexec node ${join(ROOT, 'dist/src/cli/gatehouse.js')} "$@"\n`);
  chmodSync(join(folder, 'bin/gatehouse'), 0o755);
  const port = String(await freePort());
  base = `http://localhost:${port}`;
  // The guide listens where its public address says; here that is another port.
  env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, PORT: port, LOG_LEVEL: 'silent' };
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const credentials = () => JSON.parse(readFileSync(join(folder, 'data/bootstrap.json'), 'utf8')) as BootstrapCredentials;

async function stop(): Promise<void> {
  if (service?.exitCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

const start = (command: string) => spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env });

/** Commands that end by themselves. @throws Error for one that does not exit with 0 */
async function type(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>]);
  if (code !== 0) throw new Error(`${command}\nexits with ${code}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** The commands that go on until something happens; each by how it begins. */
const LASTING: Readonly<Record<string, (command: string) => Promise<string>>> = {
  'node --max-semi-space-size=16 --env-file': async (command) => {
    service = start(command);
    await ready();
    const { serviceUser, orgId } = credentials();
    env['ORG'] = orgId;
    writeFileSync(join(folder, 'token.txt'), `${serviceUser.personalAccessToken}\n`);
    return '';
  },
  'gatehouse events follow': async (command) => {
    const child = start(command);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    return line;
  },
  'gatehouse bootstrap': async (command) => {
    await stop();
    return type(command);
  },
};

async function ready(): Promise<void> {
  while ((await fetch(`${base}/readyz`).catch(() => undefined))?.status !== 200) {
    if (service?.exitCode !== null) throw new Error('The service did not start.');
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

/** Signs the first administrator in, as a person does in the browser that the command names the address for. */
async function logIn(command: string): Promise<string> {
  const child = start(command);
  for await (const line of createInterface(child.stderr)) {
    if (!line.startsWith(`${base}/`)) continue;
    const browser = new Browser(base);
    const { userName, password } = credentials().admin;
    // Administrators are told of the second factor that they will need.
    const notice = await browser.submit(await browser.open(line), `${userName}@example.com`, password);
    const consent = await browser.submitButton(notice, 'Not now');
    await (await fetch((await browser.submitButton(consent, 'Allow')).url)).text();
    break;
  }
  expect(await once(child, 'close')).toEqual([0, null]);
  return '';
}

/** What an answer has to say, by how its command begins. */
const SAID: Readonly<Record<string, RegExp>> = {
  'gatehouse setup': /Wrote \.env/,
  'gatehouse doctor': /^ok {7}public address: /m,
  'gatehouse whoami': /^loginName: +admin@example\.com$/m,
  'gatehouse orgs list': /^ORG ID .*\n.* Example Ltd .*\npartner +Partner Ltd/,
  'gatehouse users list --org partner --q ada': /^USER ID .*\n\S+ +ada@partner\.example +Ada +Lovelace +ada@partner\.example +active/,
  'gatehouse apps create intranet --id timesheet': /^CLIENT_SECRET=\S{43}$/m,
  'gatehouse projects delete intranet --dry-run': /Nothing was changed: this was a dry run\./,
  'gatehouse users import': /^done: 1 added, 0 changed, 0 not imported$/m,
  'gatehouse users list --org partner --all --json': /^\{"people":\[\n.*"userName":"ada".*\n.*"userName":"grace".*\n\]\}\n$/,
  'gatehouse events follow': /^20\d\d-\S+Z {2}Organization added: .+, by system\. name: Example Ltd/,
  'gatehouse bootstrap': /^admin has a new password: .{20}$/m,
};

describe('the guide to the command line', () => {
  it('has no command that is not typed, and an expectation for each that says something', () => {
    expect(COMMANDS.length).toBeGreaterThan(30);
    for (const begin of [...Object.keys(LASTING), ...Object.keys(SAID)])
      expect(
        COMMANDS.filter((command) => command.startsWith(begin)),
        begin,
      ).not.toEqual([]);
  });

  // One sitting: each command goes on where the one before ended.
  it.each(COMMANDS)('%s', async (written) => {
    const command = written.replaceAll(WRITTEN_BASE, base);
    const lasting = Object.keys(LASTING).find((begin) => command.startsWith(begin));
    const run =
      command.startsWith('gatehouse login') && !command.includes('--token')
        ? logIn
        : lasting === undefined
          ? type
          : (LASTING[lasting] ?? type);
    const answer = await run(command);
    const said = Object.keys(SAID).filter((begin) => command.startsWith(begin));
    for (const begin of said) expect(answer).toMatch(SAID[begin] as RegExp);
  });
});
