import { describe, expect, it } from 'vitest';
import { decoysBeside, hashFault, verifyHash } from './hash-formats.js';

// Vectors of the OpenWall crypt_blowfish test suite (wrapper.c), public domain.
const VECTORS: ReadonlyArray<[hash: string, password: string]> = [
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK', 'U*U*'],
  ['$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a', 'U*U*U'],
  ['$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
];

describe('a bcrypt hash', () => {
  it.each(VECTORS)('%s is that of %j and of nothing else', async (hash, password) => {
    expect(hashFault(hash)).toBeUndefined();
    expect(await verifyHash(password, hash)).toBe(true);
    expect(await verifyHash(`${password}x`, hash)).toBe(false);
    expect(await verifyHash('', hash)).toBe(false);
  });

  it('that would cost too much at each sign-in is refused', () => {
    expect(hashFault(`$2b$15$${'a'.repeat(53)}`)).toContain('cost is over 14');
    expect(hashFault(`$2b$14$${'a'.repeat(53)}`)).toBeUndefined();
  });
});

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
    `$2x$10$${'a'.repeat(53)}`,
    `$2b$03$${'a'.repeat(53)}`,
    `$2b$10$${'a'.repeat(53)}\n`,
    '$argon3$v=19$m=1,t=1,p=1$a$b',
  ])('%j is of no known kind and fits no password', async (hash) => {
    expect(hashFault(hash)).toContain('no known kind');
    expect(await verifyHash('password', hash)).toBe(false);
  });
});
