import { describe, expect, it } from 'vitest';
import { hashFault, verifyHash } from './hash-formats.js';

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

describe('anything else', () => {
  it.each([
    '',
    'password',
    '$2b$10$short',
    `$2x$10$${'a'.repeat(53)}`,
    `$2b$03$${'a'.repeat(53)}`,
    `$2b$10$${'a'.repeat(53)}\n`,
    '$argon2id$v=19$m=1,t=1,p=1$a$b',
  ])('%j is of no known kind and fits no password', async (hash) => {
    expect(hashFault(hash)).toContain('no known kind');
    expect(await verifyHash('password', hash)).toBe(false);
  });
});
