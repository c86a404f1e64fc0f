import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDurably } from './durable-files.js';

vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof import('node:fs/promises')>();
  return { ...actual, link: vi.fn<typeof actual.link>(actual.link) };
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'));
  path = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(['with', 'without'])('on a file system %s hard links, the first text stays, and no other file', async (links) => {
  const refusal = Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  if (links === 'without') vi.mocked(link).mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
  await createDurably(path, 'first');
  await createDurably(path, 'second');
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['first', ['file']]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('another failure is thrown, and leaves nothing', async () => {
  vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  await expect(createDurably(path, 'first')).rejects.toThrow('no space left');
  expect(readdirSync(folder)).toEqual([]);
});
