import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoysBeside, HASH_FORMATS, hashFault, verifyHash } from '../../src/users/authentication/passwords/hash-formats.js';
import { normalizeHash } from '../../src/users/authentication/passwords/hash-input.js';

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
    [`$2b$15$${'a'.repeat(53)}`, 'bcrypt cost exceeds 14'],
    [`$argon2id$v=19$m=262145,t=1,p=1$${bytes(16)}$${bytes(32)}`, 'exceeds 256 MiB'],
    [`$argon2id$v=19$m=65536,t=5,p=1$${bytes(16)}$${bytes(32)}`, 'exceeds 256 MiB'],
    [`$argon2id$v=19$m=65536,t=1,p=65$${bytes(16)}$${bytes(32)}`, 'more than 64 argon2 lanes'],
    [`$argon2id$v=19$m=8,t=1,p=4$${bytes(16)}$${bytes(32)}`, 'below the minimum'],
    [`$argon2id$v=18$m=64,t=1,p=1$${bytes(16)}$${bytes(32)}`, 'version must be 16 or 19'],
    [`$argon2d$v=19$m=64,t=1,p=1$${bytes(16)}$${bytes(32)}`, 'argon2d is not supported'],
    [`$argon2id$v=19$m=64,t=1,p=1$${bytes(4)}$${bytes(32)}`, 'wrong length'],
    [`$scrypt$ln=19,r=8,p=1$${bytes(16)}$${bytes(32)}`, 'more than 256 MiB'],
    [`$scrypt$ln=0,r=8,p=1$${bytes(16)}$${bytes(32)}`, 'below the minimum'],
    [`$scrypt$ln=16,r=1,p=1$${bytes(16)}$${bytes(32)}`, 'N is too large for its r'],
    [`$scrypt$ln=17,r=1,p=1$${bytes(16)}$${bytes(32)}`, 'N is too large for its r'],
    [`scrypt$65536$salt$1$1$${bytes(64)}`, 'N is too large for its r'],
    [`$firebasescrypt$ln=16,r=1$c2FsdA==$${bytes(64)}$Bw==$${bytes(64)}`, 'N is too large for its r'],
    [`scrypt$16383$salt$8$1$${bytes(64)}`, 'below the minimum'],
    [`$pbkdf2-sha256$3300000$${bytes(16)}$${bytes(32)}`, 'more work than bcrypt at cost 14'],
    [`$pbkdf2-sha512$1700000$${bytes(16)}$${bytes(64)}`, 'more work than bcrypt at cost 14'],
    [`$pbkdf2-sha256$1650000$${bytes(16)}$${bytes(64)}`, 'more work than bcrypt at cost 14'],
    [`$pbkdf2-sha256$0$${bytes(16)}$${bytes(32)}`, 'number of iterations is 0'],
    [`$6$rounds=1000001$salt$${'a'.repeat(86)}`, 'more work than bcrypt at cost 14'],
    [`$6$rounds=999$salt$${'a'.repeat(86)}`, 'fewer than 1000 rounds'],
    [`$S$4${'a'.repeat(51)}`, 'fewer than 2^7'],
    [`{SSHA}${bytes(20)}`, 'no salt'],
    [`{SHA256}${bytes(31)}`, 'does not have the length of'],
    ['md5$salt$0123456789abcdef0123456789abcdef01234567', 'does not have the length of'],
    ['$md5salted-suffix$pepper$aaaa', 'does not have the length of'],
    [`$firebasescrypt$ln=14,r=8$c2FsdA==$${bytes(63)}$Bw==$${bytes(64)}`, 'does not have the length of its signer key'],
    ['plain text', 'format is unknown'],
    [`pbkdf2_sha256$99999999999$salt$${'A'.repeat(43)}=`, 'more work than bcrypt'],
    [`${'a'.repeat(1_001)}`, 'more than 1000'],
  ])('%s is refused in words that do not repeat it: %s', async (hash, words) => {
    expect(hashFault(hash)).toContain(words);
    expect(hashFault(hash)).not.toContain(hash);
    expect(await verifyHash('password', hash)).toBe(false);
  });

  it('of phpass with a million rounds is refused, and one of half as many is not', () => {
    expect(hashFault(`$P$I${'a'.repeat(30)}`)).toContain('more work than bcrypt at cost 14');
    expect(hashFault(`$P$H${'a'.repeat(30)}`)).toBeUndefined();
  });

  it.each([
    [null, 'not an object'],
    [[], 'not an object'],
    [{}, 'no known structure'],
    [{ value: 7 }, 'value is missing or not a string'],
    [{ credentialData: '{', secretData: '{}' }, 'credentialData is not JSON'],
    [{ credentialData: {} }, 'secretData is not an object'],
    [{ credentialData: { algorithm: 'pbkdf2', hashIterations: -1 }, secretData: { salt: 'AAAA', value: 'AAAA' } }, 'hashIterations'],
    [{ credentialData: { algorithm: 'md5', hashIterations: 1 }, secretData: { salt: 'AAAA', value: 'AAAA' } }, '"md5" is not supported'],
    [{ credentialData: { algorithm: 'pbkdf2', hashIterations: 1 }, secretData: { salt: '?', value: 'AAAA' } }, 'salt is not base64'],
    [{ custom_password_hash: { algorithm: 'hmac', hash: { value: 'aa', key: { value: 'k' } } } }, 'keyed hashes'],
    [{ custom_password_hash: { algorithm: 'md4', hash: { value: 'aa' } } }, '"md4" is not supported'],
    [{ algorithm: 'sha1', hash: { value: 'aa' }, password: { encoding: 'utf16le' } }, 'other than UTF-8'],
    [{ passwordHash: 'x', salt: 'x', signerKey: 'AAAA' }, 'memCost'],
  ])('in the shape %j is refused: %s', (input, words) => {
    expect(normalizeHash(input)).toEqual({ fault: expect.stringContaining(words) });
  });

  // That none takes long is proven of the expressions: test/architecture/regular-expressions.spec.ts.
  it('is never more than a refusal, whatever it looks like', () => {
    const pieces = texts.flatMap(({ hash }) => hash.split(/(?<=[$,=}])/)).slice(0, 400);
    const likely = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 9 })
      .map((parts) => parts.join(''));
    const runs = process.env['LONG'] ? 200_000 : 4_000;
    fc.assert(
      fc.property(fc.oneof(likely, fc.string({ maxLength: 1_200, unit: 'binary' })), (hash) => {
        const fault = hashFault(hash);
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

/** What is refused is refused at once; the others cost what they cost. */
const MOST_STEPS = process.env['LONG'] ? Infinity : 100;

/** The least and the most of every number that each kind of hash tells of itself, and lengths of salts and keys. */
function* borders(): Generator<string> {
  const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64').replace(/=+$/, '');
  const letters = (length: number) => '.'.repeat(length);
  for (const cost of ['04', '05', '14', '15', '31'])
    for (const mark of ['$2a$', 'bcrypt$$2b$', 'bcrypt_sha256$$2y$'])
      for (const character of './9z') yield `${mark}${cost}$${character.repeat(53)}`;
  const argon = [
    [0, 0, 0],
    [8, 1, 1],
    [8, 32_768, 1],
    [9, 2, 1],
    [15, 1, 2],
    [16, 1, 2],
    [512, 1, 64],
    [519, 1, 64],
    [520, 1, 65],
    [262_144, 1, 1],
    [999_999_999, 1, 1],
  ];
  for (const [m, t, p] of argon)
    for (const [kind, version] of [
      ['i', '$v=19'],
      ['id', '$v=16'],
      ['id', ''],
      ['d', ''],
    ])
      for (const [salt, key] of [
        [8, 12],
        [7, 32],
        [300, 128],
        [16, 129],
      ])
        yield `$argon2${kind}${version}$m=${m},t=${t},p=${p}$${bytes(salt ?? 0)}$${bytes(key ?? 0)}`;
  for (const ln of [0, 1, 2, 10, 14, 15, 16, 17, 18, 20, 21, 31, 32, 63, 99])
    for (const r of [0, 1, 2, 3, 8, 3_000, 16_383, 32_767, 99_999])
      for (const p of [0, 1, 64, 65, 99_999]) {
        yield `$scrypt$ln=${ln},r=${r},p=${p}$$${bytes(16)}`;
        if (ln < 27) yield `scrypt$${2 ** ln}$salt$${r}$${p}$${bytes(128)}`;
        if (p === 1) yield `$firebasescrypt$ln=${ln},r=${r}$AAAA$${bytes(r % 50)}$$${bytes(r % 50)}`;
      }
  for (const log2 of './0DzEI') for (const r of ['/....', './...', 'zzzzz', '.....', 'w8...']) yield `$7$${log2}${r}/....$${letters(43)}`;
  for (const rounds of [0, 1, 2, 4_999, 100_000, 10_000_001, 999_999_999])
    for (const length of [15, 16, 20, 64, 128, 129])
      for (const digest of ['', '-sha1', '-sha-224', '-sha256', '-sha384', '-sha512']) {
        yield `$pbkdf2${digest}$${rounds}$$${bytes(length)}`;
        yield `{PBKDF2${digest}}${rounds}$AA$${bytes(length)}`;
        if (digest !== '') yield `pbkdf2_${digest.slice(1)}$${rounds}$s$${bytes(length)}`;
      }
  for (const [mark, length] of [
    ['$5$', 43],
    ['$6$', 86],
  ] as const)
    for (const rounds of ['', 'rounds=999$', 'rounds=1000$', 'rounds=1001$', 'rounds=1000000$', 'rounds=1000001$'])
      for (const salt of ['', 's', 's'.repeat(16)]) yield `${mark}${rounds}${salt}$${letters(length)}`;
  for (const mark of ['$1$', '$apr1$']) for (const salt of ['', 's', 's'.repeat(8)]) yield `${mark}${salt}$${letters(22)}`;
  for (const log2 of './045GHIz') {
    yield `$P$${log2}${letters(30)}`;
    yield `$S$${log2}${letters(51)}`;
  }
  for (const length of [0, 1, 16, 17, 20, 21, 32, 33, 48, 49, 64, 65, 700])
    for (const scheme of ['SHA', 'SHA256', 'SHA384', 'SHA512', 'MD5', 'SSHA', 'SSHA256', 'SSHA384', 'SSHA512', 'SMD5'])
      yield `{${scheme}}${bytes(length)}`;
  for (const length of [1, 16, 20, 32, 64]) {
    yield `$md5salted-prefix$s$${bytes(length)}`;
    for (const digest of ['md5', 'sha1', 'sha256', 'sha512']) yield `$digest-${digest}-suffix$$${bytes(length)}`;
    for (const digest of ['md5', 'sha1']) yield `${digest}$$${'a'.repeat(2 * length)}`;
  }
  for (const mark of ['$2$', '$2x$', '$wp$2y$']) yield `${mark}04$${letters(53)}`;
  for (const length of [31, 32, 36]) {
    const asp = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), Buffer.alloc(length)]).toString('base64');
    yield asp(0, ...Array.from({ length: 16 }, () => 7));
    for (const digest of [0, 1, 2, 3]) for (const salt of [0, 16, 255]) yield asp(1, 0, 0, 0, digest, 0, 0, 0, 9, 0, 0, 0, salt);
  }
  for (const rounds of [0, 1, 9_999_999_999]) yield `pbkdf2:sha256:${rounds}$s$${'a'.repeat(64)}`;
  for (const n of [0, 3, 16_384, 99_999_999]) for (const r of [0, 8, 99_999]) yield `scrypt:${n}:${r}:1$s$${'a'.repeat(128)}`;
  yield 'a'.repeat(32);
  yield 'a'.repeat(64);
}

