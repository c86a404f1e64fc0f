import { createHmac } from 'node:crypto';
import { equalSecrets } from './digest.js';
import type { Keyring, Purpose } from './keyring.service.js';

/**
 * Digests (HMAC-SHA-256, base64url) of a guessable text: a name, an address, a short code. Without the keyring, a copy of the database
 * doesn't reveal the text.
 * There is one digest per key: store the first, and use the rest to find values stored before a rotation.
 * @param label kind of text, so that equal texts of different kinds have different digests
 */
export function keyedDigests(keyring: Keyring, label: string, text: string): [string, ...string[]] {
  return digestsBy(keyring, 'digest', label, text);
}

/**
 * A digest that is handed out or mailed, and accepted as proof when it comes back. Its key is removed when a leaked key is revoked.
 * It uses keys at most a second old: a proof made with a removed key would never be accepted.
 */
export async function keyedProof(keyring: Keyring, label: string, text: string): Promise<string> {
  await keyring.known();
  return digestsBy(keyring, 'proof', label, text)[0];
}

/** Whether `shown` is a {@link keyedProof}, by keys at most a second old. */
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
