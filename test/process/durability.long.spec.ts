import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';
import { childrenOf, Ground, type Process } from '../support/processes.js';
import { human } from '../support/imports.js';
import { startReceiver } from '../support/receiver.js';

const CREATES = 1_000;
const LANES = 8;
const ROUNDS = process.env['LONG'] ? 10 : 1;

let ground: Ground;
afterEach(() => ground.clear());

const headers = () => ({
  authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}`,
  'content-type': 'application/scim+json',
});
const users = (url: string) => `${url}/scim/v2/${ground.credentials.orgId}/Users`;
const body = (userName: string) =>
  JSON.stringify({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { givenName: 'Given', familyName: 'Family' },
    emails: [{ value: `${userName}@example.com`, primary: true }],
  });

/** Creates users over some connections until all are done or the service is gone. @returns names that were answered 201 */
async function createUntilGone(url: string, prefix: string, onAnswer: (count: number) => void): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  const lane = async () => {
    while (next < CREATES) {
      const name = `${prefix}-${next++}`;
      const response = await fetch(users(url), { method: 'POST', headers: headers(), body: body(name) }).catch(() => undefined);
      if (!response) return;
      if (response.status === 201) acknowledged.push(name);
      await response.arrayBuffer().catch(() => undefined);
      onAnswer(acknowledged.length);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return acknowledged;
}

async function total(url: string): Promise<number> {
  const found = await fetch(`${users(url)}?count=0`, { headers: headers() });
  return ((await found.json()) as { totalResults: number }).totalResults;
}

/** The userNames of everybody who is there. */
async function everybody(url: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const query = new URLSearchParams({ startIndex: String(names.length + 1), count: '100', attributes: 'userName' });
    const page = (await (await fetch(`${users(url)}?${query}`, { headers: headers() })).json()) as {
      totalResults: number;
      Resources: Array<{ userName: string }>;
    };
    names.push(...page.Resources.map(({ userName }) => userName));
    if (names.length >= page.totalResults) return names;
  }
}

describe('an answer that says created', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'survives kill -9 in the middle of 1,000 creates (round %d)',
    async (round) => {
      ground = await Ground.make();
      let service = await ground.start();
      const killAt = 300 + ((round * 67) % 500);
      let killed: Promise<unknown> | undefined;
      const acknowledged = await createUntilGone(service.url, `r${round}`, (count) => {
        if (count >= killAt) killed ??= service.end('SIGKILL');
      });
      await killed;
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAt);
      expect(acknowledged.length).toBeLessThan(CREATES);

      service = await ground.start();
      const names = await everybody(service.url);
      for (const name of acknowledged)
        expect(
          names.filter((one) => one === name),
          name,
        ).toHaveLength(1);
      // Half a person does not exist: each has its event, and no event lacks its person.
      const events = await fetch(`${service.url}/admin/v1/events/_search`, {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ event_types: ['user.human.added'], limit: 1000 }),
      });
      expect(((await events.json()) as { events: unknown[] }).events).toHaveLength(names.length);
    },
  );
});

/** @returns the status, or how the connection failed and whether it had carried a request before */
function create(url: string, name: string, agent: Agent): Promise<number | { code: string | undefined; reused: boolean }> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers: headers(), agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code, reused: true }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code, reused: sent.reusedSocket }));
    sent.end(body(name));
  });
}

/** Sends half of a creation over a connection that is open already. @returns sends the other half, and resolves with the status */
async function beginCreate(url: string, name: string, agent: Agent): Promise<() => Promise<number>> {
  const text = body(name);
  const half = text.length / 2;
  const sent = request(url, { method: 'POST', headers: { ...headers(), 'content-length': text.length }, agent });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
  });
  await new Promise((resolve) => sent.write(text.slice(0, half), resolve));
  return () => (sent.end(text.slice(half)), answered);
}

/** Ends a process. @returns its exit code, once it takes no new connections */
async function stopListening(service: Process): Promise<{ ending: Promise<number | string> }> {
  const ending = service.end('SIGTERM');
  const isRefused = () =>
    fetch(`${service.url}/healthz`).then(
      () => false,
      ({ cause }: { cause?: { code?: string } }) => cause?.code === 'ECONNREFUSED',
    );
  while (!(await isRefused())) await new Promise((resolve) => setTimeout(resolve, 20));
  return { ending };
}

it('the audit stream tells a file every event at least once, and their first times in order, also over a kill of the process', async () => {
  ground = await Ground.make();
  const file = join(ground.dataDir, 'audit', 'events.ndjson');
  interface Line {
    id: string;
    position: number;
    type: string;
    aggregate: { id: string };
  }
  const lines = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Line)
      : [];
  const organizations = () => new Set(lines().flatMap(({ type, aggregate }) => (type === 'org.added' ? [aggregate.id] : []))).size;
  const add = async ({ url }: Process, name: string) => {
    const added = { name, primaryDomain: `${name}.example` };
    const json = { ...headers(), 'content-type': 'application/json' };
    const { status } = await fetch(`${url}/admin/v1/organizations`, { method: 'POST', headers: json, body: JSON.stringify(added) });
    expect(status).toBe(201);
  };
  const first = await ground.start({ AUDIT_STREAM: `file:${file}` });
  await add(first, 'before');
  await expect.poll(organizations).toBe(2);
  await add(first, 'between');
  await first.end('SIGKILL');
  await add(await ground.start({ AUDIT_STREAM: `file:${file}` }), 'after');
  await expect.poll(organizations, { timeout: 60_000 }).toBe(4);
  const firsts = [...new Map(lines().map((line) => [line.id, line])).values()].map(({ position }) => position);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
});

describe('a graceful stop', () => {
  it('closes the port at once and ends with code 0, whatever a background job waits for', async () => {
    const receiver = await startReceiver();
    receiver.answer = 'silence';
    try {
      ground = await Ground.make({ AUDIT_STREAM: `${receiver.url}/audit`, AUDIT_STREAM_SECRET: 'a-secret-of-the-audit-stream-0123456789' });
      const service = await ground.start();
      await receiver.wait(1);
      const stoppedAt = Date.now();
      const { ending } = await stopListening(service);
      expect(Date.now() - stoppedAt).toBeLessThan(5_000);
      expect(await ending).toBe(0);
    } finally {
      await receiver.close();
    }
  });

  it('writes what answers left to be written, also those that were given while it stopped', async () => {
    ground = await Ground.make();
    const service = await ground.start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await create(users(service.url), 'before', agent)).toBe(201);
    const finish = await beginCreate(users(service.url), 'meanwhile', agent);
    const { ending } = await stopListening(service);
    expect(await finish()).toBe(201);
    expect(await ending).toBe(0);
    const again = await ground.start();
    const log = await fetch(`${again.url}/admin/v1/provisioning/_search`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ orgId: ground.credentials.orgId }),
    });
    const { entries } = (await log.json()) as { entries: Array<{ targetName?: string }> };
    expect(entries.map(({ targetName }) => targetName)).toEqual(['meanwhile', 'before']);
  });

  it('answers who waits for an import at once, and keeps what is left of it as a job', async () => {
    ground = await Ground.make();
    const service = await ground.start();
    const PEOPLE = 25_000;
    const humanUsers = Array.from({ length: PEOPLE }, (_, i) => human(`waits-${i}`));
    const importing = fetch(`${service.url}/admin/v1/import`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ dataOrgs: { orgs: [{ orgId: ground.credentials.orgId, humanUsers }] } }),
    });
    await expect.poll(() => total(service.url), { interval: 10 }).toBeGreaterThan(1);
    const { ending } = await stopListening(service);
    const answer = (await (await importing).json()) as { errors: Array<{ type: string; message: string }> };
    expect(answer.errors.at(-1)).toMatchObject({ type: 'timeout', id: expect.any(String) });
    expect(answer.errors.at(-1)?.message).toMatch(/^The service is being stopped: \d+ entries were not imported/);
    expect(await ending).toBe(0);
  });

  it.skipIf(SERVER_URL)('answers a search that another process is at', async () => {
    ground = await Ground.make();
    const service = await ground.start();
    const search = fetch(`${users(service.url)}?filter=${encodeURIComponent('not (userName eq "nobody")')}`, { headers: headers() });
    while (childrenOf(service.child.pid ?? 0).length === 0) await new Promise((resolve) => setImmediate(resolve));
    const ending = service.end('SIGTERM');
    expect((await search).status).toBe(200);
    expect(await ending).toBe(0);
  });

  it('answers every request that it carried out, refuses new ones, and ends with code 0 within 10 s', async () => {
    ground = await Ground.make();
    const service = await ground.start();
    let ending: Promise<number | string> | undefined;
    let stoppedAt = 0;
    const outcomes: Array<number | 'refused'> = [];
    const unanswered: string[] = [];
    const agent = new Agent({ keepAlive: true });
    let next = 0;
    const lane = async () => {
      for (;;) {
        const name = `g-${next++}`;
        const outcome = await create(users(service.url), name, agent);
        if (typeof outcome !== 'number') {
          // Nobody listens any more, or the kernel had taken a new connection and the process had not. A connection that had carried
          // a request before is never cut off: what is sent on it is answered.
          expect(outcome.code === 'ECONNREFUSED' || (outcome.code === 'ECONNRESET' && !outcome.reused), JSON.stringify(outcome)).toBe(true);
          outcomes.push('refused');
          unanswered.push(name);
          return;
        }
        outcomes.push(outcome);
        if (outcomes.length > 50 && !ending) {
          stoppedAt = Date.now();
          ending = service.end('SIGTERM');
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(await ending).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(10_000);
    expect(new Set(outcomes)).toEqual(new Set([201, 'refused']));
    const again = await ground.start();
    for (const name of unanswered) {
      const found = await fetch(`${users(again.url)}?filter=${encodeURIComponent(`userName eq "${name}"`)}&attributes=userName`, {
        headers: headers(),
      });
      expect(((await found.json()) as { totalResults: number }).totalResults, name).toBe(0);
    }
  });
});