describe('checking a hash', () => {
  it('of any kind, at the borders of what its numbers may be, fails in no other way than with a wrong password', async () => {
    const kinds = new Set<number>();
    for (const hash of borders()) {
      if (hashFault(hash) !== undefined) continue;
      kinds.add(HASH_FORMATS.findIndex(({ form }) => form.test(hash)));
      const format = HASH_FORMATS.find(({ form }) => form.test(hash));
      const match = format?.form.exec(hash);
      const check = format?.read((name) => match?.groups?.[name] ?? '');
      // Not by verifyHash, which has a net for this.
      if (check && 'verify' in check && check.steps <= MOST_STEPS) await expect(check.verify('é'), hash).resolves.toBe(false);
    }
    expect(kinds).toEqual(new Set(HASH_FORMATS.keys()));
  }, 300_000);

  const slow = [
    texts.find(({ hash }) => hash.startsWith('$6$rounds=77777'))?.hash.replace('77777', '200000'),
    `$pbkdf2-sha512$600000$c2FsdHNhbHQ$${Buffer.alloc(64, 7).toString('base64')}`,
    `$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$${Buffer.alloc(32, 7).toString('base64')}`,
    `$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$${Buffer.alloc(32, 7).toString('base64')}`,
  ] as string[];

  it.each(slow)('%s leaves the event loop to others', async (hash) => {
    await verifyHash('warm', texts.find(({ hash: text }) => text.startsWith('$1$'))?.hash ?? '');
    let turns = 0;
    const turn = () => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    expect(await verifyHash('x'.repeat(200), hash)).toBe(false);
    clearImmediate(next);
    // A hash that is computed in it leaves a few, before and after.
    expect(turns).toBeGreaterThan(20);
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
