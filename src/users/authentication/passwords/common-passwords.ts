// Whether a password is one of the 100,000 most common in known breaches. `common-passwords.bin` has their digests, sorted;
// scripts/common-passwords.mjs creates it and names the list (docs/adr/0045-password-rules-and-enrolment.md).
import { readFileSync } from 'node:fs';
import { commonPasswordDigest, DIGEST_BYTES } from './common-password-digest.mjs';

const FILE = new URL('./common-passwords.bin', import.meta.url);
/** Half a megabyte, read when the first password is chosen. */
let digests: Buffer | undefined;

export function isCommonPassword(password: string): boolean {
  digests ??= readFileSync(FILE);
  const wanted = commonPasswordDigest(password);
  let [from, to] = [0, digests.length / DIGEST_BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = digests.compare(wanted, 0, DIGEST_BYTES, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}
