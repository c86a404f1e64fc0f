import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { copyDurably } from './backup-files.js';

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
