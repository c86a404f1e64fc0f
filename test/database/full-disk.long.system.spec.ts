// A disk that is full under the database: changes are refused and undone, reads go on, and with room again all is as it was.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { SERVER_URL } from '../support/database.js';
import { ERROR_URN, freshName, scimUser, usersPath } from '../support/people.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { Ground } from '../support/processes.js';
import { startService, type TestService } from '../support/service.js';

/** More than fit into what the write-ahead log, or the file of a table, has set aside. */
const TRIES = 2_000;
const FILLER = 'filler';

/** A small disk of its own, where the machine lets this user mount one. */
interface Disk {
  folder: string;
  isMounted: boolean;
}

function mount(size: string): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'gatehouse', folder], { stdio: 'ignore' });
    return { folder, isMounted: true };
  } catch {
    return { folder, isMounted: false };
  }
}

function unmount({ folder, isMounted }: Disk): void {
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** Writes until nothing more fits. @returns the file that takes the room */
function fill(folder: string): string {
  const file = join(folder, FILLER);
  const handle = openSync(file, 'w');
  try {
    for (const size of [1 << 16, 1 << 12, 1]) {
      try {
        for (;;) writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    }
  } finally {
    closeSync(handle);
  }
  return file;
}

const [embedded, ofServer] = [mount('64m'), mount('256m')];
afterAll(() => [embedded, ofServer].forEach(unmount));

describe.skipIf(SERVER_URL || !embedded.isMounted)('a full disk under the embedded database', () => {
  const { folder } = embedded;
  let ground: Ground | undefined;
  afterAll(() => ground?.clear());

  it('refuses changes with 503, keeps what was acknowledged, answers reads, and ends with the first room', async () => {
    ground = await Ground.make({}, folder);
    const service = await ground.start();
    const { orgId, serviceUser } = ground.credentials;
    const call = async (path: string, body?: object) => {
      const response = await fetch(service.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${serviceUser.personalAccessToken}`, 'content-type': 'application/scim+json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as { totalResults?: number } };
    };
    const users = `/scim/v2/${orgId}/Users`;
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    const before = (await call(users)).body.totalResults ?? 0;

    const filler = fill(folder);
    let [created, refused] = [0, await call(users, scimUser(freshName()))];
    while (refused.status === 201 && ++created < TRIES) refused = await call(users, scimUser(freshName()));
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
      503,
      expect.stringMatching(/^\d+$/),
      { schemas: expect.arrayContaining([ERROR_URN]) as unknown, status: '503' },
    ]);
    await expect.poll(ready, { timeout: 20_000 }).toBe(503);
    expect((await call(users)).body.totalResults).toBe(before + created);

    rmSync(filler);
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    expect((await call(users, scimUser(freshName()))).status).toBe(201);
    expect((await call(users)).body.totalResults).toBe(before + created + 1);
    expect(service.child.exitCode).toBeNull();
  });
});

describe.skipIf(!ofServer.isMounted)('a full disk under a server that has no other', () => {
  let server: PrivateServer;
  let service: TestService;
  beforeAll(async () => {
    // Small files, of which the one of a table has little set aside.
    // Reads may need temporary files, which are not on that disk.
    const settings = ['innodb_log_file_size=16M', 'aria_log_file_size=8M', `tmpdir=${tmpdir()}`];
    server = await startPrivateServer(() => settings.join('\n'), ofServer.folder);
    service = await startService({ DATABASE_URL: server.url, DATABASE_CONNECTIONS: '4' });
  });
  afterAll(async () => {
    // A server waits for room before it ends.
    rmSync(join(ofServer.folder, FILLER), { force: true });
    await service?.close();
    server?.stop();
  });
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  const create = () => service.call('POST', usersPath(service), scimUser(freshName()));
  const count = async () => (await service.call('GET', usersPath(service))).body.totalResults as number;

  // Again: what was tried has left room in the files of the tables.
  it.each(['the first time', 'and again'])('is unready until there is room, though what is there can be written over: %s', async () => {
    const before = await count();
    const filler = fill(ofServer.folder);
    let [created, refused] = [0, await create()];
    while (refused.status === 201 && ++created < TRIES) refused = await create();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    await expect.poll(ready, { timeout: 20_000 }).toBe(503);
    // What `/readyz` asks once a second.
    for (let look = 0; look < 4; look++) await expect(service.get(Database).proveWrites(service.get(Clock).nowUs())).rejects.toThrow();
    expect([await ready(), await count()]).toEqual([503, before + created]);
    rmSync(filler);
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    expect((await create()).status).toBe(201);
    expect(await count()).toBe(before + created + 1);
  });
});
