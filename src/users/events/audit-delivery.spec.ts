import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { syncedBy } from '../../../test/support/synced.js';
import { deliverLines } from './audit-delivery.js';

const folder = mkdtempSync(join(tmpdir(), 'audit-delivery-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['is not there', undefined, '{"id":"1"}\n{"id":"2"}\n'],
  ['is empty', '', '{"id":"1"}\n{"id":"2"}\n'],
  ['ends with a line', '{"id":"0"}\n', '{"id":"0"}\n{"id":"1"}\n{"id":"2"}\n'],
  ['ends inside a line, as a full disk or a crash leaves it', '{"id":"0"}\n{"id":', '{"id":"0"}\n{"id":\n{"id":"1"}\n{"id":"2"}\n'],
])('lines are whole in a file that %s', async (_what, before, after) => {
  const file = join(folder, `${after.length}-${before?.length}.ndjson`);
  if (before !== undefined) appendFileSync(file, before);
  await deliverLines({ file }, ['{"id":"1"}', '{"id":"2"}'], 0, new AbortController().signal);
  expect(readFileSync(file, 'utf8')).toBe(after);
});

it('a new file survives a power failure: the folders that name it are synced before its first line', async () => {
  const above = mkdtempSync(join(folder, 'new-'));
  const file = join(above, 'audit', 'audit.ndjson');
  const deliver = () => deliverLines({ file }, ['{"id":"1"}'], 0, new AbortController().signal);
  const inodes = (...paths: string[]) => paths.map((path) => statSync(path).ino);
  expect(await syncedBy(folder, deliver)).toEqual(inodes(above, join(above, 'audit'), file));
  expect(await syncedBy(folder, deliver)).toEqual(inodes(file));
});
