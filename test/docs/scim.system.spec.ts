// The command of the guide to SCIM works as it stands there.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Reader } from '../support/guide.js';
import { usersPath } from '../support/people.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/scim.md', 'utf8');

let service: TestService;
let reader: Reader;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  service = await startService();
  reader = new Reader({ 'http://localhost:8080': service.url });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
});
afterAll(async () => {
  await reader?.leave();
  await service?.close();
});

describe('the command of the guide to SCIM', () => {
  it('makes a connection whose token works', async () => {
    const command = /tried by test\/docs\/scim\.system\.spec\.ts -->\s+```sh\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '';
    const made = JSON.parse(await reader.type(command)) as { token: string; preset: string };
    expect(made.preset).toBe('entra');
    expect((await service.call('GET', usersPath(service), undefined, { token: made.token })).status).toBe(200);
  });
});
