// Connections on which no byte moves: a sender that stops in its body, a reader that stops in the answer. The service gives both up, and waits for itself.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OrganizationExport } from '../../src/admin/exports/organization-export.service.js';
import { ImportService } from '../../src/admin/imports/import.service.js';
import { ImportJobs } from '../../src/admin/imports/jobs/import-jobs.service.js';
import { REQUEST_BOUNDS } from '../../src/common/admission/request-bounds.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let server: Server;
beforeAll(async () => {
  service = await startService();
  server = service.service.app.getHttpServer() as Server;
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());

/** Against what hangs; measures nothing. */
const PATIENCE = { timeout: 30_000 };

/** A connection of its own with the first bytes of a request, and the server's end of it. */
async function begin(text: string): Promise<{ client: Socket; socket: Socket; answer: () => string }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(Number(new URL(service.url).port), '127.0.0.1');
  const [socket] = await accepted;
  let answer = '';
  client.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  client.write(text);
  return { client, socket, answer: () => answer };
}

const TIMED_OUT = /^HTTP\/1\.1 408 [^]*"code":"request\.timeout"/;

const head = (line: string, ...headers: string[]) =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${service.credentials.serviceUser.personalAccessToken}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

/** Until Node finds that no byte has moved for the limit of the connection, which is checked and then shortened. */
async function beSilent(socket: Socket, limitMs: number = REQUEST_BOUNDS.silenceMs): Promise<void> {
  expect(socket.timeout).toBe(limitMs);
  const silence = once(socket, 'timeout');
  socket.setTimeout(20);
  await silence;
}

it('the bound holds for every connection', async () => {
  const { client, socket } = await begin('');
  expect(socket.timeout).toBe(REQUEST_BOUNDS.silenceMs);
  client.destroy();
});

describe.each(['/admin/v1/import', '/admin/v1/imports'])('the body of %s', (path) => {
  const half = () => head(`POST ${path}`, 'Content-Type: application/json', 'Content-Length: 1000') + '{"dataOrgs":';

  it('ends with its sender’s silence, and leaves nothing', async () => {
    const [discard, reading] = [vi.spyOn(service.get(ImportJobs), 'discardReceiving'), watchImports()];
    const { client, socket, answer } = await begin(half());
    await isRead(reading);
    const closed = once(client, 'close');
    await beSilent(socket);
    await closed;
    expect(answer()).toMatch(TIMED_OUT);
    if (path.endsWith('s')) await vi.waitFor(() => expect(discard).toHaveBeenCalled(), PATIENCE);
  });

  it('waits for the service where that has not read what came, and ends with the next silence', async () => {
    const reading = watchImports();
    const { client, socket, answer } = await begin(half());
    // A pause before the import begins to read would be undone by that.
    await isRead(reading);
    const { stream } = reading.mock.calls[0]?.[0] ?? {};
    stream?.pause();
    client.write(' '.repeat(100));
    await vi.waitFor(() => expect(stream?.readableLength).toBeGreaterThan(0), PATIENCE);
    await beSilent(socket);
    expect([socket.destroyed, answer()]).toEqual([false, '']);
    // What came has been read now, and nothing more comes.
    stream?.resume();
    await isRead(reading);
    const closed = once(client, 'close');
    await beSilent(socket);
    await closed;
    expect(answer()).toMatch(TIMED_OUT);
  });

  it('ends with its sender’s silence in the second request of a connection as well', async () => {
    const reading = watchImports();
    const { client, socket, answer } = await begin(head('GET /healthz'));
    await vi.waitFor(() => expect(answer()).toContain('"ok"'), PATIENCE);
    const first = answer().length;
    client.write(half());
    await isRead(reading);
    const closed = once(client, 'close');
    await beSilent(socket);
    await closed;
    expect(answer().slice(first)).toMatch(TIMED_OUT);
  });
});

describe('an answer', () => {
  const path = () => `/admin/v1/organizations/${service.credentials.orgId}/export`;

  it('ends with its reader’s silence, and nothing more is read for it', async () => {
    let isOver = false;
    vi.spyOn(service.get(OrganizationExport), 'begin').mockResolvedValueOnce(
      (async function* () {
        try {
          for (;;) yield 'x'.repeat(2 ** 16);
        } finally {
          isOver = true;
        }
      })(),
    );
    const { client, socket } = await begin('');
    client.pause();
    client.write(head(`GET ${path()}`));
    await vi.waitFor(() => expect(socket.writableNeedDrain).toBe(true), PATIENCE);
    await beSilent(socket);
    await vi.waitFor(() => expect(isOver).toBe(true), PATIENCE);
    expect(socket.destroyed).toBe(true);
    client.destroy();
  });

  it('that is still being made is waited for', async () => {
    let goOn: () => void = () => undefined;
    const made = new Promise<void>((resolve) => (goOn = resolve));
    const begun = vi.spyOn(service.get(OrganizationExport), 'begin').mockImplementationOnce(async () => {
      await made;
      return (async function* () {
        yield 'the end';
      })();
    });
    const { client, socket, answer } = await begin(head(`GET ${path()}`, 'Connection: close'));
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), PATIENCE);
    for (const _ of ['once', 'twice']) await beSilent(socket);
    const closed = once(client, 'close');
    goOn();
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 200 [^]*the end/);
  });
});

it('a connection without a request closes', async () => {
  const { client, socket, answer } = await begin(head('GET /healthz'));
  await vi.waitFor(() => expect(answer()).toContain('"ok"'), PATIENCE);
  // Node waits a little longer than it tells clients.
  await vi.waitFor(() => expect((socket.timeout ?? 0) - REQUEST_BOUNDS.keepAliveMs).toBeOneOf([0, 1_000]), PATIENCE);
  const closed = once(client, 'close');
  await beSilent(socket, socket.timeout);
  await closed;
  expect(socket.destroyed).toBe(true);
});

/** Hears of the bodies that imports begin to read. */
function watchImports() {
  const imports = service.get(ImportService);
  const [submit, wait] = [imports.submitJob.bind(imports), imports.importAndWait.bind(imports)];
  const heard = vi.fn<(body: Parameters<typeof submit>[0]) => void>();
  vi.spyOn(imports, 'submitJob').mockImplementation((body, ...more) => (heard(body), submit(body, ...more)));
  vi.spyOn(imports, 'importAndWait').mockImplementation((body, ...more) => (heard(body), wait(body, ...more)));
  return heard;
}

/** Until the import has read all of the body that has come. */
const isRead = (reading: ReturnType<typeof watchImports>) =>
  vi.waitFor(() => expect(reading.mock.calls[0]?.[0].stream.readableLength).toBe(0), PATIENCE);
