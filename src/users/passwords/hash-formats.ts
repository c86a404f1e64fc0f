// The password hashes this service can check: which there are, what each may cost, and how much work must go along with a cheap one.
import { ARGON2_FORMATS } from './hashes/argon2.js';
import { BCRYPT_FORMATS } from './hashes/bcrypt.js';
import { CRYPT_FORMATS } from './hashes/crypt.js';
import { DIGEST_FORMATS } from './hashes/digests.js';
import type { HashCheck, HashFault, HashFormat } from './hashes/hash-check.js';
import { HASH_LIMITS } from './hashes/hash-limits.js';
import { PBKDF2_FORMATS } from './hashes/pbkdf2.js';
import { SCRYPT_FORMATS } from './hashes/scrypt.js';

/** bcrypt looks at the first 72 bytes only; a longer new password is refused rather than cut. */
export const MAX_PASSWORD_BYTES = 72;

/** A hash that fits no form is refused when it is imported, not when somebody signs in. */
export const HASH_FORMATS: readonly HashFormat[] = [
  ...BCRYPT_FORMATS,
  ...ARGON2_FORMATS,
  ...SCRYPT_FORMATS,
  ...PBKDF2_FORMATS,
  ...CRYPT_FORMATS,
  ...DIGEST_FORMATS,
];

const NAMES = [...new Set(HASH_FORMATS.map(({ name }) => name))].join(', ');

/** What directories put in front of a hash that tells its own kind. */
const MARK = /^\{(crypt|bcrypt|argon2|x-phpass|phpass)\}(?=\$)/i;

/** Reads a stored hash, or one that is about to be stored. */
function readHash(hash: string): HashCheck | HashFault {
  if (hash.length > HASH_LIMITS.length) return { fault: `the hash has more than ${HASH_LIMITS.length} characters` };
  const text = hash.replace(MARK, '');
  for (const { form, read } of HASH_FORMATS) {
    const match = form.exec(text);
    if (match) return read((name) => match.groups?.[name] ?? '');
  }
  return { fault: `the hash format is unknown (known: ${NAMES})` };
}

/** @returns why `hash` cannot be used, or undefined when it can. */
export function hashFault(hash: string): string | undefined {
  const check = readHash(hash);
  return 'fault' in check ? check.fault : undefined;
}

/** What libraries say of parameters they refuse. */
const REFUSED = new Set(['ERR_CRYPTO_INVALID_SCRYPT_PARAMS', 'ERR_OUT_OF_RANGE', 'ERR_INVALID_ARG_VALUE', 'InvalidArg', 'GenericFailure']);

/** Whether `password` is the one that `hash` was made from; false for a hash that cannot be used. */
export async function verifyHash(password: string, hash: string): Promise<boolean> {
  const check = readHash(hash);
  if (!('verify' in check) || Buffer.byteLength(password) > HASH_LIMITS.passwordBytes) return false;
  try {
    return await check.verify(password);
  } catch (error) {
    // A sign-in that fails in another way than all others would tell that the name is known. A thread that died is trouble of ours, and no answer.
    if (REFUSED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Whether a hash is what a new one would be: of the algorithm and the cost that are configured. */
export function isCurrentHash(hash: string, cost: number): boolean {
  return hash.startsWith(`$2b$${twoDigits(cost)}$`);
}

/** Whether a new hash would be of the whole password: bcrypt cuts a longer one, and would let in whoever knows its beginning. */
export function canBeHashed(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES && !password.includes('\0');
}

/** The cheapest bcrypt hash there is. */
const MIN_COST = 4;

/**
 * Hashes of nobody that, checked beside `stored`, bring the work up to that of a bcrypt hash of `cost`: bcrypt's work doubles with each
 * step of the cost, so what is missing is a sum of such steps. Without `stored`, or where it cannot be used, the whole work.
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

/** A hash that belongs to nobody and costs as much to check as a real one. */
function decoyHash(cost: number): string {
  return `$2b$${twoDigits(cost)}$${'.'.repeat(53)}`;
}

function twoDigits(cost: number): string {
  return String(cost).padStart(2, '0');
}
