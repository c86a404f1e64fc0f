// Keys encrypted by RSA-OAEP: as OpenSSL encrypts them, with every pair of hashes, and encoded wrongly in each part.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrappedKey } from '../../src/common/crypto/rsa-oaep.js';
import { requirePrograms } from '../support/programs.js';
import { wrappedKey } from '../support/rsa-oaep.js';

const HASHES = ['sha1', 'sha256', 'sha384', 'sha512'];
const KEY_BYTES = 32;

let folder: string;
let privateKey: string;
let publicKey: string;
beforeAll(() => {
  requirePrograms('openssl');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-oaep-'));
  const pair = generateKeyPairSync('rsa', { modulusLength: 3_072 });
  privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  writeFileSync(join(folder, 'public.pem'), publicKey);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What OpenSSL makes of a key. */
function byOpenssl(key: Buffer, label: string, mask: string, more: string[] = []): Buffer {
  const options = ['rsa_padding_mode:oaep', `rsa_oaep_md:${label}`, `rsa_mgf1_md:${mask}`, ...more].flatMap((one) => ['-pkeyopt', one]);
  return execFileSync('openssl', ['pkeyutl', '-encrypt', '-pubin', '-inkey', join(folder, 'public.pem'), ...options], { input: key });
}

describe('a key that OpenSSL has encrypted', () => {
  it.each(HASHES.flatMap((label) => HASHES.map((mask) => [label, mask] as const)))('with %s and MGF1 of %s is read', (label, mask) => {
    for (const bytes of [16, 24, KEY_BYTES]) {
      const key = randomBytes(bytes);
      expect(unwrappedKey(privateKey, byOpenssl(key, label, mask), { label, mask }, bytes)).toEqual(key);
    }
  });

  it.each<[string, (key: Buffer) => Buffer]>([
    ['with another hash', (key) => byOpenssl(key, 'sha1', 'sha256')],
    ['with another mask', (key) => byOpenssl(key, 'sha256', 'sha256')],
    ['with a label', (key) => byOpenssl(key, 'sha256', 'sha1', ['rsa_oaep_label:00'])],
    ['of another length', (key) => byOpenssl(key.subarray(0, 16), 'sha256', 'sha1')],
  ])('%s is another key each time', (_, encrypt) => {
    const key = randomBytes(KEY_BYTES);
    const wrapped = encrypt(key);
    const read = () => unwrappedKey(privateKey, wrapped, { label: 'sha256', mask: 'sha1' }, KEY_BYTES);
    const [one, other] = [read(), read()];
    expect([one.length, one.equals(key), one.equals(other)]).toEqual([KEY_BYTES, false, false]);
  });
});

describe('a key that is encoded here', () => {
  const HASH_BYTES = 32;
  const hashes = { label: 'sha256', mask: 'sha1' };
  const encoded = (key: Buffer, change?: (block: Buffer) => number) => wrappedKey(key, publicKey, hashes, change);
  const read = (wrapped: Buffer) => unwrappedKey(privateKey, wrapped, hashes, KEY_BYTES);

  it('is read', () => {
    const key = randomBytes(KEY_BYTES);
    expect(read(encoded(key))).toEqual(key);
  });

  it.each<[string, (block: Buffer) => number]>([
    ['in the first byte', () => 1],
    ['in the first byte of the hash', (block) => flip(block, 0)],
    ['in the last byte of the hash', (block) => flip(block, HASH_BYTES - 1)],
    ['in the zeros', (block) => flip(block, HASH_BYTES + 5)],
    ['in the last of the zeros', (block) => flip(block, block.length - KEY_BYTES - 2)],
    ['in the one', (block) => flip(block, block.length - KEY_BYTES - 1)],
    ['by a bit of the one', (block) => ((block[block.length - KEY_BYTES - 1] = 0x81), 0)],
  ])('wrongly %s is another key each time, of the same length', (_, change) => {
    const key = randomBytes(KEY_BYTES);
    const wrapped = encoded(key, change);
    const [one, other] = [read(wrapped), read(wrapped)];
    expect([one.length, one.equals(key), one.equals(other)]).toEqual([KEY_BYTES, false, false]);
  });

  const flip = (block: Buffer, at: number): number => ((block[at] = (block[at] ?? 0) ^ 1), 0);
});
