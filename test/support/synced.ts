// What a spec's code syncs to the disk.
import { open } from 'node:fs/promises';
import { vi } from 'vitest';

/** Runs `act`. @returns the inode of each file and folder that it synced, in order */
export async function syncedBy(folder: string, act: () => Promise<unknown>): Promise<number[]> {
  const probe = await open(folder, 'r');
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  const { sync } = handles;
  const inodes: number[] = [];
  const syncs = vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof probe) {
    inodes.push((await this.stat()).ino);
    return sync.call(this);
  });
  try {
    await act();
  } finally {
    syncs.mockRestore();
    await probe.close();
  }
  return inodes;
}
