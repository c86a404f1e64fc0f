// How an import recognizes a password that an earlier import delivered, even if the hash was renewed or the password changed since:
// docs/adr/0018-import.md.
import { createHash } from 'node:crypto';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../../common/crypto/keyring.service.js';
import { twoDigits } from './hash-formats.js';

/** Instead of a mark: the password was set here, and no import delivered one before. Null means unknown. */
export const NOT_IMPORTED = '';

/** Marks of a hash: store the first, compare with all. Keyed, because some systems export hashes without salt, which are easily guessed. */
export function importMarks(keyring: Keyring, hash: string): [string, ...string[]] {
  return keyedDigests(keyring, 'imported password', hash);
}

/** bcrypt's encoding of 16 bytes. */
const SALT_LENGTH = 22;

/**
 * The salt for a password that is imported in plain text. It is always the same for one person, so that the same password results in the same hash.
 */
export function importSalt(cost: number, owner: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(['imported password', ...owner]))
    .digest('base64');
  return `$2b$${twoDigits(cost)}$${digest.slice(0, SALT_LENGTH).replaceAll('+', '.')}`;
}
