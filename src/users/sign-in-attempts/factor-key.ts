import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../common/crypto/keyring.service.js';

/** Names the counter of somebody's wrong codes, whatever kind of factor they were for. */
export function factorKey(keyring: Keyring, userNo: number): string {
  return keyedDigests(keyring, 'factor', String(userNo))[0];
}
