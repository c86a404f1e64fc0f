import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDurably } from './durable-files.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'));
  path = join(folder, 'file');
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

/** The system refuses hard links from now on. Modules that were loaded before have `link` by its name. */
function refuseLinks(code: string): ReturnType<typeof vi.spyOn> {
  const refused = vi.spyOn(files, 'link').mockRejectedValue(Object.assign(new Error('refused'), { code }));
  syncBuiltinESMExports();
  return refused;
}

it.each(['with', 'without'])('on a file system %s hard links, the first text stays, and no other file', async (links) => {
  const refused = links === 'without' ? refuseLinks('EPERM') : undefined;
  await createDurably(path, 'first');
  await createDurably(path, 'second');
  if (refused) expect(refused).toHaveBeenCalledTimes(2);
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['first', ['file']]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('another failure is thrown, and leaves nothing', async () => {
  refuseLinks('ENOSPC');
  await expect(createDurably(path, 'first')).rejects.toThrow('refused');
  expect(readdirSync(folder)).toEqual([]);
});
