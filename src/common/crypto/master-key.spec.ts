import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMasterKeyFile, masterKeyFile, readMasterKeyFile } from './master-key.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'master-key-'))));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('the file of the master key is not there until the key is on the disk', async () => {
  const probe = await open(folder, 'r');
  await probe.close();
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  // The disk fails, and nothing more happens.
  const sync = vi.spyOn(handles, 'sync').mockImplementation(async () => {
    expect(existsSync(masterKeyFile(folder))).toBe(false);
    throw new Error('The disk is gone.');
  });
  await expect(createMasterKeyFile(folder)).rejects.toThrow('The disk is gone.');
  expect(sync).toHaveBeenCalledOnce();
  expect(readdirSync(folder)).toEqual([]);
});

it('processes that create the file at the same time have the same key, in a file for its owner only', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => createMasterKeyFile(folder)));
  expect(new Set([...keys, readMasterKeyFile(folder)].map((key) => key?.toString('base64'))).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['master.key']);
  expect(statSync(masterKeyFile(folder)).mode & 0o777).toBe(0o600);
});
