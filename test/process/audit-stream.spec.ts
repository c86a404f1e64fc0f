// The audit stream: every event at least once, in order, to a file or to a web address, wherever the service was stopped.
// On SQLite alone: it is about what a receiver gets.
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Ground } from '../support/processes.js';
import { startReceiver } from '../support/receiver.js';
import { startHere } from '../support/start-here.js';

const SECRET = 'a-secret-of-the-audit-stream-0123456789';

interface Line {
  id: string;
  position: number;
  type: string;
  aggregate: { id: string };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

async function addOrganization({ credentials }: Ground, { url }: { url: string }, name: string): Promise<void> {
  const authorization = `Bearer ${credentials.serviceUser.personalAccessToken}`;
  const body = JSON.stringify({ name, primaryDomain: `${name}.example` });
  const { status } = await fetch(`${url}/admin/v1/organizations`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
  expect(status).toBe(201);
}

// Both wait for leases to end, at the same time.
it.concurrent(
  'a file gets every event once and in order, also over a kill of the process',
  { timeout: 120_000 },
  async ({ expect, onTestFinished }) => {
    const ground = await Ground.make();
    onTestFinished(() => ground.clear());
    const file = join(ground.dataDir, 'audit', 'events.ndjson');
    const env = { AUDIT_STREAM: `file:${file}` };
    const lines = () => (existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : []);
    const first = await ground.start(env);
    await addOrganization(ground, first, 'before');
    await expect.poll(() => lines().filter(({ type }) => type === 'org.added').length, { timeout: 30_000 }).toBe(2);
    await addOrganization(ground, first, 'between');
    await first.end('SIGKILL');
    const second = await ground.start(env);
    await addOrganization(ground, second, 'after');
    await expect
      .poll(() => new Set(lines().flatMap(({ type, aggregate }) => (type === 'org.added' ? [aggregate.id] : []))).size, {
        timeout: 60_000,
      })
      .toBe(4);
    const firsts = [...new Map(lines().map((line) => [line.id, line])).values()].map(({ position }) => position);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    const { personalAccessToken, clientSecret } = ground.credentials.serviceUser;
    for (const secret of [personalAccessToken, clientSecret]) expect(readFileSync(file, 'utf8')).not.toContain(secret);
  },
);

it.concurrent(
  'a web address gets signed batches; what it refused comes again',
  { timeout: 120_000 },
  async ({ expect, onTestFinished }) => {
    const receiver = await startReceiver();
    receiver.answer = { status: 500 };
    const ground = await Ground.make({ AUDIT_STREAM: `${receiver.url}/audit`, AUDIT_STREAM_SECRET: SECRET });
    onTestFinished(() => ground.clear());
    const service = await startHere(ground.env);
    const [refused] = await receiver.wait(1);
    receiver.answer = { status: 200 };
    await addOrganization(ground, service, 'later');
    const taken = () => receiver.received.slice(1).flatMap(({ body }) => linesOf(body));
    await expect.poll(() => taken().filter(({ type }) => type === 'org.added').length, { timeout: 60_000 }).toBe(2);
    const ids = new Set(taken().map(({ id }) => id));
    for (const { id } of linesOf(refused?.body ?? '')) expect(ids).toContain(id);
    for (const { body, headers } of receiver.received) {
      const signature = createHmac('sha256', SECRET)
        .update(`${String(headers['gatehouse-timestamp'])}.${body}`)
        .digest('hex');
      expect(headers['gatehouse-signature']).toBe(`sha256=${signature}`);
    }
    await service.close();
    await receiver.close();
  },
);
