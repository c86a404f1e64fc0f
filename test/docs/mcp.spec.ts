// The guide to MCP servers: its programs, with the SDK of the protocol. An agent signs a person in, and the server takes its tokens alone.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { fileIn } from '../support/guide-blocks.js';
import { clientToken, post } from '../support/oauth.js';
import { noteSecret } from '../support/secrets.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { freePort, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const GUIDE = readFileSync('docs/connect-an-mcp-server.md', 'utf8');
let service: TestService;
let world: World;
let folder: string;
const programs: ChildProcess[] = [];
beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const name of ['server.mjs', 'client.mjs', 'introspection.mjs']) writeFileSync(join(folder, name), fileIn(GUIDE, name));
  // The second server, as the guide says to make it.
  const server = fileIn(GUIDE, 'server.mjs').replace(/async function verifyAccessToken[\s\S]*?\n\}\n/, '');
  writeFileSync(join(folder, 'opaque.mjs'), `import { verifyAccessToken } from './introspection.mjs';\n${server}`);
});
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL');
  rmSync(folder, { recursive: true });
  await service.close();
});

/** Starts a program of the guide. @returns what waits until it has written something */
function start(name: string, env: Record<string, string>): (awaited: RegExp) => Promise<string> {
  const program = spawn(process.execPath, [name], { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
  programs.push(program);
  let written = '';
  const ended = new Promise<'ended'>((done) => program.once('close', () => done('ended')));
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  return async (awaited) => {
    for (;;) {
      const [found] = awaited.exec(written) ?? [];
      if (found !== undefined) return found;
      const more = [program.stdout, program.stderr].map((stream) => new Promise((done) => stream.once('data', done)));
      if ((await Promise.race([...more, ended])) === 'ended' && !awaited.test(written)) throw new Error(`${name} ended:\n${written}`);
    }
  };
}

it.each([
  ['jwt', 'server.mjs', 'has a client ID'],
  ['opaque', 'opaque.mjs', 'has a client ID'],
  ['jwt', 'server.mjs', 'registers itself'],
] as const)(
  'an agent signs a person in with tokens that are %s, by %s, when it %s, and a token for another API is refused',
  async (accessTokenType, program, how) => {
    const [port, callback] = [await freePort(), await freePort()];
    const [resource, redirectUri] = [`http://localhost:${port}/mcp`, `http://127.0.0.1:${callback}/callback`];
    const projects = `/admin/v1/organizations/${world.organization.id}/projects`;
    const { projectId } = (await service.call('POST', projects, { name: 'Notes', resourceUri: resource })).body;
    const add = async (body: object) => (await service.call('POST', `${projects}/${projectId}/applications`, body)).body;
    const permission = async (): Promise<Record<string, string>> => {
      if (how === 'has a client ID')
        return {
          CLIENT_ID: (await add({ name: 'Notes for agents', type: 'native', accessTokenType, redirectUris: [redirectUri] })).clientId,
        };
      const policy = { loopbackRedirects: true, defaults: { accessTokenType } };
      const { body } = await service.call('POST', `${projects}/${projectId}/registration-tokens`, { name: 'MCP clients', policy });
      noteSecret('registration token', body.token);
      return { REGISTRATION_TOKEN: body.token };
    };
    const api = await add({ name: 'Notes server', type: 'api' });
    const shared = { ISSUER: service.url, RESOURCE: resource, PROJECT: projectId };
    const server = start(program, { ...shared, SERVER_ID: api.clientId, SERVER_SECRET: api.clientSecret });
    await server(/Listening on/);
    const client = start('client.mjs', { ...shared, ...(await permission()), REDIRECT_URI: redirectUri });
    const address = /Open (\S+)/.exec(await client(/Open \S+\n/))?.[1] ?? '';
    expect(new URL(address).searchParams.get('resource')).toBe(resource);

    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(address), world.loginName, PASSWORD);
    expect(page.html).toContain('use Notes on your behalf');
    const end = await browser.submitButton(page, 'Allow');
    expect((await fetch(end.url)).status).toBe(200);
    expect(await client(/You are .*\n/)).toContain(`You are ${world.person.id}.`);

    const user = await addServiceUserWithSecret(service, world);
    const call = (token: string) =>
      fetch(resource, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    const refused = await call(await clientToken(service, user));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(`resource_metadata="http://localhost:${port}/.well-known/oauth-protected-resource/mcp"`),
    ]);
    if (accessTokenType === 'opaque') {
      const { body } = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', resource }, user);
      expect((await call(body.access_token)).status).toBe(200);
    }
  },
);

it('has no metadata that the contract of this service forbids, so clients read the discovery document', async () => {
  expect((await service.call('GET', '/.well-known/oauth-authorization-server', undefined, { token: null })).status).toBe(404);
});
