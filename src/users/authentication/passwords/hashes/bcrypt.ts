// bcrypt (Provos and Mazières, USENIX 1999), also in the formats of Django and WordPress.
import { createHash, createHmac } from 'node:crypto';
import { compare } from 'bcrypt';
import type { Groups, HashCheck, HashFault, HashFormat } from './hash-check.js';
import { HASH_LIMITS } from './hash-limits.js';

const REST = String.raw`(?<cost>0[4-9]|[12]\d|3[01])\$(?<rest>[./A-Za-z0-9]{53})`;
const BCRYPT = String.raw`\$2[aby]\$${REST}`;
/** Number of bytes that bcrypt reads; a password of that length leaves no room for the trailing NUL. */
const KEY_BYTES = 72;

function read(prepare: (password: string) => string | Buffer): (group: Groups) => HashCheck | HashFault {
  return (group) => {
    const cost = Number(group('cost'));
    if (cost > HASH_LIMITS.bcryptCost) return { fault: `its bcrypt cost exceeds ${HASH_LIMITS.bcryptCost}` };
    // PHP writes `$2b$` as `$2y$`, and `$2a$` differs only by old bugs of other libraries; the library used here supports `$2b$`.
    const hash = `$2b$${group('cost')}$${group('rest')}`;
    return { steps: 2 ** cost, verify: (password) => compare(prepare(password), hash) };
  };
}

/** `$2$`: the first version repeats a password without the trailing NUL. */
function withoutNul(password: string): Buffer {
  return Buffer.alloc(KEY_BYTES, Buffer.from(password));
}

/** `$2x$`: crypt_blowfish before 1.1 treated bytes as signed: a byte above 0x7F sets all bits before it in its four-byte word. */
function signExtended(password: string): Buffer {
  const bytes = Buffer.from(`${password}\0`);
  const key = Buffer.alloc(KEY_BYTES);
  for (let at = 0; at < KEY_BYTES; at++) {
    const byte = bytes[at % bytes.length] ?? 0;
    if (byte > 0x7f) key.fill(0xff, at - (at % 4), at);
    key[at] = byte;
  }
  return key;
}

/** WordPress 6.8, `wp_hash_password`: bcrypt reads the base64 of a digest, which covers the whole password. */
function wordPressDigest(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(phpTrim(password)).digest('base64');
}

/** PHP's `trim` removes fewer characters than JavaScript's. */
function phpTrim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && PHP_BLANK.includes(text[start] ?? '')) start++;
  while (end > start && PHP_BLANK.includes(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

const PHP_BLANK = ' \t\n\r\0\v';

export const BCRYPT_FORMATS: readonly HashFormat[] = [
  { name: 'bcrypt', form: new RegExp(`^(bcrypt\\$)?${BCRYPT}$`), read: read((password) => password) },
  { name: 'bcrypt', form: new RegExp(`^\\$2\\$${REST}$`), read: read(withoutNul) },
  { name: 'bcrypt', form: new RegExp(`^\\$2x\\$${REST}$`), read: read(signExtended) },
  { name: 'WordPress bcrypt', form: new RegExp(`^\\$wp${BCRYPT}$`), read: read(wordPressDigest) },
  {
    name: 'Django bcrypt_sha256',
    form: new RegExp(`^bcrypt_sha256\\$${BCRYPT}$`),
    read: read((password) => createHash('sha256').update(password).digest('hex')),
  },
];
