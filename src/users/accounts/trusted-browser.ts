// Trusted browsers: a browser in which a person signed in before has a counter of its own, so that strangers who guess cannot lock the person out.
import { equalSecrets } from '../../common/crypto/digest.js';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../common/crypto/keyring.service.js';
import { newSecret } from '../../common/primitives/ids.js';

/** How many people of one browser are remembered. */
const MAX_PEOPLE = 4;
const SEPARATOR = '~';
const ID_BYTES = 16;

/** @returns the id of this browser for a user, if the cookie proves that the user signed in here before */
export function trustedBrowserId(keyring: Keyring, cookie: string | undefined, userNo: number): string | undefined {
  return entries(cookie)
    .find((entry) => proves(keyring, entry, userNo))
    ?.split('.', 1)[0];
}

/** The cookie after a user signed in. It names nobody: it holds random ids, and proofs that only this service can connect to a user. */
export function trustBrowser(keyring: Keyring, cookie: string | undefined, userNo: number): string {
  const known = entries(cookie);
  if (known.some((entry) => proves(keyring, entry, userNo))) return known.join(SEPARATOR);
  const id = newSecret(ID_BYTES);
  return [`${id}.${proofs(keyring, id, userNo)[0]}`, ...known].slice(0, MAX_PEOPLE).join(SEPARATOR);
}

function entries(cookie = ''): string[] {
  return cookie
    .split(SEPARATOR)
    .filter((entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry))
    .slice(0, MAX_PEOPLE);
}

function proves(keyring: Keyring, entry: string, userNo: number): boolean {
  const [id = '', proof = ''] = entry.split('.');
  return proofs(keyring, id, userNo).some((expected) => equalSecrets(expected, proof));
}

function proofs(keyring: Keyring, id: string, userNo: number): [string, ...string[]] {
  return keyedDigests(keyring, 'known-browser', `${id} ${userNo}`);
}
