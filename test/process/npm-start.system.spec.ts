// `npm start`, which needs npm and the shell that npm runs scripts in.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirePrograms } from '../support/programs.js';
import { freePort } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/src/main.js');
const PAGES = ['console', 'explorer'].map((page) => join(ROOT, page, 'dist/index.html'));

let folder: string;
beforeAll(() => {
  requirePrograms('sh');
  if (![MAIN, ...PAGES].every((product) => existsSync(product))) throw new Error('The service is not built; run: npm run build');
  // As after a build of now: others may have touched a source meanwhile.
  for (const product of [MAIN, ...PAGES]) utimesSync(product, new Date(), new Date());
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<{ npm: ChildProcess; url: string; output: () => string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
  };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 40_000 }).toContain('Gatehouse is ready');
  return { npm, url, output: () => output };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('npm start', () => {
  it('compiles nothing that is compiled, and leaves nothing running when npm is told to end', async () => {
    const before = statSync(MAIN).mtimeMs;
    const { npm, url, output } = await start();
    expect(output()).not.toMatch(/Compiling|Unsupported runtime/);
    expect(output()).toContain(`console       ${url}/console`);
    expect(output()).toContain(`credentials   ${join(folder, 'data/bootstrap.json')}`);
    expect(statSync(MAIN).mtimeMs).toBe(before);
    expect(await answers(url)).toBe(true);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => answers(url)).toBe(false);
  });

  it('says where the credentials lie for as long as the file exists', async () => {
    rmSync(join(folder, 'data/bootstrap.json'));
    const { npm, output } = await start();
    expect(output()).not.toContain('credentials');
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
  });
});
