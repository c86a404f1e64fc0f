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

const head = (line: string, ...headers: string[]) =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${service.credentials.serviceUser.personalAccessToken}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

/** What Node says of a connection once no byte has moved for {@link REQUEST_BOUNDS.silenceMs}. */
const beSilent = (socket: Socket) => socket.emit('timeout');

it('the bound holds for every connection', async () => {
  expect(server.timeout).toBe(REQUEST_BOUNDS.silenceMs);
  const { client, socket } = await begin('');
  expect(socket.timeout).toBe(REQUEST_BOUNDS.silenceMs);
  client.destroy();
});

describe.each(['/admin/v1/import', '/admin/v1/imports'])('the body of %s', (path) => {
  const half = () => head(`POST ${path}`, 'Content-Type: application/json', 'Content-Length: 1000') + '{"dataOrgs":';

  it('ends with its sender’s silence, and leaves nothing', async () => {
    const [discard, reading] = [vi.spyOn(service.get(ImportJobs), 'discardReceiving'), watchImports()];
    const { client, socket, answer } = await begin(half());
    await vi.waitFor(() => expect(reading).toHaveBeenCalled(), PATIENCE);
    beSilent(socket);
    await once(client, 'close');
    expect(answer()).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request\.timeout"/);
    if (path.endsWith('s')) await vi.waitFor(() => expect(discard).toHaveBeenCalled(), PATIENCE);
  });

  it('waits for the service where that has not read what came', async () => {
    const reading = watchImports();
    const { client, socket, answer } = await begin(half());
    await vi.waitFor(() => expect(reading).toHaveBeenCalled(), PATIENCE);
    const { stream } = reading.mock.calls[0]?.[0] ?? {};
    stream?.pause();
    client.write(' '.repeat(100));
    await vi.waitFor(() => expect(stream?.readableLength).toBeGreaterThan(0), PATIENCE);
    beSilent(socket);
    expect([socket.destroyed, socket.timeout, answer()]).toEqual([false, REQUEST_BOUNDS.silenceMs, '']);
    client.destroy();
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
    beSilent(socket);
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
    beSilent(socket);
    goOn();
    await once(client, 'close');
    expect(answer()).toMatch(/^HTTP\/1\.1 200 [^]*the end/);
  });
});

it('a connection without a request closes', async () => {
  const { client, socket, answer } = await begin(head('GET /healthz'));
  await vi.waitFor(() => expect(answer()).toContain('"ok"'), PATIENCE);
  beSilent(socket);
  await once(client, 'close');
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
