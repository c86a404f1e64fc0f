// What is kept of a common password: shared by the lookup and by the script that makes the file.
import { createHash } from 'node:crypto';

/** 2^40 digests for 10^5 passwords: one in eleven million others is taken for one of them. */
export const DIGEST_BYTES = 5;

/**
 * Whatever the case of its letters: attackers try those first.
 * @param {string} password
 * @returns {Buffer}
 */
export function commonPasswordDigest(password) {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
