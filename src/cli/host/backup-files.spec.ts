import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { makeFolder } from '../../common/files/durable-files.js';
import { CommandError } from '../terminal/command-error.js';
import { checkBackup, copyDurably, filesOf, finishBackup } from './backup-files.js';

const BYTES = 64 * 2 ** 20;

it('a copy stands under its name only once it is whole, for its owner', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  try {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    writeFileSync(from, randomBytes(BYTES), { mode: 0o644 });
    let isDone = false;
    const copied = copyDurably(from, to).then(() => (isDone = true));
    const sizes = new Set<number>();
    while (!isDone) {
      if (existsSync(to)) sizes.add(statSync(to).size);
      await setImmediate();
    }
    await copied;
    expect([...sizes].filter((size) => size !== BYTES)).toEqual([]);
    expect([statSync(to).size, statSync(to).mode & 0o077, readdirSync(folder).toSorted()]).toEqual([BYTES, 0, ['from', 'to']]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('what a manifest names is on the disk before it is, with the folders that were made for it', async () => {
  const above = mkdtempSync(join(tmpdir(), 'finish-'));
  const folder = join(above, 'daily', 'monday');
  const probe = await open(above, 'r');
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  const { sync } = handles;
  const before: number[] = [];
  const syncs = vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof probe) {
    if (!existsSync(join(folder, 'manifest.json'))) before.push((await this.stat()).ino);
    return sync.call(this);
  });
  try {
    await makeFolder(folder);
    for (const name of ['gatehouse.db', 'master.key']) writeFileSync(join(folder, name), name);
    await finishBackup(folder, ['gatehouse.db', 'master.key'], '2026-11-23T00:00:00.000Z');
    const synced = [above, dirname(folder), folder, join(folder, 'gatehouse.db'), join(folder, 'master.key')];
    const ordered = (inodes: number[]) => inodes.toSorted((a, b) => a - b);
    expect(ordered(before)).toEqual(ordered(synced.map((path) => statSync(path).ino)));
    expect(Object.keys((await checkBackup(folder)).files)).toEqual(['gatehouse.db', 'master.key']);
  } finally {
    syncs.mockRestore();
    await probe.close();
    rmSync(above, { recursive: true });
  }
});

it.each(['made by the command', 'there before'])(
  'the folder above a backup need not be readable: the one of the backup is %s',
  async (made) => {
    const above = mkdtempSync(join(tmpdir(), 'above-'));
    const folder = join(above, 'backup');
    // Root can read every folder, so the test runs as another user.
    const nobody = process.geteuid?.() === 0 ? 65_534 : undefined;
    try {
      chmodSync(above, 0o333);
      if (nobody !== undefined) process.seteuid?.(nobody);
      if (made === 'there before') mkdirSync(folder);
      await makeFolder(folder);
      writeFileSync(join(folder, 'gatehouse.db'), 'x');
      await finishBackup(folder, ['gatehouse.db'], '2026-11-23T00:00:00.000Z');
      expect(Object.keys((await checkBackup(folder)).files)).toEqual(['gatehouse.db']);
    } finally {
      if (nobody !== undefined) process.seteuid?.(0);
      chmodSync(above, 0o700);
      rmSync(above, { recursive: true });
    }
  },
);

it('a folder that is not there has no files, and an unreadable one is not a folder without files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  try {
    expect(await filesOf(join(folder, 'event-archive'))).toEqual([]);
    writeFileSync(join(folder, 'event-archive'), '');
    await expect(filesOf(join(folder, 'event-archive'))).rejects.toThrow(CommandError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
