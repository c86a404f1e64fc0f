// Remembered browsers: a cookie that proves when a person passed a second factor in this browser. It names no one and signs no one in. It
// counts for as long as the policy says, and only while the person and the person's factors are unchanged: a new password, a lock or a
// change of factors ends it.
import type { Request, Response } from 'express';
import { isKeyedProof, keyedProof } from '../../common/crypto/keyed-digest.js';
import type { Keyring } from '../../common/crypto/keyring.service.js';
import { newSecret } from '../../common/primitives/ids.js';
import { readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

const NAME = 'gatehouse_remembered_browser';
/** Maximum people remembered per browser. */
const MAX_PEOPLE = 4;
const SEPARATOR = '~';
const LABEL = 'remembered-browser';

interface Remembered {
  /** `generation` is raised by every event that ends sessions, including a new password. */
  subject: Pick<LiveSubject, 'userNo' | 'generation'>;
  /** Raised by each change of the person's factors. */
  factorGeneration: number;
}

/** When this person passed a second factor in this browser (seconds since 1970 UTC), if the cookie proves it. */
export async function readRememberedBrowser(
  keyring: Keyring,
  request: Request,
  publicUrl: string,
  who: Remembered,
): Promise<number | undefined> {
  for (const entry of entriesOf(request, publicUrl)) if (await proves(keyring, entry, who)) return Number(entry.split('.')[1]);
  return undefined;
}

/** The cookie with one more person. @param at in seconds since 1970 UTC */
export async function rememberBrowser(
  keyring: Keyring,
  request: Request,
  publicUrl: string,
  who: Remembered & { at: number },
): Promise<string> {
  const others: string[] = [];
  for (const one of entriesOf(request, publicUrl)) if (!(await proves(keyring, one, who))) others.push(one);
  const id = newSecret(16);
  const proof = await keyedProof(keyring, LABEL, proven(id, who.at, who));
  return [`${id}.${who.at}.${proof}`, ...others].slice(0, MAX_PEOPLE).join(SEPARATOR);
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

function proves(keyring: Keyring, entry: string, who: Remembered): Promise<boolean> {
  const [id = '', at = '', proof = ''] = entry.split('.');
  return isKeyedProof(keyring, LABEL, proven(id, Number(at), who), proof);
}

const proven = (id: string, at: number, { subject, factorGeneration }: Remembered): string =>
  `${id} ${at} ${subject.userNo} ${subject.generation} ${factorGeneration}`;
