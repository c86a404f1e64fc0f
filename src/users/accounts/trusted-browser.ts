// Trusted browsers: a browser in which a person signed in before has its own counter, so that guessing by strangers can't lock the person out.
import { isKeyedProof, keyedProof } from '../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../common/crypto/keyring.service.js';
import { newSecret } from '../../common/primitives/ids.js';

/** Most people remembered in one browser. */
const MAX_PEOPLE = 4;
const SEPARATOR = '~';
const ID_BYTES = 16;
const LABEL = 'known-browser';

/** @returns the id of this browser for a user, if the cookie proves that the user signed in here before */
export async function trustedBrowserId(keyring: Keyring, cookie: string | undefined, userNo: number): Promise<string | undefined> {
  return (await provenEntry(keyring, cookie, userNo))?.split('.', 1)[0];
}

/** The cookie after a user signed in. It contains random ids, and proofs that only this service can connect to a user. */
export async function trustBrowser(keyring: Keyring, cookie: string | undefined, userNo: number): Promise<string> {
  const known = entries(cookie);
  if ((await provenEntry(keyring, cookie, userNo)) !== undefined) return known.join(SEPARATOR);
  const id = newSecret(ID_BYTES);
  return [`${id}.${await keyedProof(keyring, LABEL, proven(id, userNo))}`, ...known].slice(0, MAX_PEOPLE).join(SEPARATOR);
}

function entries(cookie = ''): string[] {
  return cookie
    .split(SEPARATOR)
    .filter((entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry))
    .slice(0, MAX_PEOPLE);
}

async function provenEntry(keyring: Keyring, cookie: string | undefined, userNo: number): Promise<string | undefined> {
  for (const entry of entries(cookie)) {
    const [id = '', proof = ''] = entry.split('.');
    if (await isKeyedProof(keyring, LABEL, proven(id, userNo), proof)) return entry;
  }
  return undefined;
}

const proven = (id: string, userNo: number): string => `${id} ${userNo}`;
