// When a signing key hands over: what is due for the keys of one algorithm at one moment (docs/adr/0006-keys.md).
import { MAX_TOKEN_SECONDS } from '../../common/settings/settings.js';
import type { SigningKeyState, StoredSigningKey } from './signing-keys.repository.js';

/** How long others may go on with a key set they fetched: what `Cache-Control` says of it. */
export const KEY_SET_SECONDS = 300;
/** A browser session and the sign-out from it, for which an ID token is shown long after its end. */
export const SESSION_SECONDS = 10 * 86_400;

/** A key is visible so much longer than key sets are kept, because processes follow each other within a second. */
const LEAD_US = (KEY_SET_SECONDS + 10) * 1_000_000;
/** A retired key stays until nothing it signed is of use to anybody. */
const RETIRED_US = (SESSION_SECONDS + MAX_TOKEN_SECONDS) * 1_000_000;

/** Keys of one algorithm: which is to be made, which takes over from which, which can go. */
export interface RotationPlan {
  make?: Extract<SigningKeyState, 'active' | 'published'>;
  handOver?: { from: string; to: string };
  remove: string[];
}

/** A retired key that was retired before this can go. */
export function removableBefore(nowUs: number): number {
  return nowUs - RETIRED_US;
}

/** @param maxAgeUs how long a key signs */
export function planRotation(
  keys: ReadonlyArray<Pick<StoredSigningKey, 'kid' | 'state' | 'createdUs' | 'activatedUs' | 'retiredUs'>>,
  nowUs: number,
  maxAgeUs: number,
): RotationPlan {
  const active = keys.find(({ state }) => state === 'active');
  const next = keys.find(({ state }) => state === 'published');
  const remove = keys
    .filter(({ state, retiredUs }) => state === 'retired' && (retiredUs ?? 0) < removableBefore(nowUs))
    .map(({ kid }) => kid);
  if (!active) return { make: 'active', remove };
  if (!next) return { make: 'published', remove };
  const wanted = next.activatedUs !== null || (active.activatedUs ?? active.createdUs) + maxAgeUs <= nowUs;
  return wanted && next.createdUs + LEAD_US <= nowUs
    ? { handOver: { from: active.kid, to: next.kid }, make: 'published', remove }
    : { remove };
}
