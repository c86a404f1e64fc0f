// The command of the guide to SCIM works as it stands there.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersPath } from '../support/people.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/scim.md', 'utf8');

let service: TestService;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  service = await startService();
});
afterAll(() => service?.close());

describe('the command of the guide to SCIM', () => {
  it('makes a connection whose token works', async () => {
    const command = /tried by test\/docs\/scim\.system\.spec\.ts -->\s+```sh\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '';
    const { orgId, serviceUser } = service.credentials;
    const env = { ...process.env, BASE: service.url, ORG: orgId, TOKEN: serviceUser.personalAccessToken };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    const made = JSON.parse(stdout) as { token: string; preset: string };
    expect(made.preset).toBe('entra');
    expect((await service.call('GET', usersPath(service), undefined, { token: made.token })).status).toBe(200);
  });
});
