// Encrypts a key by RSA-OAEP with two hashes, by the words of RFC 8017 section 7.1.1.
import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { OaepHashes } from '../../src/common/crypto/rsa-oaep.js';

/**
 * @param publicKey PEM, of a key or a certificate
 * @param change makes mistakes in the block before it is masked, and returns the first byte
 */
export function wrappedKey(
  key: Buffer,
  publicKey: string,
  { label, mask }: OaepHashes,
  change: (block: Buffer) => number = () => 0,
): Buffer {
  const recipient = createPublicKey(publicKey);
  const hash = createHash(label).digest();
  const block = Buffer.alloc((recipient.asymmetricKeyDetails?.modulusLength ?? 0) / 8 - hash.length - 1);
  hash.copy(block);
  block[block.length - key.length - 1] = 1;
  key.copy(block, block.length - key.length);
  const first = change(block);
  const seed = randomBytes(hash.length);
  const masked = xor(block, mgf1(seed, block.length, mask));
  const encoded = Buffer.concat([Buffer.from([first]), xor(seed, mgf1(masked, hash.length, mask)), masked]);
  return publicEncrypt({ key: recipient, padding: constants.RSA_NO_PADDING }, encoded);
}

/** Section B.2.1. */
function mgf1(seed: Buffer, length: number, hash: string): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; Buffer.concat(blocks).length < length; at++) {
    blocks.push(
      createHash(hash)
        .update(Buffer.concat([seed, Buffer.from([0, 0, 0, at])]))
        .digest(),
    );
  }
  return Buffer.concat(blocks).subarray(0, length);
}

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));
