// The format of mailed codes, and how typed ones are read.
import { randomBytes } from 'node:crypto';

/** Digits and letters that are hard to confuse (Crockford's base 32): five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const GROUP = 5;

/** A new code of 50 random bits, in two groups: `7KQ2M-XW94D`. */
export function newCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${characters.slice(0, GROUP)}-${characters.slice(GROUP)}`;
}

/** Normalizes a typed code: ignores case, spaces and dashes, and reads letters that look like digits as digits. */
export function readCode(typed: string): string {
  return typed
    .slice(0, 100)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}
