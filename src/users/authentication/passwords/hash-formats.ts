// The password hash formats this service verifies, and the extra work that accompanies a cheap hash.
import { ARGON2_FORMATS } from './hashes/argon2.js';
import { BCRYPT_FORMATS } from './hashes/bcrypt.js';
import { CRYPT_FORMATS } from './hashes/crypt.js';
import { DIGEST_FORMATS } from './hashes/digests.js';
import type { HashCheck, HashFault, HashFormat } from './hashes/hash-check.js';
import { HASH_LIMITS } from './hashes/hash-limits.js';
import { PBKDF2_FORMATS } from './hashes/pbkdf2.js';
import { SCRYPT_FORMATS } from './hashes/scrypt.js';

/** bcrypt reads only the first 72 bytes; a longer new password is refused, not truncated. */
export const MAX_PASSWORD_BYTES = 72;

/** A hash of an unknown format is refused at import, not at sign-in. */
export const HASH_FORMATS: readonly HashFormat[] = [
  ...BCRYPT_FORMATS,
  ...ARGON2_FORMATS,
  ...SCRYPT_FORMATS,
  ...PBKDF2_FORMATS,
  ...CRYPT_FORMATS,
  ...DIGEST_FORMATS,
];

const NAMES = [...new Set(HASH_FORMATS.map(({ name }) => name))].join(', ');

/** Prefixes that directories add to a self-describing hash. */
const MARK = /^\{(crypt|bcrypt|argon2|x-phpass|phpass)\}(?=\$)/i;

/** Parses a hash that is stored or about to be. */
function readHash(hash: string): HashCheck | HashFault {
  if (hash.length > HASH_LIMITS.length) return { fault: `the hash has more than ${HASH_LIMITS.length} characters` };
  const text = hash.replace(MARK, '');
  for (const { form, read } of HASH_FORMATS) {
    const match = form.exec(text);
    if (match) return withinLimit(read((name) => match.groups?.[name] ?? ''));
  }
  return { fault: `the hash format is unknown (known: ${NAMES})` };
}

function withinLimit(check: HashCheck | HashFault): HashCheck | HashFault {
  const tooDear = 'steps' in check && check.steps > HASH_LIMITS.steps;
  return tooDear ? { fault: `it takes more work than bcrypt at cost ${HASH_LIMITS.bcryptCost}` } : check;
}

/** @returns why `hash` cannot be used, or undefined when it can. */
export function hashFault(hash: string): string | undefined {
  const check = readHash(hash);
  return 'fault' in check ? check.fault : undefined;
}

/** Error codes of libraries for parameters they refuse. */
const REFUSED = new Set(['ERR_CRYPTO_INVALID_SCRYPT_PARAMS', 'ERR_OUT_OF_RANGE', 'ERR_INVALID_ARG_VALUE', 'InvalidArg', 'GenericFailure']);

/** Whether `password` matches `hash`; false for an unusable hash. */
export async function verifyHash(password: string, hash: string): Promise<boolean> {
  const check = readHash(hash);
  if (!('verify' in check) || Buffer.byteLength(password) > HASH_LIMITS.passwordBytes) return false;
  try {
    return await check.verify(password);
  } catch (error) {
    // A sign-in must not fail differently from all others: that would reveal that the name exists. A worker thread that died is an internal error and
    // no result.
    if (REFUSED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Whether a hash already has the configured algorithm and cost. */
export function isCurrentHash(hash: string, cost: number): boolean {
  return hash.startsWith(`$2b$${twoDigits(cost)}$`);
}

/** Whether a hash has the algorithm of this service, at any cost; any other hash was imported. */
export function isOwnHash(hash: string): boolean {
  return hash.startsWith('$2b$');
}

/** Whether bcrypt would hash the whole password: it truncates a longer one, so that the beginning would be enough to sign in. */
export function canBeHashed(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES && !password.includes('\0');
}

/** The lowest cost of bcrypt. */
const MIN_COST = 4;

/**
 * Decoys: hashes without a user that are verified in addition to `stored`, to raise the work to that of a bcrypt hash of `cost`. bcrypt's work
 * doubles with each step of the cost, so the missing work is a sum of such steps. Without a usable `stored`, it is the whole work.
 */
export function decoysBeside(stored: string | undefined, cost: number): string[] {
  const check = stored === undefined ? undefined : readHash(stored);
  const missing = 2 ** cost - (check && 'steps' in check ? check.steps : 0);
  const decoys: string[] = [];
  for (let step = cost, left = missing; step >= MIN_COST; step--) {
    if (left < 2 ** step) continue;
    decoys.push(decoyHash(step));
    left -= 2 ** step;
  }
  return decoys;
}

/** A hash without a user that costs as much to verify as a real one. */
function decoyHash(cost: number): string {
  return `$2b$${twoDigits(cost)}$${'.'.repeat(53)}`;
}

/** A cost in bcrypt notation. */
export function twoDigits(cost: number): string {
  return String(cost).padStart(2, '0');
}
