// The guide to sign-ins on devices, and `gatehouse login --device`: its programs, in Node and Python, wait for the person as the service says.
// Real waits: each polls after five seconds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, fill } from '../support/browser.js';
import { DEVICE_CODE } from '../../src/oidc/clients/application.js';
import { addClient } from '../support/clients.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { fileIn } from '../support/guide-blocks.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const GUIDE = readFileSync('docs/sign-in-on-devices.md', 'utf8');
const CODE = /[B-Z]{4}-[B-Z]{4}/;
let service: TestService;
let world: World;
let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  cli = commandLine(service.credentials);
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  cli.remove();
  await service.close();
});

/** Enters the code that a program prints, signs in and presses a button. @returns all that it printed, and its exit code */
async function answer(program: ChildProcess, loginName: string, password: string, button: string): Promise<{ said: string; code: number }> {
  let said = '';
  const ended = once(program, 'close');
  const shown = new Promise<string>((found) => {
    const read = (text: Buffer) => {
      said += text.toString();
      const [code] = CODE.exec(said) ?? [];
      if (code) found(code);
    };
    program.stdout?.on('data', read);
    program.stderr?.on('data', read);
  });
  const browser = new Browser(service.url);
  const entered = await fill(browser, await browser.open(`${service.url}/device`), { user_code: await shown });
  const first = await browser.submit(entered, loginName, password);
  // Administrators are told that a second step will be required.
  const page = first.html?.includes('Set up now') ? await browser.submitButton(first, 'Not now') : first;
  await browser.submitButton(page, button);
  const [code] = (await ended) as [number];
  return { said, code };
}

it.each([
  ['device.mjs', process.execPath, 'Allow', 'Signed in as '],
  ['device.py', 'python3', 'Allow', 'Signed in with Bearer'],
  ['device.py', 'python3', 'Deny', 'access_denied'],
])('the program %s of the guide ends as the person answers', async (file, command, button, expected) => {
  const { clientId } = await addClient(world, { type: 'native', responseTypes: [], grantTypes: [DEVICE_CODE, 'refresh_token'] });
  writeFileSync(join(folder, file), fileIn(GUIDE, file));
  const env = { ...process.env, ISSUER: service.url, CLIENT_ID: clientId };
  const program = spawn(command, [file], { cwd: folder, env });
  expect((await answer(program, world.loginName, PASSWORD, button)).said).toContain(expected);
});

it('the commands of the guide allow the grant, and the command line signs in', async () => {
  const commands = [...GUIDE.matchAll(/^gatehouse (apps .+)$/gm)].map(([, words = '']) => words);
  await cli.run('projects', 'create', '--name', 'Intranet', '--id', 'intranet');
  for (const words of commands) {
    const { code, stderr } = await cli.run(...[...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
    expect([code, stderr]).toEqual([0, '']);
  }
  const { userName, password } = service.credentials.admin;
  const program = cli.start('login', '--url', service.url, '--device');
  const { code, said } = await answer(program, `${userName}@gatehouse.localhost`, password, 'Allow');
  expect([code, said]).toEqual([0, expect.stringContaining(`Signed in at ${service.url} as admin@gatehouse.localhost.`)]);
  expect(await cli.json('whoami')).toMatchObject({ userId: service.credentials.admin.userId, by: 'the sign-in' });
});
