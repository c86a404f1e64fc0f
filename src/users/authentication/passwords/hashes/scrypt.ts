// scrypt (RFC 7914) in the formats of PHC strings, crypt(3) and libsodium (`$7$`), Django, Werkzeug and Firebase.
import { createCipheriv, scrypt as deriveKey } from 'node:crypto';
import { promisify } from 'node:util';
import { BASE64, fromBase64, fromCryptCharacter, fromCryptNumber, toCryptText } from './encodings.js';
import { equal, type HashCheck, type HashFault, type HashFormat } from './hash-check.js';
import { HASH_LIMITS, mebibytes } from './hash-limits.js';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(deriveKey);
const STEPS_PER_MIB = 60;

interface Scrypt {
  log2N: number;
  r: number;
  p: number;
  salt: Buffer;
  keyLength: number;
  /** Whether the derived key equals the stored one. */
  fits(key: Buffer): boolean;
}

function check({ log2N, r, p, salt, keyLength, fits }: Scrypt): HashCheck | HashFault {
  const N = 2 ** log2N;
  // A verification needs all of these bytes at once, except that p only repeats the work.
  const bytes = 128 * N * r * p;
  if (!Number.isInteger(log2N) || log2N < 1 || r < 1 || p < 1) return { fault: 'its scrypt parameters are below the minimum' };
  if (p > HASH_LIMITS.lanes || bytes > HASH_LIMITS.memoryPasses)
    return { fault: `its scrypt parameters need more than ${mebibytes(HASH_LIMITS.memoryPasses)}` };
  // RFC 7914: N is below 2^(128 r / 8); OpenSSL throws.
  if (log2N >= 16 * r) return { fault: 'its scrypt N is too large for its r' };
  if (keyLength < 16 || keyLength > 128) return { fault: 'its key has the wrong length' };
  // The memory that OpenSSL counts: p blocks, N + 2 working blocks, and a little overhead.
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) + 2 ** 20 };
  return { steps: (bytes / 2 ** 20) * STEPS_PER_MIB, verify: async (password) => fits(await derive(password, salt, keyLength, options)) };
}

const IV = Buffer.alloc(16);

export const SCRYPT_FORMATS: readonly HashFormat[] = [
  {
    name: 'scrypt',
    form: new RegExp(
      String.raw`^\$scrypt\$ln=(?<log2N>\d{1,2}),r=(?<r>\d{1,5}),p=(?<p>\d{1,5})\$(?<salt>(${BASE64})?)\$(?<hash>${BASE64})$`,
    ),
    read(group) {
      const expected = fromBase64(group('hash'));
      const [log2N, r, p] = [Number(group('log2N')), Number(group('r')), Number(group('p'))];
      return check({ log2N, r, p, salt: fromBase64(group('salt')), keyLength: expected.length, fits: (key) => equal(key, expected) });
    },
  },
  {
    name: 'scrypt',
    form: /^\$7\$(?<log2N>[./A-Za-z0-9])(?<r>[./A-Za-z0-9]{5})(?<p>[./A-Za-z0-9]{5})(?<salt>[!-#%-~]*)\$(?<hash>[./A-Za-z0-9]+)$/,
    read(group) {
      const expected = Buffer.from(group('hash'));
      if (expected.length !== 43) return { fault: 'its key has the wrong length' };
      return check({
        log2N: fromCryptCharacter(group('log2N')),
        r: fromCryptNumber(group('r')),
        p: fromCryptNumber(group('p')),
        salt: Buffer.from(group('salt')),
        keyLength: 32,
        fits: (key) => equal(Buffer.from(toCryptText(key)), expected),
      });
    },
  },
  {
    name: 'Django scrypt',
    form: new RegExp(String.raw`^scrypt\$(?<n>\d{1,8})\$(?<salt>[!-#%-~]+)\$(?<r>\d{1,5})\$(?<p>\d{1,5})\$(?<hash>${BASE64})$`),
    read(group) {
      const expected = fromBase64(group('hash'));
      return check({
        log2N: Math.log2(Number(group('n'))),
        r: Number(group('r')),
        p: Number(group('p')),
        salt: Buffer.from(group('salt')),
        keyLength: expected.length,
        fits: (key) => equal(key, expected),
      });
    },
  },
  {
    name: 'Werkzeug scrypt',
    form: /^scrypt:(?<n>\d{1,8}):(?<r>\d{1,5}):(?<p>\d{1,5})\$(?<salt>[!-#%-~]+)\$(?<hash>[0-9a-f]+)$/,
    read(group) {
      const expected = Buffer.from(group('hash'), 'hex');
      return check({
        log2N: Math.log2(Number(group('n'))),
        r: Number(group('r')),
        p: Number(group('p')),
        salt: Buffer.from(group('salt')),
        keyLength: expected.length,
        fits: (key) => equal(key, expected),
      });
    },
  },
  {
    // Firebase encrypts the project's signer key with the derived key (github.com/firebase/scrypt).
    name: 'Firebase scrypt',
    form: new RegExp(
      String.raw`^\$firebasescrypt\$ln=(?<log2N>\d{1,2}),r=(?<r>\d{1,5})\$(?<salt>${BASE64})\$(?<hash>${BASE64})\$(?<separator>(${BASE64})?)\$(?<signer>${BASE64})$`,
    ),
    read(group) {
      const [expected, signer] = [fromBase64(group('hash')), fromBase64(group('signer'))];
      if (expected.length === 0 || expected.length !== signer.length)
        return { fault: 'its hash does not have the length of its signer key' };
      const encrypted = (key: Buffer) => createCipheriv('aes-256-ctr', key, IV).update(signer);
      return check({
        log2N: Number(group('log2N')),
        r: Number(group('r')),
        p: 1,
        salt: Buffer.concat([fromBase64(group('salt')), fromBase64(group('separator'))]),
        keyLength: 32,
        fits: (key) => equal(encrypted(key), expected),
      });
    },
  },
];
