// An export of many people keeps the process small.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, human } from '../support/imports.js';
import { Ground, type Process } from '../support/processes.js';
import { send, type HttpService } from '../support/service.js';

const PEOPLE = 20_000;
/** What the process may grow by. */
const MAX_GROWTH_MIB = 80;

let ground: Ground;
let started: Process;
let service: HttpService;
beforeAll(async () => {
  ground = await Ground.make();
  started = await ground.start();
  const authorization = `Bearer ${ground.credentials.serviceUser.personalAccessToken}`;
  const { url } = started;
  service = { url, call: (method, path, body, { type } = {}) => send(url + path, method, body, { authorization }, type) };
});
afterAll(() => ground.clear());

/** MiB of the process; 0 where the system does not tell. */
function resident(): number {
  const file = `/proc/${started.child.pid}/status`;
  return existsSync(file) ? Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024 : 0;
}

describe('an export', () => {
  it(`of ${PEOPLE} people is sent in little memory`, async () => {
    const lines = Array.from({ length: PEOPLE }, (_, i) => JSON.stringify({ orgId: 'many', ...human(`e-${i}`) })).join('\n');
    const { body } = await service.call('POST', '/admin/v1/imports', lines, { type: 'application/x-ndjson' });
    expect(await ended(service, body.id)).toMatchObject({ added: PEOPLE });
    const before = resident();
    let most = before;
    const answer = await fetch(`${service.url}/admin/v1/organizations/many/export`, {
      headers: { authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}` },
    });
    let [people, rest] = [0, ''];
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      const parts = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = parts.pop() ?? '';
      people += parts.filter((line) => line.includes('"userId"')).length;
      most = Math.max(most, resident());
    }
    expect(people).toBe(PEOPLE);
    expect(most - before).toBeLessThan(MAX_GROWTH_MIB);
  });
}, 600_000);
