// Decides the rotation of signing keys: what is due at one moment for the keys of one algorithm (docs/adr/0006-keys.md).
import { MAX_TOKEN_SECONDS } from '../../common/settings/settings.js';
import type { SigningKeyState, StoredSigningKey } from './signing-keys.repository.js';

/** How long others may cache the key set, as `Cache-Control` says. */
export const KEY_SET_SECONDS = 300;
/** The lifetime of a browser session, plus the sign-out from it, whose id_token_hint may have expired long before. */
export const SESSION_SECONDS = 10 * 86_400;

/** A margin on top of the caching of key sets: processes notice changes within a second. */
const LEAD_US = (KEY_SET_SECONDS + 10) * 1_000_000;
/** A retired key stays until nothing it signed is usable any more. */
const RETIRED_US = (SESSION_SECONDS + MAX_TOKEN_SECONDS) * 1_000_000;

/** For the keys of one algorithm: which to create, to activate, to retire, to remove. */
export interface RotationPlan {
  make?: Extract<SigningKeyState, 'active' | 'published'>;
  handOver?: { from: string; to: string };
  remove: string[];
}

/** Keys retired before this can be removed. */
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
