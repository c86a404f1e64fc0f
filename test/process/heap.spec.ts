// What `src/heap.ts` sets, in a process of its own: flags of V8 are for a whole process.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Each turn of the event loop makes a mebibyte, a quarter of which is held and outlives collections, so that V8 would double the space each time. */
const HOLDS = `
  const { shrinkHeap } = await import('./dist/src/heap.js');
  const { getHeapSpaceStatistics } = await import('node:v8');
  shrinkHeap();
  const held = [];
  let most = 0;
  for (let turn = 0; turn < 1_200; turn++) {
    const made = Array.from({ length: 1_000 }, () => new Array(128).fill(turn));
    if (turn % 4 === 0) held[(turn / 4) % 100] = made;
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size);
  }
  console.log(most / 2 ** 20);
`;

it('the space for short-lived objects stays small, whatever the version of Node lets it have', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', HOLDS]);
  expect(Number(stdout)).toBeGreaterThan(0);
  // While a collection moves objects it has pages of more than both halves: up to 29 MiB were seen, and 128 without the bound (Node 24).
  expect(Number(stdout)).toBeLessThan(64);
});
