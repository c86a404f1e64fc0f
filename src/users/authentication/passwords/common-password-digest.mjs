// The stored digest of a common password: shared by the lookup and the script that creates the file.
import { createHash } from 'node:crypto';

/** 2^40 digests for 10^5 passwords: one in eleven million other passwords is mistaken for one of them. */
export const DIGEST_BYTES = 5;

/** Ignores case, because attackers try case variants first. @param {string} password @returns {Buffer} */
export function commonPasswordDigest(password) {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);
}
