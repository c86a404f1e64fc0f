// What the README tells a newcomer to type works as it stands there, against the service as it is built.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirePrograms } from '../support/programs.js';
import { freePort } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/src/main.js');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** The lines of one sitting: later blocks use variables of earlier ones. */
const SECTIONS = ['## Get a token', '## Add a person'];
const WRITTEN_BASE = 'http://localhost:8080';
/** Against a start that hangs: beside other tests one took more than twenty seconds. */
const START_MS = 120_000;
const run = promisify(execFile);

/** The commands of the sections above, in order. */
function commands(): string[] {
  return SECTIONS.flatMap((title) => {
    const section = README.split(`${title}\n`)[1]?.split('\n## ')[0] ?? '';
    return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  });
}

describe('the commands of the README', () => {
  let service: ChildProcess;
  let folder: string;
  let base: string;

  beforeAll(async () => {
    requirePrograms('sh', 'curl');
    if (!existsSync(MAIN)) throw new Error('The service is not built; run: npm run build');
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-readme-'));
    const port = await freePort();
    base = `http://localhost:${port}`;
    // As a newcomer starts it: no setting but the port, which others may use here, and the data in ./data.
    service = spawn(process.execPath, [MAIN], { cwd: folder, env: { PATH: process.env['PATH'], PORT: String(port) }, stdio: 'ignore' });
    await ready(`${base}/readyz`);
  });

  afterAll(async () => {
    if (service?.exitCode === null) {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('get a token, create a person and find it', async () => {
    const blocks = commands();
    expect(blocks).toHaveLength(3);
    const script = blocks.join('\necho; echo ---\n').replaceAll(WRITTEN_BASE, base);
    const { stdout } = await run('sh', ['-euc', script], { cwd: folder });
    const [, created, found] = stdout.split('\n---\n').map((text) => text.trim());
    const person = JSON.parse(created ?? '') as { id: string; userName: string };
    expect(person.userName).toBe('ada');
    expect(JSON.parse(found ?? '')).toMatchObject({ totalResults: 1, Resources: [{ id: person.id, userName: 'ada' }] });
  });

  it('the personal access token opens the same door', async () => {
    const { orgId, serviceUser } = JSON.parse(readFileSync(join(folder, 'data/bootstrap.json'), 'utf8')) as {
      orgId: string;
      serviceUser: { personalAccessToken: string };
    };
    const answer = await fetch(`${base}/scim/v2/${orgId}/Users`, {
      headers: { authorization: `Bearer ${serviceUser.personalAccessToken}` },
    });
    expect(answer.status).toBe(200);
  });

  it('the addresses it names answer', async () => {
    for (const path of ['/docs', '/openapi.json', '/healthz', '/readyz', '/.well-known/openid-configuration']) {
      expect([path, (await fetch(base + path)).status]).toEqual([path, 200]);
    }
  });
});

it('the secrets for Docker are in a folder that is closed to others of the host, and readable by the user of the container', async () => {
  requirePrograms('sh', 'openssl');
  const guide = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8');
  const [, block = ''] = /^### Docker$[^]*?```console\n([^]*?)docker compose/m.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-readme-'));
  try {
    await run('sh', ['-euc', `umask 077\n${block}`], { cwd: folder });
    const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    const files = readdirSync(join(folder, 'secrets'));
    expect([modeOf('secrets'), ...files.map((file) => `${file} ${modeOf(`secrets/${file}`)}`)]).toEqual([
      '700',
      'database_password 644',
      'database_url 644',
      'master_key 644',
    ]);
    expect(Buffer.from(readFileSync(join(folder, 'secrets/master_key'), 'utf8'), 'base64')).toHaveLength(32);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function ready(address: string): Promise<void> {
  for (const end = Date.now() + START_MS; ;) {
    const status = await fetch(address).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (Date.now() > end) throw new Error(`No answer at ${address} within ${START_MS / 1000} s; the last status was ${status}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
