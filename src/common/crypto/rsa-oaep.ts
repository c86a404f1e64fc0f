// RSA-OAEP (RFC 8017 section 7.1.2) with one hash for the label and another for the mask. OpenSSL has it, `privateDecrypt` takes one hash for both.
//
// OpenSSL makes the RSA operation, blinded. What is done here has no branch that depends on the padding: a server that tells wrong padding from
// a wrong key decrypts for a caller who asks often enough (Manger, CRYPTO 2001).
import { constants, createHash, privateDecrypt, randomBytes } from 'node:crypto';

/** Names of hashes. */
export interface OaepHashes {
  /** Of the label, which is empty. */
  label: string;
  /** Of MGF1. */
  mask: string;
}

/**
 * Decrypts a key of a known length. Of a message that is anything else, the result is random, and what it decrypts then fails like what was
 * encrypted with another key.
 * @param privateKey of RSA, PEM @throws for a message that no RSA key of this size has made
 */
export function unwrappedKey(privateKey: string, wrapped: Buffer, { label, mask }: OaepHashes, keyBytes: number): Buffer {
  const encoded = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, wrapped);
  const empty = createHash(label).digest();
  const [seed, block] = [encoded.subarray(1, 1 + empty.length), encoded.subarray(1 + empty.length)];
  addMask(seed, mask, block);
  addMask(block, mask, seed);
  // The length of the key is known, so every byte before it is: the hash of the label, zeros, and a one.
  const expected = Buffer.alloc(block.length - keyBytes);
  empty.copy(expected);
  expected.writeUInt8(1, expected.length - 1);
  let difference = encoded.readUInt8(0);
  for (const [at, byte] of expected.entries()) difference |= byte ^ block.readUInt8(at);
  // All ones if nothing differs, else all zeros.
  const kept = (difference - 1) >> 31;
  const key = randomBytes(keyBytes);
  for (const [at, byte] of key.entries()) key.writeUInt8(byte ^ (kept & (byte ^ block.readUInt8(expected.length + at))), at);
  return key;
}

/** MGF1 (section B.2.1) of `from`, added to `bytes` in place. */
function addMask(bytes: Buffer, hash: string, from: Buffer): void {
  const counter = Buffer.alloc(4);
  for (let at = 0; at < bytes.length;) {
    const mask = createHash(hash).update(from).update(counter).digest();
    for (let i = 0; i < mask.length && at < bytes.length; i++, at++) bytes.writeUInt8(bytes.readUInt8(at) ^ mask.readUInt8(i), at);
    counter.writeUInt32BE(counter.readUInt32BE(0) + 1, 0);
  }
}
