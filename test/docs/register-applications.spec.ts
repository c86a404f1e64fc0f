// The guide to registration: its programs register a client, by openid-client and in Python, and people sign in to it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { METADATA } from '../../src/oidc/registration/client-metadata.js';
import { CHANGES_PER_CLIENT, OPEN_PER_NETWORK } from '../../src/oidc/registration/registration-endpoint.service.js';
import { MAX_REGISTERED } from '../../src/oidc/registration/registration-access.service.js';
import { registrationPolicy } from '../../src/oidc/registration/registration-policy.js';
import { fileIn } from '../support/guide-blocks.js';
import { signInElsewhere, userinfo } from '../support/oauth.js';
import { noteSecret } from '../support/secrets.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

const GUIDE = readFileSync('docs/register-applications.md', 'utf8');
useWorld();

let token: string;
beforeAll(async () => {
  const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/registration-tokens`;
  token = (await service.call('POST', path, { name: 'Guide', policy: { redirectHosts: ['app.example'] } })).body.token;
  noteSecret('registration token', token);
});

async function run(program: string, file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, file), fileIn(GUIDE, file));
  const env = { ...process.env, ISSUER: service.url, REGISTRATION_TOKEN: token, REDIRECT_URI };
  const { stdout } = await promisify(execFile)(program, [file], { cwd: folder, env });
  rmSync(folder, { recursive: true });
  return stdout;
}

it('has a program that registers a client by openid-client, to which a person signs in', async () => {
  const client = JSON.parse(await run(process.execPath, 'register.mjs'));
  noteSecret('client secret', client.client_secret);
  const { access_token: accessToken } = await signInElsewhere(
    service,
    world,
    { clientId: client.client_id, clientSecret: client.client_secret },
    'openid email',
  );
  expect((await userinfo(service, accessToken)).body).toMatchObject({ sub: world.person.id, email: expect.any(String) });
});

it('has a program in Python that registers, reads, changes and removes a client', async ({ skip }) => {
  const hasRequests = await promisify(execFile)('python3', ['-c', 'import requests']).then(
    () => true,
    () => false,
  );
  if (!hasRequests) return skip('python3 with requests is not here');
  expect(await run('python3', 'register.py')).toBe('openid email Time sheet 2 204\n');
});

it('names every member of the metadata, of the policy, and the limits', () => {
  for (const name of [...Object.keys(METADATA), ...Object.keys(registrationPolicy({}))]) expect(GUIDE).toContain(`\`${name}\``);
  expect(GUIDE).toContain(`at most ${OPEN_PER_NETWORK} clients in a minute`);
  expect(GUIDE).toContain(`itself ${CHANGES_PER_CLIENT} times in a minute`);
  expect(GUIDE).toContain(`${MAX_REGISTERED.toLocaleString('en-US')} registered applications`);
});
