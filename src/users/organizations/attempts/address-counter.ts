// Wrong answers of one network, over all names: passwords and passkeys are counted together.
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../../common/crypto/keyring.service.js';
import { atMost } from './attempt-rules.js';
import type { Counter } from './attempts.service.js';
import { networkOf } from '../../../common/http/client-network.js';

/** Generous, because a whole company may share an address. */
const ADDRESS_LIMIT = 100;
const ADDRESS_WINDOW_S = 600;

export function addressCounter(keyring: Keyring, address: string): Counter {
  return { key: keyedDigests(keyring, 'address', networkOf(address))[0], rule: atMost(ADDRESS_LIMIT, ADDRESS_WINDOW_S), userNo: 0 };
}
