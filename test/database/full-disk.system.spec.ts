// A disk that is full under the embedded database: changes are refused and undone, reads go on, and with room again all is as it was.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';
import { ERROR_URN, freshName, scimUser } from '../support/people.js';
import { Ground } from '../support/processes.js';

const SIZE = '64m';
/** More than fit into what the write-ahead log has set aside. */
const TRIES = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'));
const isMounted = !SERVER_URL && mount();
let ground: Ground | undefined;
afterAll(async () => {
  await ground?.clear();
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** A small disk of its own, where the machine lets this user mount one. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'gatehouse', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes until nothing more fits. @returns the file that takes the room */
function fill(): string {
  const file = join(folder, 'filler');
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

describe.skipIf(!isMounted)('a full disk under the embedded database', () => {
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

    const filler = fill();
    let [created, refused] = [0, await call(users, scimUser(freshName()))];
    while (refused.status === 201 && ++created < TRIES) refused = await call(users, scimUser(freshName()));
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
      503,
      expect.stringMatching(/^\d+$/),
      { schemas: expect.arrayContaining([ERROR_URN]) as unknown, status: '503' },
    ]);
    await expect.poll(ready).toBe(503);
    expect((await call(users)).body.totalResults).toBe(before + created);

    rmSync(filler);
    await expect.poll(ready).toBe(200);
    expect((await call(users, scimUser(freshName()))).status).toBe(201);
    expect((await call(users)).body.totalResults).toBe(before + created + 1);
    expect(service.child.exitCode).toBeNull();
  });
});
