// What `src/heap.ts` sets, in a process of its own: flags of V8 are for a whole process.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Each turn of the event loop leaves a mebibyte, of which a hundred are held: what is held outlives collections, so V8 would like a larger space. */
const HOLDS = `
  const { shrinkHeap } = await import('./dist/src/heap.js');
  const { getHeapSpaceStatistics } = await import('node:v8');
  shrinkHeap();
  const held = [];
  let most = 0;
  for (let turn = 0; turn < 600; turn++) {
    held[turn % 100] = Array.from({ length: 1_000 }, () => new Array(128).fill(turn));
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size);
  }
  console.log(most / 2 ** 20);
`;

it('the space for short-lived objects stays small, whatever the version of Node lets it have', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', HOLDS]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThanOrEqual(32);
});
