// The guide to DPoP: its program, by openid-client, gets a bound token and uses it; its table says what the code does.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROOF_ALGORITHMS } from '../../src/oidc/proofs/proof.js';
import { fileIn } from '../support/guide-blocks.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const GUIDE = readFileSync('docs/dpop.md', 'utf8');
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

it('has a program that gets a bound token, and calls userinfo and the admin API with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'dpop.mjs'), fileIn(GUIDE, 'dpop.mjs'));
  const { clientId, clientSecret } = service.credentials.serviceUser;
  const env = { ...process.env, ISSUER: service.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const { stdout } = await promisify(execFile)(process.execPath, ['dpop.mjs'], { cwd: folder, env });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('dpop 200 200\n');
});

it('names every algorithm that discovery lists', async () => {
  const { body } = await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null });
  expect(body.dpop_signing_alg_values_supported).toEqual(PROOF_ALGORITHMS);
  for (const alg of PROOF_ALGORITHMS) expect(GUIDE).toContain(`\`${alg}\``);
});
