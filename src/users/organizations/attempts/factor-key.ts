import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../../common/crypto/keyring.service.js';

/** The key of the counter of a person's wrong codes, for all kinds of factors. */
export function factorKey(keyring: Keyring, userNo: number): string {
  return keyedDigests(keyring, 'factor', String(userNo))[0];
}
