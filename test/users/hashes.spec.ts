import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoysBeside, HASH_FORMATS, hashFault, verifyHash } from '../../src/users/passwords/hash-formats.js';
import { normalizeHash } from '../../src/users/passwords/hash-input.js';

interface Vector<T> {
  source: string;
  password: string;
  hash: T;
}

/** Made by other programs or published by others; each says by whom. */
const { texts, shapes } = JSON.parse(readFileSync('test/users/hash-vectors.json', 'utf8')) as {
  texts: Array<Vector<string>>;
  shapes: Array<Vector<object>>;
};

const hashOf = (input: unknown): string => {
  const made = normalizeHash(input);
  if ('fault' in made) throw new Error(made.fault);
  return made.hash;
};

describe('a hash that another program made', () => {
  it.each(texts)('$hash ($source) fits its password and no other', async ({ password, hash }) => {
    expect(hashFault(hash)).toBeUndefined();
    expect(normalizeHash(hash)).toEqual({ hash });
    expect(await verifyHash(password, hash)).toBe(true);
    for (const other of [`${password}x`, password.slice(1), password.toUpperCase() + ' ', ''])
      expect(await verifyHash(other, hash), other).toBe(false);
  });

  it('is of every kind that is known', () => {
    const kinds = texts.map(({ hash }) => HASH_FORMATS.findIndex(({ form }) => form.test(hash.replace(/^\{CRYPT\}/, ''))));
    expect(new Set(kinds)).toEqual(new Set(HASH_FORMATS.keys()));
  });

  it.each(shapes)('is read from the shape of an export ($source)', async ({ password, hash }) => {
    const text = hashOf(hash);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(await verifyHash(password, text)).toBe(true);
    expect(await verifyHash(`${password}x`, text)).toBe(false);
  });
});

describe('a hash that cannot be used', () => {
  const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64');
  it.each([
    [`$2b$15$${'a'.repeat(53)}`, 'bcrypt cost is over 14'],
    [`$argon2id$v=19$m=262145,t=1,p=1$${bytes(16)}$${bytes(32)}`, 'over 256 MiB'],
    [`$argon2id$v=19$m=65536,t=5,p=1$${bytes(16)}$${bytes(32)}`, 'over 256 MiB'],
    [`$argon2id$v=19$m=65536,t=1,p=65$${bytes(16)}$${bytes(32)}`, 'more than 64 argon2 lanes'],
    [`$argon2id$v=19$m=8,t=1,p=4$${bytes(16)}$${bytes(32)}`, 'below the least'],
    [`$argon2id$v=18$m=64,t=1,p=1$${bytes(16)}$${bytes(32)}`, 'version is neither'],
    [`$argon2d$v=19$m=64,t=1,p=1$${bytes(16)}$${bytes(32)}`, 'argon2d is not supported'],
    [`$argon2id$v=19$m=64,t=1,p=1$${bytes(4)}$${bytes(32)}`, 'wrong length'],
    [`$scrypt$ln=19,r=8,p=1$${bytes(16)}$${bytes(32)}`, 'more than 256 MiB'],
    [`$scrypt$ln=0,r=8,p=1$${bytes(16)}$${bytes(32)}`, 'below the least'],
    [`scrypt$16383$salt$8$1$${bytes(64)}`, 'below the least'],
    [`$pbkdf2-sha256$10000001$${bytes(16)}$${bytes(32)}`, 'more than 10000000 PBKDF2'],
    [`$pbkdf2-sha256$5000001$${bytes(16)}$${bytes(64)}`, 'more than 10000000 PBKDF2'],
    [`$pbkdf2-sha256$0$${bytes(16)}$${bytes(32)}`, 'no iterations'],
    [`$6$rounds=1000001$salt$${'a'.repeat(86)}`, 'more than 1000000 rounds'],
    [`$6$rounds=999$salt$${'a'.repeat(86)}`, 'fewer than 1000 rounds'],
    [`$S$4${'a'.repeat(51)}`, 'fewer than 2^7'],
    [`{SSHA}${bytes(20)}`, 'no salt'],
    [`{SHA256}${bytes(31)}`, 'not as long'],
    ['md5$salt$0123456789abcdef0123456789abcdef01234567', 'not as long'],
    ['$md5salted-suffix$pepper$aaaa', 'not as long'],
    [`$firebasescrypt$ln=14,r=8$c2FsdA==$${bytes(63)}$Bw==$${bytes(64)}`, 'not as long as its signer key'],
    ['plain text', 'no known kind'],
    [`${'a'.repeat(1_001)}`, 'longer than 1000'],
  ])('%s is refused in words that do not repeat it: %s', async (hash, words) => {
    expect(hashFault(hash)).toContain(words);
    expect(hashFault(hash)).not.toContain(hash);
    expect(await verifyHash('password', hash)).toBe(false);
  });

  it('of phpass with a million rounds is refused, and one of half as many is not', () => {
    expect(hashFault(`$P$I${'a'.repeat(30)}`)).toContain('more than 2^19');
    expect(hashFault(`$P$H${'a'.repeat(30)}`)).toBeUndefined();
  });

  it.each([
    [null, 'not an object'],
    [[], 'not an object'],
    [{}, 'none of the known shapes'],
    [{ value: 7 }, 'value is missing or not a text'],
    [{ credentialData: '{', secretData: '{}' }, 'credentialData is not JSON'],
    [{ credentialData: {} }, 'secretData is not an object'],
    [{ credentialData: { algorithm: 'pbkdf2', hashIterations: -1 }, secretData: { salt: 'AAAA', value: 'AAAA' } }, 'hashIterations'],
    [{ credentialData: { algorithm: 'md5', hashIterations: 1 }, secretData: { salt: 'AAAA', value: 'AAAA' } }, '"md5" is not supported'],
    [{ credentialData: { algorithm: 'pbkdf2', hashIterations: 1 }, secretData: { salt: '?', value: 'AAAA' } }, 'salt is not base64'],
    [{ custom_password_hash: { algorithm: 'hmac', hash: { value: 'aa', key: { value: 'k' } } } }, 'with a key'],
    [{ custom_password_hash: { algorithm: 'md4', hash: { value: 'aa' } } }, '"md4" is not supported'],
    [{ algorithm: 'sha1', hash: { value: 'aa' }, password: { encoding: 'utf16le' } }, 'not in UTF-8'],
    [{ passwordHash: 'x', salt: 'x', signerKey: 'AAAA' }, 'memCost'],
  ])('in the shape %j is refused: %s', (input, words) => {
    expect(normalizeHash(input)).toEqual({ fault: expect.stringContaining(words) });
  });

  it('is never more than a refusal, whatever it looks like', () => {
    const pieces = texts.flatMap(({ hash }) => hash.split(/(?<=[$,=}])/)).slice(0, 400);
    const likely = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 9 })
      .map((parts) => parts.join(''));
    const runs = process.env['LONG'] ? 200_000 : 4_000;
    fc.assert(
      fc.property(fc.oneof(likely, fc.string({ maxLength: 1_200, unit: 'binary' })), (hash) => {
        const start = performance.now();
        const fault = hashFault(hash);
        expect(performance.now() - start).toBeLessThan(200);
        expect(HASH_FORMATS.filter(({ form }) => form.test(hash)).length).toBeLessThanOrEqual(1);
        return fault === undefined || fault.length > 0;
      }),
      { numRuns: runs },
    );
    const shape = fc.object({
      key: fc.constantFrom(
        'credentialData',
        'secretData',
        'algorithm',
        'hash',
        'salt',
        'value',
        'hashIterations',
        'signerKey',
        'passwordHash',
        'rounds',
        'memCost',
        'additionalParameters',
      ),
      maxDepth: 3,
    });
    fc.assert(
      fc.property(shape, (input) => {
        const made = normalizeHash(input);
        return 'fault' in made ? made.fault.length < 400 : hashFault(made.hash) === undefined;
      }),
      { numRuns: runs / 4 },
    );
  });
});

