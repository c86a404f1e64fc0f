import { createHmac } from 'node:crypto';
import type { Keyring } from './keyring.service.js';

/**
 * Digests (HMAC-SHA-256, base64url) of a guessable text: a name, an address, a short code. Without the keyring a copy of the
 * database does not reveal the text. One per key: store the first, and use the rest to find what was stored before a rotation.
 * @param label kind of text, so that equal texts of different kinds have different digests
 */
export function keyedDigests(keyring: Keyring, label: string, text: string): [string, ...string[]] {
  const digests = keyring.secrets('digest').map((secret) => createHmac('sha256', secret).update(`${label}\0${text}`).digest('base64url'));
  const [first, ...rest] = digests;
  if (first === undefined) throw new Error('There is no data key for digests; the keyring has not been loaded.');
  return [first, ...rest];
}
