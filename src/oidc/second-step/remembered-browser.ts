// Remembered browsers: a cookie that proves when somebody passed a second factor in this browser. It names nobody and signs nobody in;
// it counts for as long as the policy says, and only in the state of the person and of the person's factors in which it was made: a new password
// ends it, a lock, and a change of factors.
import type { Request, Response } from 'express';
import { equalSecrets } from '../../common/crypto/digest.js';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../common/crypto/keyring.service.js';
import { newSecret } from '../../common/primitives/ids.js';
import { readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';
import type { LiveSubject } from '../tokens/subjects.service.js';

const NAME = 'gatehouse_remembered_browser';
/** How many people of one browser are remembered. */
const MAX_PEOPLE = 4;
const SEPARATOR = '~';

interface Remembered {
  /** `generation`: raised by all that ends sessions, a new password too. */
  subject: Pick<LiveSubject, 'userNo' | 'generation'>;
  /** Raised by each change of the person's factors. */
  factorGeneration: number;
}

/** When this person passed a second factor in this browser (seconds since 1970 UTC), if the cookie proves it. */
export function readRememberedBrowser(keyring: Keyring, request: Request, publicUrl: string, who: Remembered): number | undefined {
  const entry = entriesOf(request, publicUrl).find((one) => proves(keyring, one, who));
  return entry === undefined ? undefined : Number(entry.split('.')[1]);
}

/** The cookie with one more person. @param at in seconds since 1970 UTC */
export function rememberBrowser(keyring: Keyring, request: Request, publicUrl: string, who: Remembered & { at: number }): string {
  const others = entriesOf(request, publicUrl).filter((one) => !proves(keyring, one, who));
  const id = newSecret(16);
  return [`${id}.${who.at}.${proofsOf(keyring, id, who.at, who)[0]}`, ...others].slice(0, MAX_PEOPLE).join(SEPARATOR);
}

export function setRememberedBrowser(response: Response, value: string, publicUrl: string, days: number): void {
  setOwnCookie(response, NAME, value, publicUrl, days);
}

function entriesOf(request: Request, publicUrl: string): string[] {
  return (readOwnCookie(request, NAME, publicUrl) ?? '')
    .split(SEPARATOR)
    .filter((entry) => /^[\w-]{22}\.\d{1,12}\.[\w-]{43}$/.test(entry))
    .slice(0, MAX_PEOPLE);
}

function proves(keyring: Keyring, entry: string, who: Remembered): boolean {
  const [id = '', at = '', proof = ''] = entry.split('.');
  return proofsOf(keyring, id, Number(at), who).some((expected) => equalSecrets(expected, proof));
}

function proofsOf(keyring: Keyring, id: string, at: number, { subject, factorGeneration }: Remembered): [string, ...string[]] {
  return keyedDigests(keyring, 'remembered-browser', `${id} ${at} ${subject.userNo} ${subject.generation} ${factorGeneration}`);
}
