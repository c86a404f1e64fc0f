// The guide to SCIM says what the code does: its command works, and its table of switches is that of the code.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWITCHES } from '../../src/scim/protocol/dialect.js';
import { usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/scim.md', 'utf8');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the guide to SCIM', () => {
  it('has every switch with what it does and where it is on', () => {
    for (const [name, { on, off, presets }] of Object.entries(SWITCHES)) {
      const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${name}\``));
      const cells = row?.split('|').map((cell) => cell.trim());
      expect(cells?.slice(1, -1), name).toEqual([`\`${name}\``, on, off, presets.map((preset) => `\`${preset}\``).join(', ') || 'none']);
    }
  });

  it.skipIf(!hasCurl)('makes a connection whose token works', async () => {
    const command = /tried by test\/docs\/scim\.spec\.ts -->\s+```sh\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '';
    const { orgId, serviceUser } = service.credentials;
    const env = { ...process.env, BASE: service.url, ORG: orgId, TOKEN: serviceUser.personalAccessToken };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    const made = JSON.parse(stdout) as { token: string; preset: string };
    expect(made.preset).toBe('entra');
    expect((await service.call('GET', usersPath(service), undefined, { token: made.token })).status).toBe(200);
  });
});