describe('checking a hash', () => {
  const slow = [
    texts.find(({ hash }) => hash.startsWith('$6$rounds=77777'))?.hash.replace('77777', '200000'),
    `$pbkdf2-sha512$600000$c2FsdHNhbHQ$${Buffer.alloc(64, 7).toString('base64')}`,
    `$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$${Buffer.alloc(32, 7).toString('base64')}`,
    `$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$${Buffer.alloc(32, 7).toString('base64')}`,
  ] as string[];

  it.each(slow)('%s leaves the event loop to others', async (hash) => {
    await verifyHash('warm', texts.find(({ hash: text }) => text.startsWith('$1$'))?.hash ?? '');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    expect(await verifyHash('x'.repeat(200), hash)).toBe(false);
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(60);
  });

  it('with a password of more than 512 bytes is not begun', async () => {
    const md5 = '5f4dcc3b5aa765d61d8327deb882cf99';
    expect(await verifyHash('password', md5)).toBe(true);
    expect(await verifyHash('x'.repeat(513), '$digest-md5-suffix$$' + 'A'.repeat(22))).toBe(false);
  });

  it('goes along with decoys that bring a cheap one up to the configured work, and an expensive one to no more', () => {
    const work = (hashes: string[]) => hashes.reduce((sum, hash) => sum + 2 ** Number(hash.slice(4, 6)), 0);
    for (const { hash } of texts) {
      const decoys = decoysBeside(hash, 12);
      expect(decoys.length).toBeLessThanOrEqual(9);
      expect(work(decoys), hash).toBeLessThanOrEqual(2 ** 12);
    }
    expect(work(decoysBeside('5f4dcc3b5aa765d61d8327deb882cf99', 12))).toBe(2 ** 12);
    expect(decoysBeside(slow[2], 10)).toEqual([]);
    expect(work(decoysBeside('$6$saltstring$' + 'a'.repeat(86), 12))).toBe(2 ** 12 - 176);
  });
});
