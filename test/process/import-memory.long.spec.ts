// Imports that are meant to fill the memory: each is refused or reported clearly, the good entries around it are in, and the process stays small.
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, ended, human } from '../support/imports.js';
import { Ground, type Process } from '../support/processes.js';
import { send, type HttpService } from '../support/service.js';

const MIB = 2 ** 20;
const HUGE_MIB = 1_024;
const ENTRIES = 200_000;
/** MiB, as the guide to operation promises them. */
const [, PROMISED_MIB] = /(\d+) MiB while importing/.exec(readFileSync('docs/operate.md', 'utf8')) ?? [];
/** MiB that the process may take, whatever is sent: a twentieth more than promised. Entries kept in memory would exceed it. */
const MAX_MIB = Number(PROMISED_MIB) * 1.05;

let ground: Ground;
let started: Process;
let service: HttpService;
beforeAll(async () => {
  ground = await Ground.make({ IMPORT_MAX_BYTES: String(2 * 1_024 * MIB) });
  started = await ground.start();
  const authorization = `Bearer ${ground.credentials.serviceUser.personalAccessToken}`;
  const { url } = started;
  service = { url, call: (method, path, body) => send(url + path, method, body, { authorization }) };
});
afterAll(() => ground.clear());

let serial = 0;
const fresh = () => `m-${++serial}`;

function* linesOf(count: number, line: (i: number) => string | Buffer): Generator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.concat([Buffer.from(line(i)), Buffer.from('\n')]);
}

function* hugeText(): Generator<Buffer> {
  const part = Buffer.alloc(MIB, 'x');
  for (let i = 0; i < HUGE_MIB; i++) yield part;
}

