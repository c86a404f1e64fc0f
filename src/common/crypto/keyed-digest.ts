import { createHmac } from 'node:crypto';
import { equalSecrets } from './digest.js';
import type { Keyring, Purpose } from './keyring.service.js';

/**
 * Digests (HMAC-SHA-256, base64url) of a guessable text: a name, an address, a short code. Without the keyring a copy of the
 * database does not reveal the text. One per key: store the first, and use the rest to find what was stored before a rotation.
 * @param label kind of text, so that equal texts of different kinds have different digests
 */
export function keyedDigests(keyring: Keyring, label: string, text: string): [string, ...string[]] {
  return digestsBy(keyring, 'digest', label, text);
}

/**
 * A digest that is handed out or mailed, and believed when it comes back: of a key that goes when one that leaked is revoked. By the keys as of at
 * most a second ago: made with one that went before, it would never be believed.
 */
export async function keyedProof(keyring: Keyring, label: string, text: string): Promise<string> {
  await keyring.known();
  return digestsBy(keyring, 'proof', label, text)[0];
}

/** Whether `shown` is a {@link keyedProof}, by the keys as of at most a second ago. */
export async function isKeyedProof(keyring: Keyring, label: string, text: string, shown: string): Promise<boolean> {
  await keyring.known();
  return digestsBy(keyring, 'proof', label, text).some((proof) => equalSecrets(proof, shown));
}

function digestsBy(keyring: Keyring, purpose: Purpose, label: string, text: string): [string, ...string[]] {
  const digests = keyring.secrets(purpose).map((secret) => createHmac('sha256', secret).update(`${label}\0${text}`).digest('base64url'));
  const [first, ...rest] = digests;
  if (first === undefined) throw new Error(`There is no data key for "${purpose}"; the keyring has not been loaded.`);
  return [first, ...rest];
}
