// The times for which signing keys are published before and after they sign (docs/adr/0006-keys.md).
import type { RotationRules } from '../../common/crypto/key-rotation-plan.js';
import { DAY_US } from '../../common/primitives/clock.js';
import { MAX_TOKEN_SECONDS } from '../../common/settings/settings.js';

/** How long others may cache the key set, as `Cache-Control` says. */
export const KEY_SET_SECONDS = 300;
/** The lifetime of a browser session. A sign-out may come at its end, with an id_token_hint that expired long before. */
export const SESSION_SECONDS = 10 * 86_400;

/** @param days how long a key signs */
export function signingKeyRules(days: number): RotationRules & { retiredUs: number } {
  return {
    maxAgeUs: days * DAY_US,
    // A margin on top of the caching of key sets: processes notice changes within a second.
    leadUs: (KEY_SET_SECONDS + 10) * 1_000_000,
    // Until no token signed with the key is usable.
    retiredUs: (SESSION_SECONDS + MAX_TOKEN_SECONDS) * 1_000_000,
    keepsSuccessor: true,
  };
}
