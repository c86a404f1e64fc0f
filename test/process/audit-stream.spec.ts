// The audit stream: every event at least once, in order, to a file or to a web address. The long check kills its process
// (test/process/durability.long.spec.ts).
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { startReceiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';

const SECRET = 'a-secret-of-the-audit-stream-0123456789';
/** After a failed delivery the next one begins when the lease has ended, which takes 15 s. */
const PAST_LEASE_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  id: string;
  position: number;
  type: string;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

const addOrganization = (service: TestService, name: string) =>
  service.call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.example` });

const organizationsIn = (lines: readonly Line[]) => lines.filter(({ type }) => type === 'org.added').length;

it('a file gets every event once and in order, and no secret', async () => {
  const file = join(folder, 'audit', 'events.ndjson');
  const service = await startService({ AUDIT_STREAM: `file:${file}` });
  const lines = () => (existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : []);
  await expect.poll(() => organizationsIn(lines())).toBe(1);
  await addOrganization(service, 'later');
  await expect.poll(() => organizationsIn(lines())).toBe(2);
  const positions = lines().map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(new Set(lines().map(({ id }) => id)).size).toBe(positions.length);
  const { personalAccessToken, clientSecret } = service.credentials.serviceUser;
  for (const secret of [personalAccessToken, clientSecret]) expect(readFileSync(file, 'utf8')).not.toContain(secret);
  await service.close();
});

it('a web address gets signed batches; what it refused comes again', async () => {
  const receiver = await startReceiver();
  receiver.answer = { status: 500 };
  const service = await startService({ AUDIT_STREAM: `${receiver.url}/audit`, AUDIT_STREAM_SECRET: SECRET });
  const [refused] = await receiver.wait(1);
  receiver.answer = { status: 200 };
  await addOrganization(service, 'later');
  service.get(Clock).advance(PAST_LEASE_MS);
  const taken = () => receiver.received.slice(1).flatMap(({ body }) => linesOf(body));
  await expect.poll(() => organizationsIn(taken())).toBe(2);
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
});
