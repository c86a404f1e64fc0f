import { createHmac } from 'node:crypto';
import type { Keyring } from './keyring.service.js';

/**
 * Digests (HMAC-SHA-256, base64url) of a text that could be guessed: a name, an address, a short code. Without the keyring a copy of the
 * database does not tell what they were made from. One for each key; store the first, and find what was stored before a rotation by the rest.
 * @param label says what the text is, so that equal texts of different kinds have different digests
 */
export function keyedDigests(keyring: Keyring, label: string, text: string): [string, ...string[]] {
  const digests = keyring.secrets('digest').map((secret) => createHmac('sha256', secret).update(`${label}\0${text}`).digest('base64url'));
  const [first, ...rest] = digests;
  if (first === undefined) throw new Error('There is no data key for digests; the keyring has not been loaded.');
  return [first, ...rest];
}
