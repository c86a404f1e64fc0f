import { describe, expect, it } from 'vitest';
import { decoysBeside, hashFault, verifyHash } from './hash-formats.js';

describe('the decoys beside a hash', () => {
  const work = (hashes: string[]) => hashes.reduce((sum, hash) => sum + 2 ** Number(hash.slice(4, 6)), 0);

  it.each([4, 8, 10, 11, 12])('bring a bcrypt hash of cost %d up to the work of the configured cost', (cost) => {
    const stored = `$2b$${String(cost).padStart(2, '0')}$${'a'.repeat(53)}`;
    expect(work([stored, ...decoysBeside(stored, 12)])).toBe(2 ** 12);
  });

  it('are the whole work where there is no hash, and nothing where it costs enough', () => {
    expect(work(decoysBeside(undefined, 12))).toBe(2 ** 12);
    expect(decoysBeside(`$2b$13$${'a'.repeat(53)}`, 12)).toEqual([]);
  });

  it('are hashes that nothing fits', async () => {
    for (const decoy of decoysBeside(undefined, 4)) {
      expect(hashFault(decoy)).toBeUndefined();
      expect(await verifyHash('', decoy)).toBe(false);
    }
  });
});

describe('anything else', () => {
  it.each([
    '',
    'password',
    '$2b$10$short',
    `$2z$10$${'a'.repeat(53)}`,
    `$2b$03$${'a'.repeat(53)}`,
    `$2b$10$${'a'.repeat(53)}\n`,
    '$argon3$v=19$m=1,t=1,p=1$a$b',
  ])('%j has no known format and matches no password', async (hash) => {
    expect(hashFault(hash)).toContain('format is unknown');
    expect(await verifyHash('password', hash)).toBe(false);
  });
});
