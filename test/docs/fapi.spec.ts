// The guide to FAPI 2.0: its program, by openid-client, signs a person in with Message Signing; its table names every profile.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { exportPKCS8 } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROFILES } from '../../src/oidc/clients/application.js';
import { FapiClient } from '../support/fapi.js';
import { fileIn } from '../support/guide-blocks.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, REDIRECT_URI } from '../support/world.js';

const GUIDE = readFileSync('docs/fapi.md', 'utf8');
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

it('has a program that signs a person in', async () => {
  const client = await FapiClient.start(service, await makeWorld(service), 'fapi2MessageSigning');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'fapi.mjs'), fileIn(GUIDE, 'fapi.mjs'));
  const env = {
    ...process.env,
    ISSUER: service.url,
    CLIENT_ID: client.clientId,
    KEY_ID: client.signer.kid,
    PRIVATE_KEY: await exportPKCS8(client.signer.privateKey as CryptoKey),
    REDIRECT_URI,
  };
  const program = spawn(process.execPath, ['fapi.mjs'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const address = String((await lines.next()).value);
  expect(address).toContain('/oauth/v2/authorize?');
  const end = await client.signIn(await client.browser.open(address));
  program.stdin.end(`${end.url}\n`);
  expect((await lines.next()).value).toBe(`dpop ${client.loginName}`);
  rmSync(folder, { recursive: true });
});

it('names every profile', () => {
  for (const profile of PROFILES) expect(GUIDE).toContain(`| \`${profile}\``);
});