/** Sends a stream as it comes. */
function post(body: Iterable<Buffer>, type: string, change?: (packed: Readable) => AsyncIterable<Buffer>) {
  return new Promise<{ status: number; body: { id: string; code?: string; state: string } }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}`,
      'content-type': type,
      ...(change ? { 'content-encoding': 'gzip' } : {}),
    };
    const sent = request(`${started.url}/admin/v1/imports`, { method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }));
    });
    sent.once('error', reject);
    const source = Readable.from(body);
    const all = change ? Readable.from(change(source.pipe(createGzip({ level: 1 })))) : source;
    // A refusal may come before the end of the body.
    pipeline(all, sent).catch(() => undefined);
  });
}

async function run(body: Iterable<Buffer>, type: string) {
  const { status, body: job } = await post(body, type);
  expect(status).toBe(202);
  return { job: await ended(service, job.id), faults: await faultsOf(service, job.id) };
}

/** MiB of the process; 0 where the system does not tell. */
function resident(): number {
  const file = `/proc/${started.child.pid}/status`;
  return existsSync(file) ? Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024 : 0;
}

/** MiB of the process at most, while `work` is done. */
async function peak(work: () => Promise<void>): Promise<number> {
  let most = resident();
  const timer = setInterval(() => (most = Math.max(most, resident())), 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  most = Math.max(most, resident());
  // eslint-disable-next-line no-console
  console.log(`${Math.round(most)} MiB at most`);
  return most;
}

const good = (orgId: string) => Buffer.from(`${JSON.stringify({ orgId, ...human(fresh()) })}\n`);

describe('an import', () => {
  it(`with a line of ${HUGE_MIB} MiB reports it and takes the others, in little memory`, async () => {
    const orgId = fresh();
    function* body() {
      yield good(orgId);
      yield Buffer.from(`{"orgId":"${orgId}","userId":"`);
      yield* hugeText();
      yield Buffer.from('"}\n');
      yield good(orgId);
    }
    expect(
      await peak(async () => {
        const { job, faults } = await run(body(), 'application/x-ndjson');
        expect(job).toMatchObject({ state: 'done', added: 2, failed: 1 });
        expect(faults).toMatchObject([{ line: 2, kind: 'record.tooLarge' }]);
      }),
    ).toBeLessThan(MAX_MIB);
  });

  it(`with an entry of ${HUGE_MIB} MiB reports it and takes the others, in little memory`, async () => {
    const orgId = fresh();
    function* body() {
      yield Buffer.from(`{"dataOrgs":{"orgs":[{"orgId":"${orgId}","humanUsers":[${JSON.stringify(human(fresh()))},{"user":{"userName":"`);
      yield* hugeText();
      yield Buffer.from(`"}},${JSON.stringify(human(fresh()))}]}]}}`);
    }
    expect(
      await peak(async () => {
        const { job, faults } = await run(body(), 'application/json');
        expect(job).toMatchObject({ state: 'done', added: 2, failed: 1 });
        expect(faults).toMatchObject([{ line: 2, kind: 'record.tooLarge' }]);
      }),
    ).toBeLessThan(MAX_MIB);
  });

  it(`with a CSV field of ${HUGE_MIB} MiB that never ends reports it, and takes who came before, in little memory`, async () => {
    const orgId = fresh();
    function* body() {
      yield Buffer.from('orgId,userId,user.userName,user.profile.firstName,user.profile.lastName,user.email.email\n');
      yield Buffer.from(`${orgId},,${fresh()},A,B,a@b.example\n${orgId},"`);
      yield* hugeText();
    }
    expect(
      await peak(async () => {
        const { job, faults } = await run(body(), 'text/csv');
        expect(job).toMatchObject({ state: 'done', added: 1 });
        const kinds = new Set(faults.map(({ kind }) => kind));
        expect([...kinds].sort()).toEqual(['password.missing', 'record.tooLarge']);
      }),
    ).toBeLessThan(MAX_MIB);
  });

  it(`of ${ENTRIES} entries that are not UTF-8, have a member twice or a wrong type reports each, in little memory`, async () => {
    const orgId = fresh();
    const bad = [
      () => Buffer.concat([Buffer.from(`{"orgId":"${orgId}","userId":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
      () => `{"orgId":"${orgId}","userId":"a","userId":"b","user":{}}`,
      () => `{"orgId":"${orgId}","userId":["a"],"user":{"userName":{"a":1}}}`,
      () => `{"orgId":"${orgId}","user":${'['.repeat(500)}${']'.repeat(500)}}`,
    ];
    expect(
      await peak(async () => {
        const { job } = await run(
          linesOf(ENTRIES, (i) => bad[i % bad.length]?.() ?? ''),
          'application/x-ndjson',
        );
        expect(job).toMatchObject({ state: 'done', added: 0, failed: ENTRIES });
        expect(Object.keys(job['errors'] as object)).toEqual(expect.arrayContaining(['record.memberTwice', 'record.notUtf8']));
      }),
    ).toBeLessThan(MAX_MIB);
  });

  it(`of ${ENTRIES} people whose gzip ends early is refused, and nothing is left of it`, async () => {
    const orgId = fresh();
    const jobs = (await service.call('GET', '/admin/v1/imports')).body.imports.length;
    // All but the last bytes: everything of it was read before that turns out.
    async function* cut(packed: Readable): AsyncGenerator<Buffer> {
      let held: Buffer | undefined;
      for await (const part of packed) {
        if (held) yield held;
        held = part as Buffer;
      }
      if (held) yield held.subarray(0, Math.max(0, held.length - 20));
    }
    expect(
      await peak(async () => {
        const body = linesOf(ENTRIES, () => JSON.stringify({ orgId, ...human(fresh()) }));
        const { status, body: answer } = await post(body, 'application/x-ndjson', cut);
        expect([status, answer.code]).toEqual([400, 'body.gzip']);
      }),
    ).toBeLessThan(MAX_MIB);
    expect((await service.call('GET', '/admin/v1/imports')).body.imports).toHaveLength(jobs);
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}`)).status).toBe(404);
  });

  it(`of ${ENTRIES} people is taken in and worked off in little memory`, async () => {
    const orgId = fresh();
    expect(
      await peak(async () => {
        const body = linesOf(ENTRIES, () => JSON.stringify({ orgId, ...human(fresh()) }));
        expect((await run(body, 'application/x-ndjson')).job).toMatchObject({ state: 'done', added: ENTRIES, failed: 0 });
      }),
    ).toBeLessThan(MAX_MIB);
  });
}, 600_000);
